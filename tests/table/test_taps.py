"""The commonest things at the table take at most three movements, and just those that `docs/taps.md` says."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.rules.commands import (
    Accept,
    AnyCommand,
    Bid,
    Build,
    Buy,
    Choose,
    ClaimRent,
    Decline,
    Draw,
    End,
    Mortgage,
    Pass,
    Pay,
    PayBail,
    Propose,
    Redeem,
    Roll,
    Sell,
    Subject,
)
from companion.rules.frames import Side
from companion.table.settings import Evening
from companion.table.shown import DeedInfo, Standings, Statement, Why
from tests.table.parlour import Parlour

MOST = 3
TABLE = Path(__file__).parents[2] / "docs" / "taps.md"
Prepare = Callable[[Parlour], None]


def rows() -> list[tuple[str, list[str], int]]:
    """What, how, and how many movements, as documented."""
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")][1:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [(what, [each.strip() for each in how.split(",")], int(count)) for what, how, count in cells]


def nothing(_: Parlour) -> None:
    """Red is to throw."""


def on_baltic(parlour: Parlour) -> None:
    parlour.throw(1, 2)


def bought(parlour: Parlour) -> None:
    parlour.throw(1, 2)
    parlour.deed(3)


def auction(parlour: Parlour) -> None:
    parlour.throw(1, 2)
    parlour.press("down", "ok")
    parlour.card("blue")


def rent_waits(parlour: Parlour) -> None:
    parlour.own(1, 3)
    parlour.throw(1, 2)


def owes(parlour: Parlour) -> None:
    """Red owes the tax and has just raised enough."""
    parlour.cash(0, 10)
    parlour.own(0, 39)
    parlour.throw(1, 3)
    parlour.press("ok")
    assert parlour.ask(Mortgage(0, 39)) is None


def drew(parlour: Parlour) -> None:
    parlour.at(0, 5)
    parlour.throw(1, 1)


def on_tax(parlour: Parlour) -> None:
    parlour.throw(1, 3)


def jailed(parlour: Parlour) -> None:
    parlour.at(0, 10)
    parlour.correct(Subject.JAILED, 0, 1)


def group(parlour: Parlour) -> None:
    parlour.own(0, 1, 3)


def built(parlour: Parlour) -> None:
    group(parlour)
    for square in (1, 3):
        assert parlour.ask(Build(0, square)) is None


def railroad(parlour: Parlour) -> None:
    parlour.own(0, 3, 5)


def mortgaged(parlour: Parlour) -> None:
    railroad(parlour)
    assert parlour.ask(Mortgage(0, 3)) is None


def offered(parlour: Parlour) -> None:
    parlour.own(1, 3)
    parlour.press("down")
    assert parlour.ask(Propose(1, 0, Side((3,)), Side(money=50))) is None
    parlour.card("red")
    parlour.press("ok")


PREPARED: dict[str, tuple[Prepare, AnyCommand | type[object]]] = {
    "Throw and move": (nothing, Roll(0, 1, 2, source="die")),
    "End the turn": (bought, End(0)),
    "End the turn by going on": (bought, Roll(1, 1, 2, source="die")),
    "Buy the deed on offer": (on_baltic, Buy(0)),
    "Leave it to the auction": (on_baltic, Decline(0)),
    "Bid what is asked": (auction, Bid(0, 20)),
    "Leave the auction": (auction, Pass(0)),
    "Claim a rent": (rent_waits, ClaimRent(1)),
    "Pay a debt": (owes, Pay(0)),
    "Name the card drawn": (drew, Draw(0, "dividend")),
    "Choose the way to pay the tax": (on_tax, Choose(0, "percent")),
    "Pay to leave jail": (jailed, PayBail(0)),
    "Build a house": (group, Build(0, 3)),
    "Sell a house": (built, Sell(0, 3)),
    "Mortgage a deed": (railroad, Mortgage(0, 3)),
    "Lift a mortgage": (mortgaged, Redeem(0, 3)),
    "Sign a trade": (offered, Accept(0, 1)),
    "Look up a deed": (nothing, DeedInfo),
    "Look up my account": (nothing, Statement),
    "See all balances": (nothing, Standings),
    "Ask why": (nothing, Why),
}


def move(parlour: Parlour, movement: str) -> None:
    match movement:
        case "throw":
            parlour.throw(1, 2)
        case "card":
            parlour.card("red")
        case "deed":
            parlour.deed(3)
        case "tag":
            parlour.draw("chance", "dividend")
        case "info held":
            parlour.hold("info")
        case _:
            parlour.press(movement)


@pytest.mark.parametrize(("what", "how", "count"), rows())
def test_it_takes_what_is_documented(what: str, how: list[str], count: int, opened: Callable[..., Parlour]) -> None:
    rules: dict[str, str | int | bool] = {"rent_claim": "next-throw"} if what == "Claim a rent" else {}
    parlour = opened(evening=Evening(players=("red", "blue", "green"), dice="serial", cards="tag", rules=rules))
    parlour.begin()
    prepare, outcome = PREPARED[what]
    prepare(parlour)
    for movement in how:
        move(parlour, movement)
    assert len(how) == count <= MOST
    assert isinstance(parlour.screen, outcome) if isinstance(outcome, type) else parlour.last == outcome


def test_all_of_them_are_documented() -> None:
    assert {what for what, _, _ in rows()} == set(PREPARED)
