"""What the referee may set right (C-88)."""

from __future__ import annotations

from collections.abc import Callable

from tests.umpire.book import Plain
from tests.umpire.lots import is_frozen, stock_left
from tests.umpire.table import BANK, FREE, POT, Table, convey, pay, playing, put, return_card
from tests.umpire.turns import Reasons

MUCH = 10**12


def against_correct(t: Table, c: Plain) -> Reasons:
    where, value, subject = c["where"], c["value"], c["subject"]
    if subject in ("owner", "buildings", "mortgaged"):
        yield from _against_square(t, subject, where, value)
    elif subject == "pot":
        if not 0 <= value < (MUCH if t.book.options["parking"] == "pot" else 1):
            yield "at-limit"
        if value % t.book.unit:
            yield "unit"
    elif subject == "turn":
        if t.debts or t.contest or t.auction or t.estate or t.asked or t.ending or t.phase == "start":
            yield "not-now"
        if value not in playing(t):
            yield "at-limit"
    else:
        yield from _against_player(t, c)


def _against_player(t: Table, c: Plain) -> Reasons:
    if not 0 <= c["where"] < len(t.names):
        yield "players"
        return
    if t.out[c["where"]]:
        yield "out"
    if c["subject"] == "keeps" and not keepers(t, c["card"]):
        yield "no-such-card"
    if c["value"] not in range(*limits(t, c)):
        yield "at-limit"
    if c["subject"] == "cash" and c["value"] % t.book.unit:
        yield "unit"


def limits(t: Table, c: Plain) -> tuple[int, int]:
    """From what to below what a figure of a player may be set."""
    if c["subject"] == "at":
        return 0, t.book.size
    if c["subject"] == "jailed":
        return FREE, max(1, t.book.options["jail_tries"])
    if c["subject"] == "keeps":
        return 0, len(in_hand(t, c["where"], c["card"])) + len(in_decks(t, c["card"])) + 1
    return 0, MUCH


def keepers(t: Table, card: str) -> list[str]:
    """The decks that have such a card to keep: chance first, then chest."""
    return [deck for deck, cards in t.book.effects.items() if card in cards and cards[card]["kind"] == "keep"]


def in_hand(t: Table, seat: int, card: str) -> list[tuple[str, str]]:
    return [kept for deck in keepers(t, card) for kept in t.kept[seat] if kept == (deck, card)]


def in_decks(t: Table, card: str) -> list[tuple[str, str]]:
    return [(deck, card) for deck in keepers(t, card) for found in t.decks[deck] if found == card]


def _against_square(t: Table, subject: str, square: int, value: int) -> Reasons:
    if square not in t.book.deeds:
        yield "not-buildable"
        return
    if is_at_stake(t, square):
        yield "not-now"
    if subject == "owner":
        if value not in (playing(t) if t.level[square] or t.mortgaged[square] else [BANK, *playing(t)]):
            yield "at-limit"
    elif subject == "mortgaged":
        if value not in (0, 1) or (value and (t.owner[square] == BANK or not t.book.squares[square]["mortgage"])):
            yield "at-limit"
    elif not t.book.takes_buildings(square):
        yield "not-buildable"
    else:
        yield from _against_level(t, square, value)


def is_at_stake(t: Table, square: int) -> bool:
    """On offer, under the hammer, left behind, asked for by a throw, or in a group that a scarce building may go to."""
    asked = t.asked and t.asked.get("square") == square
    hammered = t.auction and t.auction["square"] == square
    return bool(asked or hammered or square in t.estate or is_frozen(t, square))


def _against_level(t: Table, square: int, level: int) -> Reasons:
    """The bank's stock is a limit, too, and the house at stake is not in it."""
    if level not in (*range(t.book.needs(square) + 1), t.book.top(square)):
        yield "at-limit"
        return
    if level and t.owner[square] == BANK:
        yield "at-limit"
    old = t.level[square]
    put(t, square, level)
    if stock_left(t) < 0 or t.hotels < 0:
        yield "at-limit"
    put(t, square, old)


def correct(t: Table, c: Plain) -> None:
    SETTERS[c["subject"]](t, c["where"], c["value"], c["card"])


def _money(t: Table, account: int, value: int, card: str) -> None:
    pay(t, BANK, account, value - t.cash[account])


def _pot(t: Table, where: int, value: int, card: str) -> None:
    _money(t, POT, value, card)


def _at(t: Table, seat: int, value: int, card: str) -> None:
    """Who is jailed stands in jail."""
    t.at[seat] = value
    if value != t.book.jail:
        t.jailed[seat] = FREE
    t.newcomers.pop(seat, None)


def _jailed(t: Table, seat: int, value: int, card: str) -> None:
    t.jailed[seat] = value
    if value != FREE and t.at[seat] != t.book.jail:
        t.at[seat] = t.book.jail
        t.newcomers.pop(seat, None)


def _laps(t: Table, seat: int, value: int, card: str) -> None:
    t.laps[seat] = value


def _keeps(t: Table, seat: int, value: int, card: str) -> None:
    held, free = in_hand(t, seat, card), in_decks(t, card)
    for kept in held[value:]:
        return_card(t, seat, kept)
    for deck, name in free[: max(0, value - len(held))]:
        t.decks[deck].remove(name)
        t.kept[seat].append((deck, name))


def _turn(t: Table, where: int, seat: int, card: str) -> None:
    """C-96: who comes before him in this round has had his turn, the others have not."""
    seats, number = playing(t), t.turns[t.turn]
    begun = [one for place, one in enumerate(seats) if t.turns[seats[place - 1]] < t.turns[one]]
    first = seats.index(begun[0]) if begun else (seats.index(t.turn) + 1) % len(seats)
    for one in seats[first:] + seats[:first]:
        t.turns[one] = number
        number -= one == seat
    t.turn, t.phase, t.thrown, t.doubles = seat, "roll", False, 0


def _owner(t: Table, square: int, value: int, card: str) -> None:
    convey(t, square, value)


def _buildings(t: Table, square: int, value: int, card: str) -> None:
    put(t, square, value)


def _mortgaged(t: Table, square: int, value: int, card: str) -> None:
    if t.mortgaged[square] != bool(value):
        t.mortgaged[square] = bool(value)
        t.fresh.pop(square, None)


SETTERS: dict[str, Callable[[Table, int, int, str], None]] = {
    "cash": _money,
    "pot": _pot,
    "at": _at,
    "jailed": _jailed,
    "laps": _laps,
    "keeps": _keeps,
    "turn": _turn,
    "owner": _owner,
    "buildings": _buildings,
    "mortgaged": _mortgaged,
}
