"""The umpire takes the commands of the game and says accepted or refused, and why.

Written from the five texts, the matrix of options and the settled points alone, and not from `companion.rules`, of
which it shares nothing but the names of commands, options and printed things.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from companion.rules import codec
from companion.rules.commands import AnyCommand, TakeBack
from companion.rules.edition import Edition
from tests.umpire import correct, deals, lots, moves, people, promises, rents, ruin, sales, speed, turns
from tests.umpire.book import Book, Plain
from tests.umpire.table import BANK, FREE, POT, Table, charge, finish, playing
from tests.umpire.turns import Reasons, has_no_double

Check = Callable[[Table, Plain], Reasons]
Act = Callable[[Table, Plain], None]

COMMANDS: dict[str, tuple[Check, Act]] = {
    "Roll": (moves.against_roll, moves.roll),
    "Throw": (rents.against_throw, rents.throw),
    "End": (turns.against_end, turns.end),
    "Buy": (sales.against_buy, sales.buy),
    "Decline": (sales.against_decline, sales.decline),
    "Bid": (sales.against_bid, sales.bid),
    "Pass": (sales.against_pass, sales.pass_by),
    "Gavel": (sales.against_gavel, sales.gavel),
    "Draw": (moves.against_draw, moves.draw),
    "Choose": (moves.against_choose, moves.choose),
    "GoTo": (moves.against_ride, moves.ride),
    "ClaimRent": (rents.against_claim, rents.claim_rent),
    "Pay": (ruin.against_pay, ruin.pay_debt),
    "GiveUp": (ruin.against_giving_up, ruin.give_up),
    "PayBail": (turns.against_bail, turns.pay_bail),
    "UseCard": (turns.against_card, turns.use_card),
    "Wait": (turns.against_wait, turns.wait),
    "Mortgage": (lots.against_mortgage, lots.mortgage),
    "Redeem": (lots.against_redeem, lots.redeem),
    "Build": (lots.against_build, lots.build),
    "Sell": (lots.against_sell, lots.sell),
    "Clear": (lots.against_clear, lots.clear),
    "ContestFor": (sales.against_contest, sales.contest),
    "Propose": (deals.against_propose, deals.propose),
    "Accept": (deals.against_accept, deals.accept),
    "Reject": (deals.against_reject, deals.reject),
    "Withdraw": (deals.against_withdraw, deals.withdraw),
    "ForgivePromise": (promises.against_forgiving_promise, promises.forgive_promise),
    "ForgiveLoan": (promises.against_forgiving_loan, promises.forgive_loan),
    "Repay": (promises.against_repaying, promises.repay),
    "Leave": (people.against_leaving_game, people.leave_game),
    "HandOver": (people.against_handing_over, people.hand_over),
    "Join": (people.against_joining, people.join_game),
    "CallTime": (turns.against_time, turns.call_time),
    "Correct": (correct.against_correct, correct.correct),
    "Finish": (turns.against_finish, turns.referee_ends),
    "Commit": (turns.against_finish, turns.bank_commits),
}
NOTHING: Plain = {"deeds": [], "money": 0, "cards": [], "promises": [], "loans": []}


class Umpire:
    """One game under the umpire's eyes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._before = deepcopy(table)
        self._done: list[Plain] = []

    @classmethod
    def begin(cls, edition: Edition, names: tuple[str, ...], first: int, **chances: Any) -> Umpire:
        return cls(begin(edition, names, first, **chances))

    def objections(self, command: AnyCommand) -> set[str]:
        """All that speaks against a command; nothing: it is accepted."""
        if isinstance(command, TakeBack):
            return set() if 0 < command.count <= len(self._done) else {"not-now"}
        return set(_objections(self.table, _plain(command)))

    def ask(self, command: AnyCommand) -> set[str]:
        """Carry a command out unless something speaks against it."""
        objections = self.objections(command)
        if objections:
            return objections
        if isinstance(command, TakeBack):
            self._take_back(command.count)
        else:
            self._done.append(_plain(command))
            carry_out(self.table, self._done[-1])
        return objections

    def _take_back(self, count: int) -> None:
        """C-88: as if it had not been."""
        del self._done[-count:]
        self.table = deepcopy(self._before)
        for plain in self._done:
            carry_out(self.table, plain)


def begin(
    edition: Edition,
    names: tuple[str, ...],
    first: int,
    decks: dict[str, tuple[str, ...]] | None = None,
    deal: tuple[tuple[int, ...], ...] = (),
) -> Table:
    """Everybody on GO with the start money; dealt deeds are free, or paid for (S0-05, S0-68, C-95)."""
    book, count = Book(edition), len(names)
    money = [book.start_money(name, len(names)) for name in names]
    printed = {
        name: [card["id"] for card in cards for _ in range(card["copies"])] for name, cards in book.cards.items()
    }
    t = Table(
        book=book,
        names=names,
        cash=dict(enumerate(money)) | {BANK: -sum(money), POT: 0},
        at=[0] * count,
        laps=[0] * count,
        jailed=[FREE] * count,
        out=[False] * count,
        kept=[[] for _ in names],
        owner=[BANK] * book.size,
        level=[0] * book.size,
        mortgaged=[False] * book.size,
        houses=book.options["houses"],
        hotels=book.options["hotels"],
        decks={name: list((decks or {}).get(name, cards)) for name, cards in printed.items()},
        stacked=set(decks or {}),
        turns=[0] * count,
    )
    turns.seed_pot(t)
    for seat, hand in enumerate(deal):
        for square in hand:
            t.owner[square] = seat
            if book.options["deal_paid"]:
                charge(t, seat, BANK, book.squares[square]["price"])
    if first < 0:
        t.phase, t.start = "start", list(range(count))
    else:
        turns.begin_turn(t, first)
    return t


def _plain(command: AnyCommand) -> Plain:
    plain: Plain = codec.builtins(command)
    return {key: NOTHING | value if key in ("gives", "takes") else value for key, value in plain.items()}


def _objections(t: Table, c: Plain) -> Reasons:
    """What holds for all commands, then what holds for this one."""
    seat = c.get("seat")
    if t.over:
        yield "game-over"
    elif seat is not None and not 0 <= seat < len(t.names):
        yield "players"
    elif seat is not None and t.out[seat]:
        yield "out"
    elif not 0 <= c.get("square", 0) < t.book.size:
        yield "not-buildable"
    else:
        yield from COMMANDS[c["type"]][0](t, c)


def carry_out(t: Table, c: Plain) -> None:
    COMMANDS[c["type"]][1](t, c)
    while not t.over and _goes_on(t):
        pass
    deals.drop_dead_offers(t)


def _goes_on(t: Table) -> bool:
    """Do what waits for nobody; tell whether there was anything."""
    if not t.debts:
        t.pledged.clear()
    if t.ending and len(playing(t)) == 1:
        finish(t)
    elif t.debts and t.book.options["end"] == "first-unpaid":
        ruin.end_unpaid(t)
    elif t.debts or t.contest or t.auction:
        return False
    elif t.estate:
        sales.auction_next_of_estate(t)
    else:
        return _moves_on(t)
    return True


def _moves_on(t: Table) -> bool:
    """What of a turn waits for nobody."""
    if t.asked and t.asked["kind"] == "leave":
        moves.leave_jail(t)
    elif t.asked:
        return False
    elif t.ending and not rents.last_claim(t):
        finish(t)
    elif t.onward is not None and not t.ending:
        speed.go_on(t)
    else:
        return t.phase == "end" and promises.fall_due(t)
    return True


def waiting(t: Table) -> set[tuple[int, str]]:
    """Whose prompt of which kind is open."""
    if t.over:
        return set()
    asked = set(_asked(t))
    if not t.ending:
        asked |= {(claim["owner"], "claim") for claim in t.claims}
    return asked | {(offer["to"], "trade") for offer in t.offers}


def _asked(t: Table) -> list[tuple[int, str]]:
    if t.phase == "start":
        return [(t.start[len(t.sums)], "start")]
    if t.debts:
        return [(debt["debtor"], "pay") for debt in t.debts]
    if t.contest:
        return [(rival, "contest") for rival in t.contest["rivals"]]
    if t.auction:
        return [(bidder, "auction") for bidder in t.auction["bidders"]]
    if t.asked:
        return [(t.asked["seat"], t.asked["kind"])]
    last = rents.last_claim(t) if t.ending else None
    return [(last["owner"], "claim")] if last else _asked_for_turn(t)


def _asked_for_turn(t: Table) -> list[tuple[int, str]]:
    """Before the throw in jail there are its ways out, and the throw where one may try (S0-34, S3-30)."""
    if t.phase != "roll" or t.jailed[t.turn] == FREE:
        return [(t.turn, t.phase)]
    if has_no_double(t):
        return [(t.turn, "jail")]
    if t.book.options["jail_tries"]:
        return [(t.turn, "jail"), (t.turn, "roll")]
    return [(t.turn, "roll" if t.jailed[t.turn] else "jail")]
