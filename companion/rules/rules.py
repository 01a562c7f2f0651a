"""The questions and figures in which editions differ; asked of a state, answered without changing it."""

from __future__ import annotations

from typing import TypeVar

from companion.rules.board import Court, Deed, Jail, Railroad, Square, Street, Utility
from companion.rules.cards import AnyEffect, Keep
from companion.rules.charges import VARYING, behind, by_rules
from companion.rules.dice import PLAIN, SPEED, Die
from companion.rules.edition import Edition
from companion.rules.events import Moved
from companion.rules.frames import BANK, FREE, MOST_SEATS, NO_CARD, POT, AwaitThrow, Claim, Kept, Loan, StartingThrow
from companion.rules.grounds import Ground
from companion.rules.state import State

DEVELOPER = "developer"  # token of a seat: the building fee is settled for good (S3-15)
NEWCOMER = "newcomer"  # token of a seat: the lot that became its own while it stood there (S0-46)
PLANNING = "planning"  # token of the table: the Urban Planning Act is in force (S3-33)


TWO_DICE = frozenset({AwaitThrow, StartingThrow})  # what is thrown for with the plain dice alone
Kind = TypeVar("Kind", bound=Square)


def _rents(square: Square) -> tuple[int, ...]:
    """The table of rents of a square: by buildings or by count; of a utility its factors."""
    if isinstance(square, Street | Railroad):
        return square.rents
    return square.factors if isinstance(square, Utility) else ()


def _balance(loan: Loan, seat: int) -> int:
    """What a loan counts for a seat: plus for the lender, minus for the borrower (P-06)."""
    return loan.amount * ((loan.lender == seat) - (loan.borrower == seat))


class Rules:
    """An edition at work: its board, options and decks, and every question that the engine asks of them.

    By square: `kinds` and what they are, `prices`, `mortgages`, `tops` (the level of a hotel, 0 where nothing is
    built), `rents` and the ground of each (`rent_grounds`), `mates` (the deed's group, itself among them) and
    `partners` (another deed of the group, itself where it stands alone); by the level of a hotel how many houses it
    `needs`; by seat and square `moves`, not over GO. `dice` are those of every throw; `tries` counts the throws for
    doubles in jail: with one die there are none (S0-34), and who is jailed must pay or use a card (`must_pay_bail`).
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.board, self.options, self.unit = edition.board, edition.options, edition.unit
        self.is_limited = bool(self.options.rounds or self.options.goal)
        self.dice = (PLAIN,) * self.options.dice
        self.is_plain = self.options.dice == 2 and not self.options.speed_die  # every throw is one of two plain dice
        self.tries = self.options.jail_tries if self.options.dice > 1 else 0
        self.must_pay_bail = self.options.jail_tries > 0 and not self.tries
        self.squares = edition.board.squares
        self.size = len(self.squares)
        self.deeds = self.board.deeds()
        self._deeds = [square if isinstance(square, Deed) else None for square in self.squares]
        self.kinds = [type(square) for square in self.squares]
        self.is_deed = [isinstance(square, Deed) for square in self.squares]
        self.is_street = [isinstance(square, Street) for square in self.squares]
        self.is_utility = [isinstance(square, Utility) for square in self.squares]
        self.prices = [square.price if isinstance(square, Deed) else 0 for square in self.squares]
        self.mortgages = [square.mortgage if isinstance(square, Deed) else 0 for square in self.squares]
        self.tops = [square.top if isinstance(square, Street) else 0 for square in self.squares]
        self._streets = [square if isinstance(square, Street) and square.top else None for square in self.squares]
        self.needs = [max(0, min(self.options.hotel_needs, top - 1)) for top in range(max(self.tops) + 1)]
        groups = dict.fromkeys([deed.group for deed in self._deeds if deed])
        self.groups = {group: self.board.members(group) for group in groups}
        self.mates = [self.groups[deed.group] if deed else () for deed in self._deeds]
        self.partners = [next((mate for mate in mates if mate != at), at) for at, mates in enumerate(self.mates)]
        self.rents = [_rents(square) for square in self.squares]
        self.moves = [[Moved(seat, at, 0) for at in range(self.size)] for seat in range(MOST_SEATS)]
        self.grounds: dict[tuple[object, ...], Ground] = {}  # those that were needed before
        self._behind: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}  # the rules behind each kind of them
        self.rent_grounds = [
            [
                self.ground(kind, NO_CARD, figures, ())
                for kind, figures in [self.rent_basis(at, row) for row in range(len(rents))]
            ]
            for at, rents in enumerate(self.rents)
        ]
        self.lap_ground = self.ground("salary.lap", NO_CARD, (self.options.go_salary, 1), ())
        self.effects = {name: {card.id: card.effect for card in deck} for name, deck in edition.decks.items()}
        self.jail = next((at for at, square in enumerate(self.squares) if isinstance(square, Jail | Court)), BANK)

    # Sums

    def percent(self, amount: int, rate: int) -> int:
        """`rate` per cent of an amount, rounded up to the unit of money as the bank does (C-62)."""
        return -(-amount * rate // (100 * self.unit)) * self.unit

    def share(self, amount: int, count: int) -> int:
        """One of `count` equal parts of an amount, rounded down to the unit of money (S0-54, C-78)."""
        return amount // (count * self.unit) * self.unit

    # What is printed

    def name(self, square: int) -> str:
        """The printed name of a square."""
        return self.squares[square].name

    def square(self, at: int, kind: type[Kind]) -> Kind:
        """The square at a place where one of this kind is sure to be."""
        square = self.squares[at]
        assert isinstance(square, kind)
        return square

    def deed(self, square: int) -> Deed:
        """The deed of a square.

        :raises KeyError: the square cannot be owned.
        """
        deed = self._deeds[square]
        if deed is None:
            raise KeyError(square)
        return deed

    def street(self, square: int) -> Street | None:
        """The street of a square, or nothing where no house can stand (S0-41)."""
        return self._streets[square]

    def effect(self, deck: str, card: str) -> AnyEffect:
        """What a card of a deck does."""
        return self.effects[deck][card]

    def next_of(self, group: str, at: int) -> int:
        """The first square of a group that lies ahead, over GO if need be (C-08)."""
        members = self.groups[group]
        return next((square for square in members if square > at), members[0])

    # Who may buy and who collects

    def may_buy(self, state: State, seat: int) -> bool:
        """Whether the seat may buy from the bank yet (S3-12, C-40)."""
        return self.options.buy_from == "start" or state.laps[seat] > 0

    def count_of(self, state: State, square: int, account: int) -> int:
        """How many deeds of a square's group the account owns, mortgaged ones included (C-05)."""
        return [state.owner[mate] for mate in self.mates[square]].count(account)

    # Rent

    def rent(self, state: State, square: int) -> int:
        """What a visitor who arrives by dice owes now, in units of money; for utilities the factor (plays: `rent`).

        A jailed owner collects only if the edition says so; what the bank takes for a mortgaged deed it takes anyway
        (S0-39, S3-29, S3-36).
        """
        owner = state.owner[square]
        if owner == BANK:
            return 0
        if state.mortgaged[square]:
            if self.options.mortgaged_rent == "none":
                return 0
        elif not self.may_collect(state, owner):
            return 0
        return self.base_rent(state, square)

    def base_rent(self, state: State, square: int) -> int:
        """The rent by the deed's table for its owner, whatever its mortgage; for utilities the factor (S0-24,
        S0-26)."""
        row = state.level[square] if self.is_street[square] else self.count_of(state, square, state.owner[square]) - 1
        rent = self.rents[square][row]
        return rent * 2 if not row and self.is_doubled(state, square) else rent

    def rent_basis(self, square: int, row: int) -> tuple[str, tuple[int, ...]]:
        """The kind of ground of a row, not doubled, of a deed's table of rents, and its figures (S0-24, S0-29)."""
        rent = self.rents[square][row]
        if self.kinds[square] is Railroad:
            return "rent.count", (rent, row + 1)
        return ("rent.level", (rent, row)) if row else ("rent.site", (rent,))

    def is_doubled(self, state: State, square: int) -> bool:
        """Whether a bare lot earns double: the whole group, with or without mortgages in it (S0-26, S0-27, C-04)."""
        if not self.is_street[square]:
            return False
        owners, options = state.owner, self.options
        owner = owners[square]
        for mate in self.mates[square]:
            if owners[mate] != owner:
                return False
        if not options.group_double:
            return False
        return options.group_double_if_mortgaged or not self.is_pledged(state, square)

    def is_pledged(self, state: State, square: int) -> bool:
        """Whether a deed of the square's group is mortgaged (S0-27)."""
        return any(state.mortgaged[mate] for mate in self.mates[square])

    # Mortgages

    def redeem_price(self, state: State, square: int) -> int:
        """What lifting a mortgage costs now: value and interest, less transfer interest just paid (S0-56, S4-50)."""
        deed = self.deed(square)
        rate = self.options.lift_interest
        if rate == "printed" and deed.lift is not None:
            price = deed.lift
        else:
            price = deed.mortgage + self.percent(deed.mortgage, 10 if rate == "printed" else rate)
        return price - state.grace.get(square, 0)

    def transfer_interest(self, square: int) -> int:
        """What the receiver of a mortgaged deed owes the bank at once, in units of money (S0-59, C-62)."""
        return self.percent(self.deed(square).mortgage, self.options.transfer_interest)

    # Buildings

    def rank(self, street: Street, level: int) -> int:
        """How many steps of building a level is: a hotel follows on the houses that it needs (S0-69)."""
        return self.needs[street.top] + 1 if level == street.top else level

    def level_above(self, street: Street, level: int) -> int:
        """The next level of building: a house more, or the hotel (S0-47, S3-18)."""
        return street.top if level >= self.needs[street.top] else level + 1

    def level_below(self, street: Street, level: int) -> int:
        """The level that one step of selling leaves: a hotel leaves its houses (S2-34)."""
        return self.needs[street.top] if level == street.top else level - 1

    def step_price(self, street: Street, level: int) -> int:
        """The printed price of the step that leads to a level (S0-44, S0-48)."""
        return street.hotel_price if level == street.top else street.house

    def cost(self, street: Street, level: int) -> int:
        """What the buildings of a lot cost: a hotel its price and the houses given back (C-92)."""
        if level == street.top:
            return street.house * self.needs[street.top] + street.hotel_price
        return street.house * level

    def refund(self, street: Street, level: int) -> int:
        """Half of what the buildings of a lot cost, each half rounded down (S0-54)."""
        if level == street.top:
            return self.share(street.house, 2) * self.needs[street.top] + self.share(street.hotel_price, 2)
        return self.share(street.house, 2) * level

    def stock(self, street: Street, before: int, after: int) -> tuple[int, int]:
        """By how much the bank's houses and hotels change when a lot goes from one level to another."""
        top = street.top
        houses = (0 if before == top else before) - (0 if after == top else after)
        return houses, (before == top) - (after == top)

    def building_price(self, state: State, seat: int, square: int) -> int:
        """What building one step costs the seat, a development fee that is still owed included (S0-44, S3-15)."""
        street = self.square(square, Street)
        return self.step_price(street, self.level_above(street, state.level[square])) + self.building_fee(state, seat)

    def building_fee(self, state: State, seat: int) -> int:
        """The development fee that the seat still owes: none once paid, or with a permit in hand (S3-15, S3-16)."""
        fee = self.options.build_fee
        return 0 if not fee or state.token(DEVELOPER, seat) or self.kept_for(state, seat, "permit") else fee

    # Kept cards

    def kept_for(self, state: State, seat: int, use: str) -> Kept | None:
        """The first kept card of the seat that serves a use: `release` or `permit` (S0-35, S3-16)."""
        for kept in state.kept[seat]:
            effect = self.effects[kept.deck][kept.card]
            if type(effect) is Keep and effect.use == use:
                return kept
        return None

    # Money

    def pot_for(self, card: bool) -> int:
        """The account that a fee goes to: the pot where one is played, of all fees or of cards only (S4-60, S3-24)."""
        options = self.options
        return POT if options.parking == "pot" and (card or options.pot_takes == "fees") else BANK

    def worth(self, state: State, seat: int) -> int:
        """Cash, deeds at printed price (mortgaged ones at half or full), buildings at cost, loans (C-92, S2-49,
        P-06)."""
        lent = sum([_balance(loan, seat) for loan in state.loans]) if state.loans else 0
        return state.accounts[seat] + self.property_worth(state, seat, self.options.worth_mortgaged == "full") + lent

    def tax_base(self, state: State, seat: int) -> int:
        """What ten per cent are taken of: cash, all deeds at printed price, buildings at cost (S4-24, C-20)."""
        return state.accounts[seat] + self.property_worth(state, seat, full=True)

    def property_worth(self, state: State, seat: int, full: bool) -> int:
        """Deeds at printed price, mortgaged ones at half unless `full`, and buildings at cost (C-92)."""
        total = 0
        for square in state.deeds_of(seat):
            price, level = self.prices[square], state.level[square]
            total += price if full or not state.mortgaged[square] else self.share(price, 2)
            if level:
                total += self.cost(self.square(square, Street), level)
        return total

    def raisable(self, state: State, seat: int) -> int:
        """Cash and all that selling buildings and mortgaging could bring; a lot won and not paid brings nothing (C-70,
        C-71, C-42)."""
        deeds = state.deeds_of(seat)
        if unpaid := self.unpaid_lots(state, seat):
            deeds = [square for square in deeds if square not in unpaid]
        return state.accounts[seat] + sum([self.liquid(state, square) for square in deeds])

    def unpaid_lots(self, state: State, seat: int) -> set[int]:
        """The lots that bring the seat nothing before it has paid its bid: one that it won, and the group in which it
        won a building (C-42)."""
        debts = state.debts_of(seat)
        if not debts:
            return set()
        won = [debt.square for debt in debts if debt.cause in ("bid", "building")]
        lots = {lot for square in won for lot in (self.mates[square] if state.level[square] else (square,))}
        return {lot for lot in lots if state.owner[lot] == seat}

    def liquid(self, state: State, square: int) -> int:
        """What the bank would give its owner for a deed now: mortgage and half of the buildings (S0-54, S0-55)."""
        value = 0 if state.mortgaged[square] else self.mortgages[square]
        level = state.level[square]
        if level:
            value += self.refund(self.square(square, Street), level)
        return value

    def wealth(self, state: State, seat: int) -> tuple[int, int]:
        """By what the end is decided: worth, then cash; or cash, then the price of all deeds (S0-72, S2-49, J-07)."""
        cash = state.accounts[seat]
        if self.options.win_by == "cash":
            return cash, self.property_worth(state, seat, full=True)
        return self.worth(state, seat), cash

    def richest(self, state: State) -> int:
        """Who wins when what one has decides: the wealthiest, of two alike the earlier seat (S0-72, S2-49)."""
        return max(state.playing(), key=lambda seat: (*self.wealth(state, seat), -seat))

    # Grounds

    def ground(self, kind: str, card: tuple[str, str], figures: tuple[int, ...], more: tuple[str, ...]) -> Ground:
        """The ground of a kind with its figures, by the rules in force and `more` of them; one object for all charges
        that are alike, kept in `grounds` unless its figures vary without end."""
        key = (kind, figures, card, more)
        known = self.grounds.get(key)
        if known is None:
            rules = self._behind.get((kind, more))
            if rules is None:
                rules = self._behind[kind, more] = behind(self.edition, kind, more)
            known = by_rules(rules, kind, card, figures)
            if kind not in VARYING:
                self.grounds[key] = known
        return known

    # Turns

    def dice_for(self, state: State, seat: int) -> tuple[Die, ...]:
        """The dice with which the seat throws now: once it has passed GO the Speed Die too, but not to leave jail, and
        not for a card or the first turn (S0-03, SD-02, SD-10)."""
        if not self.options.speed_die or not state.laps[seat] or type(state.agenda[-1]) in TWO_DICE:
            return self.dice
        return self.dice if state.jailed[seat] != FREE and self.tries else (*self.dice, SPEED)

    def from_left_of(self, state: State, seat: int) -> list[int]:
        """All other seats still in the game, in seat order from the seat's left (C-78)."""
        count = len(state.out)
        return [other for step in range(1, count) if not state.out[other := (seat + step) % count]]

    def may_collect(self, state: State, seat: int) -> bool:
        """Whether the seat may ask for rent where it is (S0-39, S3-29)."""
        return state.jailed[seat] == FREE or self.options.jail_collects

    def last_claim(self, state: State) -> Claim | None:
        """The rent that is asked for first when the game ends: the oldest of the owner next to the one whose turn it
        was, himself first (C-01)."""
        for owner in (state.turn, *self.from_left_of(state, state.turn)):
            claims = [claim for claim in state.claims if claim.owner == owner]
            if claims and self.may_collect(state, owner):
                return claims[0]
        return None

    def reaches_goal(self, state: State) -> bool:
        """Whether the seat whose turn it is has the worth that ends the game, and nobody had it before (C-97)."""
        goal = self.options.goal
        return bool(goal) and state.reached == BANK and self.worth(state, state.turn) >= goal

    def closing(self, state: State) -> str:
        """Why the game is over when this turn ends, "": it is not; all must have had as many turns (plays: Time-up;
        C-97)."""
        if not (state.time_up or self.is_limited):
            return ""
        why = self.last_round(state) or ("goal" if self.reaches_goal(state) else "")
        return why if why and self.is_round_over(state) else ""

    def last_round(self, state: State) -> str:
        """Why this round is the last one, "": it is not known to be; the time, the goal or the number of rounds (C-96,
        C-97)."""
        if state.time_up:
            return "time"
        if state.reached != BANK:
            return "goal"
        rounds = self.options.rounds
        return "rounds" if rounds and max(state.turns[seat] for seat in state.playing()) >= rounds else ""

    def is_round_over(self, state: State) -> bool:
        """Whether all who play have had the same number of turns (plays: Time-up)."""
        turns = {state.turns[seat] for seat in state.playing()}
        return len(turns) == 1
