"""What is chosen from or looked up."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.board import Street
from companion.screens.samples.table import SampleTable
from companion.table.parts import Do, MenuItem, Payment, Row, StatementLine, Term, TermRow, Title
from companion.table.shown import Address, DeedInfo, Standings, Statement, Terms, WhoOwns
from companion.table.views import AnyScreen, DeedList, DeedMenu, Menu


def pages(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    """Name and page, in their order."""
    yield from _menus(t)
    yield from _deeds(t)
    yield from _who_has_what(t)
    yield from _terms(t)
    yield from _of_a_deed(t)


def _menus(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    mine = (
        MenuItem(Do.ANSWER_OFFER, t.blue.name),
        MenuItem(Do.CLAIM, amount=-20, lot=t.streets[0]),
        MenuItem(Do.BUILD),
        MenuItem(Do.SELL, enabled=False),
        MenuItem(Do.TRADE),
        MenuItem(Do.STATEMENT),
    )
    rent = (MenuItem(Do.CLAIM, amount=50, lot=t.streets[0]), MenuItem(Do.LET_GO))
    yield "menu-last-rent", Menu(title=Title.LAST_RENT, items=rent, who=t.red, seconds=20, back=False)
    yield "menu-mine", Menu(title=Title.MINE, items=mine, selected=1, who=t.red)
    yield (
        "menu-look-up",
        Menu(title=Title.LOOK_UP, items=tuple(map(MenuItem, (Do.BALANCES, Do.STANDINGS, Do.WHO_OWNS, Do.WHY)))),
    )
    wishes = (
        MenuItem(Do.BUILD, amount=200),
        MenuItem(Do.SELL, amount=-100),
        MenuItem(Do.CLEAR, amount=-1875),
        MenuItem(Do.MORTGAGE, enabled=False),
    )
    yield (
        "deed-menu",
        DeedMenu(
            row=t.row(0, level=2), who=t.red, cash=1500, items=wishes, selected=0, payment=t.to_bank(200, "building")
        ),
    )
    back = Payment(t.bank, t.red, 100, "refund", t.streets[0])
    yield (
        "deed-menu-sell",
        DeedMenu(row=t.row(0, level=2), who=t.red, cash=1500, items=wishes, selected=1, payment=back),
    )


def _deeds(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    rows = (
        t.row(0, level=2, amount=200),
        t.row(1, level=3, amount=200),
        t.row(2, level=5, enabled=False),
        t.row(3, amount=50),
    )
    yield (
        "deed-list-build",
        DeedList(
            title=Title.BUILD,
            who=t.red,
            rows=rows,
            cash=1500,
            houses=12,
            hotels=3,
            selected=1,
            payment=t.to_bank(200, "building"),
        ),
    )
    yield (
        "deed-list-redeem",
        DeedList(
            title=Title.REDEEM, who=t.red, rows=(t.row(0, mortgaged=True, amount=220),), cash=1500, houses=12, hotels=3
        ),
    )
    yield "deed-list-empty", DeedList(title=Title.SELL, who=t.red, rows=(), cash=1500, houses=12, hotels=3)
    yield (
        "deed-list-trade",
        DeedList(title=Title.TRADE_DEEDS, who=t.red, rows=rows, cash=1500, houses=12, hotels=3, selected=2),
    )


def _who_has_what(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    yield "balances", Standings(rows=t.balances(), houses=21, hotels=9, pot=245, selected=1)
    yield "standings", Standings(rows=t.balances(ranked=True), ranked=True, houses=32, hotels=12, selected=4)
    hidden = tuple(Row(who, None, None) for who in t.parties[:3])
    yield "balances-secret", Standings(rows=hidden, houses=32, hotels=12)
    owned = tuple(t.row(index, owner=t.parties[index % 3] if index % 4 else t.bank) for index in range(12))
    yield "who-owns", WhoOwns(rows=owned, selected=5)
    yield "address", Address(url="http://192.168.178.123:8080/")


def _terms(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    rows = (
        TermRow(Term(3, t.streets[0]), t.red, t.blue),
        TermRow(Term(5, amount=600), t.red, t.green),
        TermRow(Term(0, amount=1250), t.blue, t.red),
    )
    yield "terms", Terms(rows=rows, who=t.red)
    yield "terms-loan", Terms(rows=rows, selected=1)
    yield "terms-none", Terms(rows=())


def _of_a_deed(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    lot = t.row(0, level=3, owner=t.blue)
    street = t.board.squares[lot.lot.square]
    assert isinstance(street, Street)
    info = DeedInfo(
        row=lot,
        kind="street",
        price=street.price,
        mortgage=street.mortgage,
        rents=street.rents,
        house=street.house,
        hotel=street.hotel_price,
        rent=street.rents[min(3, street.top)],
    )
    yield "deed-info", info
    yield "deed-info-free", DeedInfo(row=t.row(1), kind="utility", price=150, mortgage=75, rents=(4, 10))
    lines = (
        StatementLine(9, -1400, t.blue, "rent", 100, t.streets[0]),
        StatementLine(7, 200, t.bank, "salary", 1500),
        StatementLine(5, -75, t.pot, "card", 1300),
        StatementLine(2, 50, t.green, "each", 1375),
    )
    yield "statement", Statement(who=t.red, cash=100, lines=lines, selected=0)
    yield "statement-secret", Statement(who=t.red, cash=None, lines=())
    yield "statement-empty", Statement(who=t.red, cash=1500, lines=())
