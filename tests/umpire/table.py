"""The table as it stands, all of it in lists and dictionaries, and the few things that every rule does with it.

What the table waits for lies in named places, and the first of them that is filled has the word: `debts`, `contest`,
`auction`, `estate`, then `asked` (the question of the square where the token stopped), then the `phase` of the turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.umpire.book import Book, Plain

BANK, POT = -1, -2
FREE = -1


@dataclass
class Table:
    """A game; accounts are seats, BANK and POT."""

    book: Book
    names: tuple[str, ...]
    cash: dict[int, int]
    at: list[int]
    laps: list[int]
    jailed: list[int]
    out: list[bool]
    kept: list[list[tuple[str, str]]]
    owner: list[int]
    level: list[int]
    mortgaged: list[bool]
    houses: int
    hotels: int
    decks: dict[str, list[str]]
    stacked: set[str]
    turn: int = 0
    phase: str = "roll"  # start, roll, end
    thrown: bool = False
    doubles: int = 0
    dice: int = 0
    turns: list[int] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    sums: list[int] = field(default_factory=list)
    asked: Plain | None = None
    onward: int | None = None  # who goes on to the next deed when this square is settled (SD-05)
    debts: list[Plain] = field(default_factory=list)
    pledged: list[int] = field(default_factory=list)
    auction: Plain | None = None
    contest: Plain | None = None
    estate: list[int] = field(default_factory=list)
    claims: list[Plain] = field(default_factory=list)
    offers: list[Plain] = field(default_factory=list)
    promises: dict[tuple[int, int], int] = field(default_factory=dict)  # visits by holder and square
    loans: list[Plain] = field(default_factory=list)
    fresh: dict[int, int] = field(default_factory=dict)
    developers: set[int] = field(default_factory=set)
    newcomers: dict[int, int] = field(default_factory=dict)
    act: bool = False
    time_up: bool = False
    goal_reached: bool = False
    departed: set[int] = field(default_factory=set)
    former: list[str] = field(default_factory=list)
    ending: bool = False
    over: bool = False
    winner: int = BANK


# Who is there


def playing(t: Table) -> list[int]:
    return [seat for seat in range(len(t.names)) if not t.out[seat]]


def others_from(t: Table, seat: int) -> list[int]:
    """The other players in the game, from the left of a seat (S0-11)."""
    count = len(t.names)
    around = [(seat + step) % count for step in range(1, count)]
    return [other for other in around if not t.out[other]]


def is_quiet(t: Table) -> bool:
    """Whether the table waits for a throw or for the end of a turn only."""
    busy = t.debts or t.contest or t.auction or t.estate or t.asked or t.ending
    return not busy and t.phase in ("roll", "end")


# Money


def pay(t: Table, payer: int, payee: int, amount: int) -> None:
    t.cash[payer] -= amount
    t.cash[payee] += amount


def charge(t: Table, payer: int, payee: int, amount: int, lot: int = -1) -> None:
    """Paid at once if the cash covers it all, else the whole sum is owed (Paying)."""
    if t.cash[payer] >= amount:
        pay(t, payer, payee, amount)
    else:
        t.debts.append({"debtor": payer, "creditor": payee, "amount": amount, "lot": lot})


def fees_to(t: Table) -> int:
    """Where taxes, bail and fines go (S4-60)."""
    options = t.book.options
    return POT if options["parking"] == "pot" and options["pot_takes"] == "fees" else BANK


def cards_to(t: Table) -> int:
    """Where the payments go that cards demand for the bank (S4-60, S3-24)."""
    return POT if t.book.options["parking"] == "pot" else BANK


def debts_of(t: Table, seat: int) -> list[Plain]:
    return [debt for debt in t.debts if debt["debtor"] == seat]


def spoken_for(t: Table, seat: int) -> int:
    """The money of the leading bid, or of the scarce house one has asked for, is not to be spent (S4-18, S0-51)."""
    if t.auction and t.auction["leader"] == seat:
        return int(t.auction["bid"])
    return 0


# Deeds


def deeds_of(t: Table, seat: int) -> list[int]:
    return [square for square in t.book.deeds if t.owner[square] == seat]


def has_group(t: Table, seat: int, square: int) -> bool:
    return all(t.owner[mate] == seat for mate in t.book.group(square))


def own_mates(t: Table, square: int) -> list[int]:
    """The lots of the group that the same player owns, this one too."""
    return [mate for mate in t.book.group(square) if t.owner[mate] == t.owner[square]]


def convey(t: Table, square: int, to: int) -> None:
    """A deed changes hands; who gets it where he stands has not come back to it yet (S0-46)."""
    t.owner[square] = to
    t.fresh.pop(square, None)
    t.promises = {at: left for at, left in t.promises.items() if at[1] != square or to not in (BANK, at[0])}  # P-02
    t.newcomers = {seat: lot for seat, lot in t.newcomers.items() if lot != square}
    if to != BANK and t.at[to] == square:
        t.newcomers[to] = square


def inherit_interest(t: Table, square: int, receiver: int) -> None:
    """The receiver of a mortgaged deed pays the interest at once (S0-59)."""
    interest = t.book.transfer_interest(square)
    if t.mortgaged[square] and interest:
        charge(t, receiver, BANK, interest)
        t.fresh[square] = interest


def put(t: Table, square: int, level: int) -> None:
    """Set the buildings of a lot out of the bank's stock, or back into it."""
    for old, sign in ((t.level[square], 1), (level, -1)):
        if old and old == t.book.top(square):
            t.hotels += sign
        else:
            t.houses += sign * old
    t.level[square] = level


def return_card(t: Table, seat: int, card: tuple[str, str]) -> None:
    t.kept[seat].remove(card)
    t.decks[card[0]].append(card[1])


# What one is worth


def raisable(t: Table, seat: int) -> int:
    """Cash, and what all buildings and mortgages would bring (S0-60); a lot not paid for brings nothing (C-42)."""
    total = t.cash[seat]
    return total + sum(deed_brings(t, square) for square in deeds_of(t, seat) if not is_unpaid(t, square))


def is_unpaid(t: Table, square: int) -> bool:
    """C-42: won and not paid for, or of a group in which a building is not."""
    if square not in t.book.deeds:
        return False
    owed = {debt["lot"] for debt in debts_of(t, t.owner[square])}
    built = {lot for lot in owed if lot >= 0 and t.level[lot]}
    return square in owed or any(mate in built for mate in own_mates(t, square))


def deed_brings(t: Table, square: int) -> int:
    """What selling its buildings and mortgaging it would bring."""
    mortgage = 0 if t.mortgaged[square] else int(t.book.squares[square]["mortgage"])
    return mortgage + t.book.refund(square, t.level[square])


def worth(t: Table, seat: int, mortgaged: str) -> int:
    """Cash, deeds at their printed price (mortgaged ones in full or half), buildings at cost (8.2, S4-24)."""
    total = t.cash[seat]
    for square in deeds_of(t, seat):
        price = int(t.book.squares[square]["price"])
        total += t.book.in_notes(price / 2) if t.mortgaged[square] and mortgaged == "half" else price
        total += t.book.cost(square, t.level[square])
    return total


def loans_of(t: Table, seat: int) -> int:
    """P-06: what is lent, less what is borrowed."""
    total = 0
    for loan in t.loans:
        total += loan["amount"] * (loan["lender"] == seat)
        total -= loan["amount"] * (loan["borrower"] == seat)
    return total


def finish(t: Table) -> None:
    """The richest wins; at equal worth the one with more cash (S0-01); or most cash, then most in deeds (J-07)."""
    t.over = True
    t.winner = max(playing(t), key=lambda seat: (*wealth(t, seat), -seat))


def wealth(t: Table, seat: int) -> tuple[int, int]:
    if t.book.options["win_by"] == "cash":
        return t.cash[seat], worth(t, seat, "full") - t.cash[seat]
    return worth(t, seat, t.book.options["worth_mortgaged"]) + loans_of(t, seat), t.cash[seat]
