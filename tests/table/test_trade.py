"""A trade: put together with tags and dial, shown whole, signed by both cards."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.rules.commands import Accept, Build, Decline, Mortgage, Pay, Propose, Reject, Withdraw
from companion.rules.events import TradeDropped
from companion.rules.frames import Side
from companion.table.flows.trade import can_trade
from companion.table.inputs import Turned
from companion.table.parts import Do, Title, Trouble
from companion.table.shown import EventShown, Notice, PaymentShown, RefusedShown, TradeShown
from companion.table.views import DebtScreen, Dial, Menu, OfferScreen, TradeScreen, TradeSign, TurnScreen
from tests.table.parlour import QUIET, Parlour


@pytest.fixture
def sketch(parlour: Parlour) -> Parlour:
    """Red (1, 3) puts a trade with blue (6, 39) together."""
    parlour.own(0, 1, 3)
    parlour.own(1, 6, 39)
    parlour.press("down")
    parlour.pick(Do.TRADE)
    assert [item.name for item in parlour.sees(Menu).items] == ["blue", "green"]
    parlour.card("blue")
    parlour.sees(TradeScreen)
    return parlour


def test_deeds_go_in_and_out_by_their_tags(sketch: Parlour) -> None:
    sketch.deed(1)
    sketch.deed(39)
    screen = sketch.sees(TradeScreen)
    assert [row.lot.square for row in screen.gives.lots] == [1]
    assert [row.lot.square for row in screen.takes.lots] == [39]
    sketch.deed(1)
    assert sketch.sees(TradeScreen).gives.lots == ()
    sketch.deed(5)
    assert sketch.sees(Notice).trouble is Trouble.DEED_NOT_IN_TRADE


def test_both_sign_and_it_is_done(sketch: Parlour) -> None:
    sketch.deed(1)
    sketch.deed(39)
    sketch.pick(Do.TRADE_GIVE_MONEY)
    sketch.press("up", "up", "info", "up", "ok")
    assert sketch.sees(TradeScreen).gives.money == 21
    sketch.card("red")
    sign = sketch.sees(TradeSign)
    assert (sign.waits_for.name, sign.gives.signed) == ("red", False)
    sketch.card("blue")
    assert sketch.sees(Notice).trouble is Trouble.NOT_ADDRESSED
    sketch.card("red")
    sketch.sees(TradeSign)  # the card signs only what is shown
    sketch.card("red")
    assert sketch.last == Propose(0, 1, Side((1,), 21), Side((39,)))
    sign = sketch.sees(TradeSign)
    assert (sign.waits_for.name, sign.gives.signed) == ("blue", True)
    sketch.card("blue")
    assert sketch.state.owner[1] == 1
    assert sketch.state.owner[39] == 0
    assert sketch.state.accounts[:2] == [1479, 1521]
    sketch.sees(TurnScreen)


def test_refusing_takes_back_and_the_card(sketch: Parlour) -> None:
    sketch.deed(1)
    sketch.card("red")
    sketch.card("red")
    sketch.press("back")
    assert sketch.sees(TradeSign).refusing
    sketch.card("blue")
    assert sketch.last == Reject(1, 0)
    assert not sketch.state.offers


def test_an_offer_lies_until_it_is_answered_or_withdrawn(sketch: Parlour) -> None:
    sketch.deed(1)
    sketch.card("red")
    sketch.card("red")
    sketch.press("back", "back")
    sketch.card("blue")
    sketch.pick(Do.ANSWER_OFFER, "red")
    assert sketch.sees(TradeSign).waits_for.name == "blue"
    sketch.press("back", "back", "back")
    sketch.press("down")
    sketch.pick(Do.WITHDRAW, "blue")
    assert sketch.last == Withdraw(0, 1)


def test_a_mortgaged_deed_shows_the_interest_of_its_receiver(sketch: Parlour) -> None:
    assert sketch.ask(Mortgage(1, 39)) is None
    sketch.deed(39)
    screen = sketch.sees(TradeScreen)
    assert (screen.gives.interest, screen.takes.interest) == (20, 0)


def test_the_sketch_outlives_a_look_elsewhere(sketch: Parlour) -> None:
    sketch.deed(1)
    sketch.press("back")
    sketch.card("green")
    sketch.press("back")
    sketch.press("down")
    sketch.pick(Do.TRADE)
    sketch.card("blue")
    assert [row.lot.square for row in sketch.sees(TradeScreen).gives.lots] == [1]


def test_what_the_rules_refuse_leaves_the_sketch(sketch: Parlour) -> None:
    sketch.deed(1)
    assert sketch.ask(Build(0, 3)) is None
    sketch.card("red")
    sketch.card("red")
    assert sketch.sees(RefusedShown).reason == "has-buildings"
    sketch.press("back", "back")
    assert [row.lot.square for row in sketch.sees(TradeScreen).gives.lots] == [1]


def test_a_kept_card_is_traded(parlour: Parlour) -> None:
    parlour.at(0, 5)
    parlour.throw(1, 1)
    parlour.draw("chance", "jail-free")
    parlour.press("down")
    parlour.pick(Do.TRADE)
    parlour.card("green")
    parlour.pick(Do.TRADE_CARD)
    menu = parlour.sees(Menu)
    assert menu.title is Title.TRADE_CARDS
    assert [(item.name, item.who and item.who.name, item.checked) for item in menu.items] == [
        ("jail-free", "red", False)
    ]
    parlour.press("ok", "back")
    assert [line.card for line in parlour.sees(TradeScreen).gives.cards] == ["jail-free"]
    parlour.card("red")
    parlour.card("red")
    parlour.card("green")
    assert parlour.last == Accept(2, 0)
    assert [kept.card for kept in parlour.state.kept[2]] == ["jail-free"]


def test_the_dial_ends_at_the_givers_cash_and_runs_with_quick_turns(sketch: Parlour) -> None:
    sketch.pick(Do.TRADE_TAKE_MONEY)
    assert sketch.sees(Dial).high == 1500
    sketch.do(Turned(1))
    sketch.clock.now += 0.5
    sketch.do(Turned(1))
    assert sketch.sees(Dial).value == 20
    sketch.clock.now += 0.02
    sketch.do(Turned(1))
    assert sketch.sees(Dial).value == 70
    sketch.do(Turned(-100))
    assert sketch.sees(Dial).value == 0


@pytest.fixture
def talkative(opened: Callable[..., Parlour]) -> Parlour:
    """Red, who owns two deeds, owes more than he has; what happens is shown for three seconds."""
    parlour = opened(settings=replace(QUIET, news_seconds=3))
    parlour.begin()
    parlour.own(0, 1, 3)
    parlour.own(1, 39)
    parlour.cash(0, 10)
    parlour.at(0, 36)
    parlour.throw(1, 2)
    parlour.sees(DebtScreen)
    return parlour


def trade_of_red_and_blue(parlour: Parlour) -> None:
    assert parlour.ask(Propose(0, 1, Side(deeds=(1, 3)), Side(money=40))) is None
    assert parlour.ask(Accept(1, 0)) is None


def test_a_trade_in_a_debt_says_that_it_is_done(talkative: Parlour) -> None:
    trade_of_red_and_blue(talkative)
    shown = talkative.sees(TradeShown)
    assert ([row.lot.square for row in shown.gives.lots], shown.gives.money, shown.gives.who.name) == ([1, 3], 0, "red")
    assert (shown.takes.lots, shown.takes.money, shown.takes.who.name) == ((), 40, "blue")
    talkative.press("ok")
    talkative.sees(DebtScreen)


def test_what_is_told_of_a_trade_holds_no_tap_up(talkative: Parlour) -> None:
    trade_of_red_and_blue(talkative)
    talkative.sees(TradeShown)
    talkative.card("red")
    assert talkative.last == Pay(0)


def test_a_refusal_is_told_also_in_a_debt(talkative: Parlour) -> None:
    assert talkative.ask(Propose(0, 1, Side(deeds=(1, 3)), Side(money=60))) is None
    assert talkative.ask(Reject(1, 0)) is None
    assert talkative.sees(EventShown).event == TradeDropped(0, 1)
    talkative.pass_time(4)
    talkative.sees(DebtScreen)


def test_the_interest_of_a_mortgaged_deed_is_told_after_the_trade(opened: Callable[..., Parlour]) -> None:
    parlour = opened(settings=replace(QUIET, news_seconds=3))
    parlour.begin()
    parlour.own(0, 39)
    assert parlour.ask(Mortgage(0, 39)) is None
    assert parlour.ask(Propose(0, 1, Side(deeds=(39,)), Side(money=60))) is None
    assert parlour.ask(Accept(1, 0)) is None
    assert [row.mortgaged for row in parlour.sees(TradeShown).gives.lots] == [True]
    parlour.press("ok")
    paid = parlour.sees(PaymentShown)
    assert (paid.payment.cause, paid.payment.amount, paid.more) == ("interest", 20, 0)


class TestTradingTime:
    def test_a_menu_offers_trades_but_not_in_an_auction(self, opened: Callable[..., Parlour]) -> None:
        parlour = opened()
        parlour.begin()
        parlour.throw(1, 2)
        parlour.sees(OfferScreen)
        assert can_trade(parlour.table.desk, 0)
        assert can_trade(parlour.table.desk, 1)
        parlour.ask(Decline(0))
        assert not can_trade(parlour.table.desk, 1)

    def test_others_trade_beside_a_debt(self, talkative: Parlour) -> None:
        assert can_trade(talkative.table.desk, 2)

    def test_a_creditor_may_offer_what_is_owed_to_him_besides_his_cash(self, talkative: Parlour) -> None:
        talkative.cash(1, 5)
        while not isinstance(talkative.screen, DebtScreen):
            talkative.press("back")
        talkative.pick(Do.RAISE)
        talkative.pick(Do.TRADE)
        talkative.card("blue")
        talkative.pick(Do.TRADE_TAKE_MONEY)
        assert talkative.sees(Dial).high == 5 + 50
