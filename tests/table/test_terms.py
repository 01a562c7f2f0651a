"""Promises and loans at the table: put into a trade, told, looked up, let go, paid back."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.rules.commands import Accept, ForgiveLoan, ForgivePromise, Propose, Repay
from companion.rules.events import LoanEnded
from companion.rules.frames import Credit, Side, Waiver
from companion.table.parts import Do, Term
from companion.table.settings import Evening
from companion.table.shown import EventShown, Terms, TradeShown
from companion.table.views import Confirm, Dial, Menu, TradeScreen, TradeSign, TurnScreen
from tests.table.parlour import QUIET, Parlour

RED, BLUE = 0, 1


@pytest.fixture
def sketch(promising: Parlour) -> Parlour:
    """Red (1, 3) puts a trade with blue (6, 39) together, where promises are made."""
    promising.own(RED, 1, 3)
    promising.own(BLUE, 6, 39)
    promising.press("down")
    promising.pick(Do.TRADE)
    promising.card("blue")
    promising.sees(TradeScreen)
    return promising


def test_a_promise_and_a_loan_are_dialled_signed_and_told(sketch: Parlour) -> None:
    sketch.pick(Do.TRADE_PROMISE)
    items = sketch.sees(Menu).items
    assert [item.lot.square for item in items if item.lot] == [1, 3, 6, 39]
    sketch.press("down", "down", "down", "ok")
    sketch.sees(Dial)
    sketch.press("up", "up", "ok", "back")
    sketch.pick(Do.TRADE_LEND)
    sketch.press("up", "up", "ok", "up", "ok", "up", "ok")
    screen = sketch.sees(TradeScreen)
    assert [(term.lot and term.lot.square, term.count) for term in screen.takes.terms] == [(39, 2)]
    assert screen.gives.terms == (Term(2, amount=30, money=20),)
    sketch.card("red")
    sketch.sees(TradeSign)
    sketch.card("red")
    gives, takes = Side(loans=(Credit(20, 30, 2),)), Side(promises=(Waiver(39, 2),))
    assert sketch.last == Propose(RED, BLUE, gives, takes)
    sketch.card("blue")
    assert sketch.state.accounts[:2] == [1480, 1520]
    assert (sketch.state.promises[0].visits, sketch.state.loans[0].amount) == (2, 30)


def test_nothing_back_is_no_loan(sketch: Parlour) -> None:
    sketch.pick(Do.TRADE_BORROW)
    sketch.press("ok", "ok")
    assert sketch.sees(TradeScreen).takes.terms == ()


def test_a_promise_goes_with_its_deed_out_of_the_sketch(sketch: Parlour) -> None:
    sketch.pick(Do.TRADE_PROMISE)
    sketch.press("down", "down", "down", "ok", "up", "ok", "back")
    sketch.deed(39)
    assert sketch.sees(TradeScreen).takes.terms
    sketch.press("back", "back")
    sketch.press("down")
    sketch.pick(Do.TRADE)
    sketch.card("blue")
    assert sketch.sees(TradeScreen).takes.terms == ()


def test_a_borrower_pays_back_early(promising: Parlour) -> None:
    promising.own(RED, 1)
    promising.ask(Propose(RED, BLUE, Side(promises=(Waiver(1, 3),), loans=(Credit(50, 60, 4),)), Side()))
    promising.ask(Accept(BLUE, RED))
    promising.card("blue")
    promising.pick(Do.TERMS)
    rows = promising.sees(Terms).rows
    assert [(row.who.name, row.other.name, row.term.count) for row in rows] == [("blue", "red", 3), ("blue", "red", 4)]
    promising.press("down", "ok")
    assert promising.sees(Confirm).do is Do.REPAY
    promising.press("ok")
    assert promising.last == Repay(BLUE, RED)


def test_who_holds_a_promise_lets_it_go(promising: Parlour) -> None:
    promising.own(RED, 1)
    promising.ask(Propose(RED, BLUE, Side(promises=(Waiver(1, 3),)), Side()))
    promising.ask(Accept(BLUE, RED))
    promising.card("blue")
    promising.pick(Do.TERMS)
    promising.press("ok", "ok")
    assert promising.last == ForgivePromise(BLUE, RED, 1)


def test_the_lender_lets_a_loan_go_and_the_bound_cannot(promising: Parlour) -> None:
    promising.own(RED, 1)
    promising.ask(Propose(RED, BLUE, Side(promises=(Waiver(1, 3),), loans=(Credit(50, 60, 4),)), Side()))
    promising.ask(Accept(BLUE, RED))
    promising.press("down")
    promising.pick(Do.TERMS)
    promising.press("ok")
    promising.sees(Terms)
    promising.press("down", "ok", "ok")
    assert promising.last == ForgiveLoan(RED, BLUE)


def test_all_look_at_them(promising: Parlour) -> None:
    promising.own(RED, 1)
    promising.ask(Propose(RED, BLUE, Side(promises=(Waiver(1, 3),)), Side(money=5)))
    promising.ask(Accept(BLUE, RED))
    promising.press("info")
    promising.pick(Do.TERMS)
    assert len(promising.sees(Terms).rows) == 1


def test_where_none_are_made_nothing_is_offered(parlour: Parlour) -> None:
    parlour.own(RED, 1)
    parlour.press("down")
    assert Do.TERMS not in {item.do for item in parlour.sees(Menu).items}
    parlour.pick(Do.TRADE)
    parlour.card("blue")
    assert Do.TRADE_LEND not in {item.do for item in parlour.sees(TradeScreen).items}


def test_what_a_trade_has_brought_about_and_what_is_let_go_are_told(opened: Callable[..., Parlour]) -> None:
    evening = Evening(players=("red", "blue"), dice="serial", cards="tag", rules={"promises": True})
    parlour = opened(settings=replace(QUIET, news_seconds=3), evening=evening)
    parlour.begin()
    parlour.own(RED, 1)
    parlour.ask(Propose(RED, BLUE, Side(promises=(Waiver(1, 3),), loans=(Credit(50, 60, 4),)), Side(money=5)))
    parlour.ask(Accept(BLUE, RED))
    shown = parlour.sees(TradeShown)
    assert [(term.count, term.money, term.amount) for term in shown.gives.terms] == [(3, 0, 0), (4, 50, 60)]
    assert (shown.takes.money, shown.takes.terms) == (5, ())
    parlour.press("ok")
    parlour.sees(TurnScreen)
    parlour.ask(ForgiveLoan(RED, BLUE))
    assert parlour.sees(EventShown).event == LoanEnded(BLUE, RED, 60, 4, "forgiven")
