"""A phone waits for a card, and a trade put together on it is signed at the table like any other."""

from concurrent.futures import Future

import pytest

from companion.rules.commands import Propose
from companion.rules.frames import Side
from companion.table.inputs import Halted, Pairing
from companion.table.parts import Do
from companion.table.shown import PhoneAsk
from companion.table.views import Menu, TradeScreen, TradeSign, TurnScreen
from tests.table.parlour import Parlour

TRADE = Propose(0, 1, Side((1,), 20), Side((39,)))


@pytest.fixture
def pairing(parlour: Parlour) -> Pairing:
    """A phone that waits, opened from the look-up menu."""
    pairing = Pairing("4071", Future())
    parlour.do(pairing)
    parlour.sees(TurnScreen)
    parlour.press("info")
    parlour.pick(Do.PHONE, "4071")
    assert parlour.sees(PhoneAsk).code == "4071"
    return pairing


def lines(parlour: Parlour) -> list[Do]:
    return [item.do for item in parlour.sees(Menu).items]


def test_the_card_that_is_laid_says_whose_phone_it_is(parlour: Parlour, pairing: Pairing) -> None:
    parlour.card("blue")
    assert pairing.seat.result(0) == 1
    parlour.sees(TurnScreen)
    parlour.press("info")
    assert Do.PHONE not in lines(parlour)


def test_back_pairs_nothing_and_the_phone_waits_on(parlour: Parlour, pairing: Pairing) -> None:
    parlour.press("back")
    assert not pairing.seat.done()
    parlour.press("info")
    assert Do.PHONE in lines(parlour)


def test_a_card_that_comes_too_late_does_nothing(parlour: Parlour, pairing: Pairing) -> None:
    assert pairing.seat.cancel()
    parlour.card("blue")
    assert pairing.seat.cancelled()
    parlour.sees(TurnScreen)
    parlour.press("info")
    assert Do.PHONE not in lines(parlour)


def test_the_page_goes_away_by_itself(parlour: Parlour, pairing: Pairing) -> None:
    parlour.pass_time(61)
    parlour.sees(TurnScreen)
    assert not pairing.seat.done()


def test_a_newer_phone_does_not_slip_under_the_code_that_was_compared(parlour: Parlour, pairing: Pairing) -> None:
    newer = Pairing("9999", Future())
    assert pairing.seat.cancel()
    parlour.do(newer)
    assert parlour.sees(PhoneAsk).code == "4071"
    parlour.card("blue")
    assert not newer.seat.done()
    parlour.press("info")
    parlour.pick(Do.PHONE, "9999")
    parlour.card("red")
    assert newer.seat.result(0) == 0


def test_several_phones_wait_side_by_side(parlour: Parlour, pairing: Pairing) -> None:
    other = Pairing("9999", Future())
    parlour.do(other)
    parlour.press("back", "info")
    names = [item.name for item in parlour.sees(Menu).items if item.do is Do.PHONE]
    assert names == ["4071", "9999"]
    parlour.pick(Do.PHONE, "9999")
    parlour.card("red")
    assert (other.seat.result(0), pairing.seat.done()) == (0, False)
    parlour.press("info")
    parlour.pick(Do.PHONE, "4071")
    parlour.card("blue")
    assert pairing.seat.result(0) == 1


def test_a_trade_from_a_phone_is_signed_by_both_cards(parlour: Parlour) -> None:
    parlour.own(0, 1)
    parlour.own(1, 39)
    before = parlour.entries
    assert parlour.compose(TRADE) is None
    assert parlour.entries == before
    screen = parlour.sees(TradeScreen)
    assert ([row.lot.square for row in screen.gives.lots], screen.gives.money) == ([1], 20)
    parlour.card("red")
    parlour.sees(TradeSign)
    parlour.card("red")
    assert parlour.last == TRADE
    parlour.card("blue")
    assert (parlour.state.owner[1], parlour.state.owner[39]) == (1, 0)


def test_a_trade_is_judged_without_being_shown(parlour: Parlour) -> None:
    parlour.own(0, 1)
    refusal = parlour.compose(TRADE, show=False)
    assert refusal is not None
    parlour.own(1, 39)
    assert parlour.compose(TRADE, show=False) is None
    parlour.sees(TurnScreen)


def test_what_the_rules_refuse_does_not_reach_the_sketchpad(parlour: Parlour) -> None:
    parlour.own(0, 1)
    assert parlour.compose(TRADE) is not None
    parlour.sees(TurnScreen)


def test_an_open_page_stays_and_the_trade_waits_under_the_card(parlour: Parlour) -> None:
    parlour.own(0, 1)
    parlour.own(1, 39)
    parlour.press("info")
    assert parlour.compose(TRADE) is None
    parlour.sees(Menu)
    parlour.press("info")
    parlour.card("red")
    parlour.pick(Do.TRADE)
    parlour.card("blue")
    assert parlour.sees(TradeScreen).gives.money == 20


def test_kept_cards_come_along_and_can_be_taken_out(parlour: Parlour) -> None:
    parlour.at(0, 5)
    parlour.throw(1, 1)
    parlour.draw("chance", "jail-free")
    assert parlour.compose(Propose(0, 2, Side(cards=("jail-free",)), Side())) is None
    assert [line.card for line in parlour.sees(TradeScreen).gives.cards] == ["jail-free"]
    parlour.pick(Do.TRADE_CARD)
    assert parlour.sees(Menu).items[0].checked
    parlour.press("ok", "back")
    assert parlour.sees(TradeScreen).gives.cards == ()


def test_a_pause_refuses_trades(parlour: Parlour) -> None:
    parlour.own(0, 1)
    parlour.own(1, 39)
    parlour.do(Halted(on=True))
    assert parlour.compose(TRADE) is not None
