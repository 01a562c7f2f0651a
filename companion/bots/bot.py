"""A player by rules of thumb: one method for each thing that the table can wait for (`companion.rules.state`).

A bot is one seat of one game. It is pure but for what it remembers of its own deeds: it sees the state, takes chance
from outside, and names a command that the rules accept. Its `Temper` is all in which the simple ones differ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, ClassVar

from companion.bots.guide import Guide, outcomes
from companion.bots.plan import TurnPlan, destination, exit_of_bus, raise_money
from companion.dispatch import complete
from companion.rules.building import is_hotel_next, sites_of
from companion.rules.commands import (
    Accept,
    AnyCommand,
    Bid,
    Buy,
    Choose,
    ClaimRent,
    ContestFor,
    Decline,
    Draw,
    End,
    GiveUp,
    GoTo,
    Pass,
    Pay,
    PayBail,
    Reject,
    Roll,
    Throw,
    UseCard,
    Wait,
)
from companion.rules.dice import Die
from companion.rules.frames import (
    BANK,
    FREE,
    MOST_SEATS,
    AnyFrame,
    Auction,
    AwaitChoice,
    AwaitDestination,
    AwaitDraw,
    AwaitEnd,
    AwaitRoll,
    AwaitThrow,
    Contest,
    Estate,
    LastClaims,
    Offer,
    Offered,
    Owing,
    SecondMove,
    Side,
    StartingThrow,
    Travel,
)
from companion.rules.purchase import highest_bid, lowest_bid
from companion.rules.speed import BUS
from companion.rules.state import State


@cache
def rolls(dice: tuple[Die, ...]) -> tuple[tuple[Roll, ...], ...]:
    """All throws of some dice as the command of each seat."""
    return tuple(tuple(Roll.of(seat, each) for each in outcomes(dice)) for seat in range(MOST_SEATS))


@dataclass(frozen=True, kw_only=True)
class Temper:
    """How careful a bot is: cash that it keeps when it buys, builds or lifts mortgages, in per cent of a middling price
    of the board; its highest bid in per cent of what a deed is worth to it; the share of the other side's gain that a
    trade must bring it, in per cent."""

    keeps_buying: int
    keeps_building: int
    keeps_lifting: int
    bids: int
    shares: int


SURE = 80  # per cent of what comes back of a loan that a lender counts on


class Bot:
    """A player with a temper, in one seat of one game; `chance` throws the dice and draws physical cards."""

    temper: ClassVar[Temper] = Temper(keeps_buying=0, keeps_building=50, keeps_lifting=200, bids=100, shares=60)

    def __init__(self, guide: Guide, seat: int, chance: Random) -> None:
        self.guide = guide
        self.rules = guide.rules
        self.seat = seat
        self.chance = chance
        self._building_reserve = guide.part(guide.scale, self.temper.keeps_building)
        self._lifting_reserve = guide.part(guide.scale, self.temper.keeps_lifting)
        self.wanted = 0  # cash below which there is nothing to do before a throw, out of jail, by the plan
        self.revision = 0  # ... and the revision and the game for which the plan was made
        self.reckoned: tuple[float, float] | None = None  # its chance by what it chose just now, and otherwise
        self.state: State | None = None
        self._plan: TurnPlan | None = None
        self._owner: list[int] = []
        self._wholes: list[tuple[int, ...]] = []

    def answer(self, state: State) -> AnyCommand | None:
        """What the seat does now, asked or of its own right; nothing if it waits for others."""
        self.reckoned = None
        if state.over or state.out[self.seat]:
            return None
        aside = self.aside(state) if state.claims or state.offers else None
        return aside or self.asked(state)

    def asked(self, state: State) -> AnyCommand | None:
        """The answer to what lies on top of the agenda; nothing if that is no question to this seat."""
        top = state.agenda[-1]
        answer = ANSWERS.get(type(top))
        return answer(self, state, top) if answer else None

    def throw(self, state: State, kind: type[Roll | Throw]) -> AnyCommand:
        """A throw of fair dice."""
        throws = outcomes(self.rules.dice_for(state, self.seat))
        return kind.of(self.seat, throws[int(self.chance.random() * len(throws))])

    # Before the throw

    def before_throw(self, state: State) -> AnyCommand | None:
        """What to do before throwing: leave jail, build, lift mortgages; nothing if all that is left is to throw."""
        seat = self.seat
        if state.jailed[seat] != FREE:
            way_out = self.leave_jail(state)
            if way_out is not None:
                return way_out
        plan = self._plan
        if plan is None or state.revisions[seat] != self.revision or state is not self.state:
            plan = self._look(state)
        if state.accounts[seat] < plan.wanted:
            return None
        return plan.command(self.guide, state)

    def _look(self, state: State) -> TurnPlan:
        seat = self.seat
        if state.owner != self._owner:
            self._owner = state.owner.copy()
            self._wholes = self.guide.whole_groups(self._owner, seat)
        reserves = self._building_reserve, self._lifting_reserve
        self._plan = plan = TurnPlan(self.guide, state, seat, self._wholes, reserves)
        self.state, self.revision = state, state.revisions[seat]
        self.wanted = plan.wanted
        return plan

    def leave_jail(self, state: State) -> AnyCommand | None:
        """A card or the fee while deeds are for sale, else the dice: later on jail is a quiet place (S0-39)."""
        seat, options = self.seat, self.rules.options
        if options.jail_tries == 0 and state.jailed[seat]:
            return None
        sits, must = options.jail_tries == 0, self.rules.must_pay_bail
        if sits or must or self.guide.is_early(state):
            if self.rules.kept_for(state, seat, "release"):
                return UseCard(seat)
            if must or state.accounts[seat] >= options.jail_fee + self.rules.share(self._building_reserve, 2):
                return PayBail(seat)
        return Wait(seat) if sits else None

    # What a square asks

    def consider(self, state: State, square: int) -> AnyCommand:
        """Buy what is offered if cash beyond the reserve covers it; for the last deed of a group borrow (S0-19)."""
        price, cash = self.guide.deed(square).price, state.accounts[self.seat]
        completes = self.guide.worth(state, self.seat, square) > 2 * price
        reserve = 0 if completes else self.guide.part(self.guide.scale, self.temper.keeps_buying)
        if cash >= price + reserve:
            return Buy(self.seat)
        if completes and self.rules.raisable(state, self.seat) >= price:
            return raise_money(self.guide, state, self.seat, price - cash) or Decline(self.seat)
        return Decline(self.seat)

    def choose(self, state: State, top: AwaitChoice) -> AnyCommand:
        """The cheaper way of a tax; the fine of a card while there is cash for it; out of jail by the card; off the bus
        where it promises most (S0-22, C-25, SD-04)."""
        if top.between == BUS:
            return Choose(self.seat, exit_of_bus(self.guide, state, self.seat))
        first, second = top.between
        if second == "card":
            return Choose(self.seat, second if self.rules.kept_for(state, self.seat, "release") else first)
        if second == "percent":
            share = self.rules.tax_base(state, self.seat) * top.percent
            return Choose(self.seat, second if share < top.amount * 100 else first)
        return Choose(self.seat, first if state.accounts[self.seat] >= top.amount else second)

    # Auctions and contests

    def bid(self, state: State, auction: Auction) -> AnyCommand:
        """Raise by a tenth of the price as long as the deed is worth it, within one's cash (S0-20)."""
        limit = self.limit(state, auction)
        low = lowest_bid(self.rules, auction)
        high = min(highest_bid(self.rules, state, auction, self.seat), state.accounts[self.seat])
        if low > limit or low > high:
            return Pass(self.seat)
        return Bid(self.seat, min(high, limit, low + self.guide.part(self.guide.deed(auction.square).price, 10)))

    def limit(self, state: State, auction: Auction) -> int:
        """The most that the seat bids: by what the deed, or the building on its lot, is worth to it (units of
        money)."""
        site = next((site for site in auction.sites if site.seat == self.seat), None)
        if site is not None:
            return self.guide.part(self.rules.building_price(state, self.seat, site.square), self.temper.bids)
        return self.guide.part(self.guide.worth(state, self.seat, auction.square), self.temper.bids)

    def contest(self, state: State, contest: Contest) -> AnyCommand:
        """Ask for the scarce building too if there is a lot and money beyond the reserve (S0-51)."""
        hotel = is_hotel_next(self.rules, state, contest.sites[0].square)
        lots = sites_of(self.rules, state, self.seat, hotel)
        budget = state.accounts[self.seat] - self._building_reserve
        wanted = [lot for lot in lots if self.rules.building_price(state, self.seat, lot) <= budget]
        if not wanted:
            return Pass(self.seat)
        return ContestFor(self.seat, max(wanted, key=lambda lot: self.guide.step(state, lot)))

    # Debts

    def settle(self, state: State, amount: int) -> AnyCommand:
        """Pay the oldest debt; raise money for it; give up only when nothing can raise enough (S0-60)."""
        cash = state.accounts[self.seat]
        if cash >= amount:
            return Pay(self.seat)
        if self.rules.raisable(state, self.seat) < amount:
            return GiveUp(self.seat)
        return raise_money(self.guide, state, self.seat, amount - cash) or GiveUp(self.seat)

    # Claims and offers

    def aside(self, state: State) -> AnyCommand | None:
        """Claim a rent, answer an offer: what comes up beside the turn (S0-30, S0-52)."""
        if any(claim.owner == self.seat for claim in state.claims):
            claim = ClaimRent(self.seat)
            if self.guide.accepts(state, claim):
                return claim
        offer = next((offer for offer in state.offers if offer.to == self.seat), None)
        return self.judge(state, offer) if offer is not None else None

    def judge(self, state: State, offer: Offer) -> AnyCommand:
        """Accept an offer that gains, and gains enough beside what the other side gains (S0-52)."""
        accept = Accept(self.seat, offer.seat)
        mine = self.trade_gain(state, self.seat, offer.takes, offer.gives)
        other = self.trade_gain(state, offer.seat, offer.gives, offer.takes)
        if mine > 0 and mine * 100 >= other * self.temper.shares and self.guide.accepts(state, accept):
            return accept
        return Reject(self.seat, offer.seat)

    def trade_gain(self, state: State, seat: int, gives: Side, takes: Side) -> int:
        """By how much a trade would better a seat's deeds, cash and cards, in units of money."""
        rules, guide = self.rules, self.guide
        after = state.owner.copy()
        for square in gives.deeds:
            after[square] = BANK
        for square in takes.deeds:
            after[square] = seat
        groups = {rules.mates[square] for square in (*gives.deeds, *takes.deeds)}
        gain = takes.money - gives.money + rules.options.jail_fee * (len(takes.cards) - len(gives.cards))
        for group in groups:
            gain += guide.group_worth(after, group, seat) - guide.group_worth(state.owner, group, seat)
        gain += sum(rules.redeem_price(state, square) for square in gives.deeds if state.mortgaged[square])
        gain += self._terms_worth(state, takes, 100) - self._terms_worth(state, gives, SURE)
        return gain - sum(
            rules.redeem_price(state, square) + rules.transfer_interest(square)
            for square in takes.deeds
            if state.mortgaged[square]
        )

    def _terms_worth(self, state: State, side: Side, sure: int) -> int:
        """What a side's promises and loans are worth to who takes them: the rents of now, and what need not come back
        of a loan that is counted on for so many per cent (P-01, P-04)."""
        rents = sum(waiver.visits * self.rules.rent(state, waiver.square) for waiver in side.promises)
        return rents + sum(credit.money - credit.back * sure // 100 for credit in side.loans)


# What each frame asks of a bot; nothing where it asks somebody else


def _roll(bot: Bot, state: State, top: AwaitRoll) -> AnyCommand | None:
    return bot.before_throw(state) or bot.throw(state, Roll) if top.seat == bot.seat else None


def _end(bot: Bot, _state: State, top: AwaitEnd) -> AnyCommand | None:
    return End(bot.seat) if top.seat == bot.seat else None


def _buy(bot: Bot, state: State, top: Offered) -> AnyCommand | None:
    return bot.consider(state, top.square) if top.seat == bot.seat else None


def _auction(bot: Bot, state: State, top: Auction) -> AnyCommand | None:
    return bot.bid(state, top) if bot.seat in top.bidders and bot.seat != top.leader else None


def _contest(bot: Bot, state: State, top: Contest) -> AnyCommand | None:
    return bot.contest(state, top) if bot.seat in top.rivals else None


def _draw(bot: Bot, state: State, top: AwaitDraw) -> AnyCommand | None:
    return Draw(bot.seat, bot.chance.choice(state.decks[top.deck])) if top.seat == bot.seat else None


def _choose(bot: Bot, state: State, top: AwaitChoice) -> AnyCommand | None:
    return bot.choose(state, top) if top.seat == bot.seat else None


def _throw(bot: Bot, state: State, top: AwaitThrow) -> AnyCommand | None:
    return bot.throw(state, Throw) if top.seat == bot.seat else None


def _ride(bot: Bot, state: State, top: AwaitDestination) -> AnyCommand | None:
    return GoTo(bot.seat, destination(bot.guide, state, bot.seat)) if top.seat == bot.seat else None


def _pay(bot: Bot, state: State, top: Owing) -> AnyCommand | None:
    debt = next((debt for debt in top.debts if debt.debtor == bot.seat), None)
    return bot.settle(state, debt.amount) if debt else None


def _start(bot: Bot, state: State, top: StartingThrow) -> AnyCommand | None:
    return bot.throw(state, Roll) if top.seats[len(top.thrown)] == bot.seat else None


ANSWERS: dict[type, Callable[[Bot, State, Any], AnyCommand | None]] = complete(
    AnyFrame,
    {
        AwaitRoll: _roll,
        AwaitEnd: _end,
        Offered: _buy,
        Auction: _auction,
        Contest: _contest,
        AwaitDraw: _draw,
        AwaitChoice: _choose,
        AwaitThrow: _throw,
        AwaitDestination: _ride,
        Owing: _pay,
        StartingThrow: _start,
    },
    besides=(Travel, SecondMove, Estate, LastClaims),
)


class Cautious(Bot):
    """Keeps a good reserve, bids low, and trades only for a full share of the gain."""

    temper = Temper(keeps_buying=75, keeps_building=150, keeps_lifting=300, bids=80, shares=100)


class Greedy(Bot):
    """Buys all it can pay, bids high, and builds with its last money."""

    temper = Temper(keeps_buying=0, keeps_building=25, keeps_lifting=150, bids=110, shares=50)
