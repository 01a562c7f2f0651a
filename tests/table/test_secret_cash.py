"""Where cash need not be disclosed, the display of all shows it only to whoever lays his own card."""

from collections.abc import Callable

import pytest

from companion.rules.commands import Finish, Propose, Reason, Subject
from companion.rules.frames import Side
from companion.table.parts import Do
from companion.table.settings import Evening
from companion.table.shown import RefusedShown, Standings, Statement, Why
from companion.table.views import (
    AuctionScreen,
    DebtScreen,
    DeedList,
    DeedMenu,
    Dial,
    JailScreen,
    OfferScreen,
    TradeScreen,
    TurnScreen,
)
from tests.table.parlour import Parlour

Opened = Callable[..., Parlour]


@pytest.fixture
def secret(opened: Opened) -> Parlour:
    evening = Evening(players=("red", "blue"), dice="serial", cards="tag", rules={"cash_hidden": True})
    parlour = opened(evening=evening)
    parlour.begin()
    return parlour


def test_lists_have_no_figures(secret: Parlour) -> None:
    secret.press("info", "ok")
    assert {row.cash for row in secret.sees(Standings).rows} == {None}
    assert {row.worth for row in secret.sees(Standings).rows} == {None}


def test_turn_and_offer_do_not_say_what_the_player_has(secret: Parlour) -> None:
    assert secret.sees(TurnScreen).cash is None
    secret.throw(1, 2)
    offer = secret.sees(OfferScreen)
    assert (offer.cash, offer.after, offer.raisable, offer.payment.amount, offer.payment.payer_cash) == (
        None,
        None,
        None,
        60,
        None,
    )


def test_menus_of_deeds_and_the_dial_of_a_trade_do_not_say_it(secret: Parlour) -> None:
    secret.own(0, 1, 3)
    secret.deed(3)
    menu = secret.sees(DeedMenu)
    assert (menu.cash, menu.payment and menu.payment.payer_cash) == (None, None)
    secret.press("back", "up")
    secret.pick(Do.BUILD)
    assert secret.sees(DeedList).cash is None
    secret.press("back")
    secret.pick(Do.TRADE)
    secret.card("blue")
    secret.pick(Do.TRADE_GIVE_MONEY)
    assert secret.sees(Dial).high is None


def test_no_way_to_put_a_trade_together_tells_what_the_other_has(secret: Parlour) -> None:
    """The dial of his money does not stop at it, and a phone hears of it only when the trade is signed."""
    secret.own(0, 1)
    secret.cash(1, 40)
    assert secret.compose(asking(41), show=False) is None
    assert secret.compose(asking(40), show=False) is None
    secret.card("red")
    secret.pick(Do.TRADE)
    secret.card("blue")
    secret.pick(Do.TRADE_TAKE_MONEY)
    secret.press("up", "up", "up", "up", "up", "ok")
    assert secret.sees(TradeScreen).takes.money == 50
    secret.press("back", "back")
    assert secret.compose(asking(60)) is None
    secret.press("back")
    entries = secret.entries
    secret.card("red")
    secret.pick(Do.TRADE)
    secret.card("blue")
    assert secret.sees(TradeScreen).takes.money == 60
    secret.card("red")
    secret.card("red")
    refused = secret.sees(RefusedShown)
    assert (refused.reason, refused.figures) == (Reason.TOO_POOR, {"needed": 60})
    assert secret.entries == entries


def test_what_the_proposer_lacks_is_his_own_to_know(secret: Parlour) -> None:
    secret.cash(0, 40)
    refusal = secret.compose(Propose(0, 1, Side((), 41), Side((), 0)), show=False)
    assert refusal is not None
    assert refusal.reason is Reason.TOO_POOR


def asking(money: int) -> Propose:
    return Propose(0, 1, Side((1,)), Side((), money))


def test_a_debt_does_not_say_it(secret: Parlour) -> None:
    secret.own(1, 39)
    secret.at(0, 36)
    secret.cash(0, 20)
    secret.throw(1, 2)
    debt = secret.sees(DebtScreen)
    assert (debt.cash, debt.raisable, debt.payment.amount) == (None, None, 50)


def test_jail_does_not_say_it(secret: Parlour) -> None:
    secret.at(0, 10)
    secret.correct(Subject.JAILED, 0, 0)
    secret.press("down")
    jail = secret.sees(JailScreen)
    assert jail.payment is not None
    assert (jail.cash, jail.payment.amount, jail.payment.payer_cash) == (None, 50, None)


def test_a_refusal_and_an_auction_do_not_say_it(secret: Parlour) -> None:
    secret.cash(0, 20)
    secret.throw(1, 2)
    secret.deed(3)
    assert "cash" not in secret.sees(RefusedShown).figures
    secret.press("back", "down", "ok")
    secret.sees(AuctionScreen)
    secret.press("info")
    secret.pick(Do.WHY)
    assert secret.sees(Why).figures == {"low": 1}


def test_only_the_own_card_opens_the_own_account(secret: Parlour) -> None:
    secret.throw(1, 2)
    secret.deed(3)
    secret.press("up")
    secret.pick(Do.STATEMENT)
    statement = secret.sees(Statement)
    assert (statement.cash, statement.lines) == (None, ())
    secret.card("red")
    statement = secret.sees(Statement)
    assert (statement.cash, [line.amount for line in statement.lines]) == (1440, [-60])


def test_when_the_game_is_over_all_is_told(secret: Parlour) -> None:
    secret.ask(Finish("agreed"))
    secret.press("info")
    secret.pick(Do.BALANCES)
    assert [row.cash for row in secret.sees(Standings).rows] == [1500, 1500]
