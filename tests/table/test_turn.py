"""A turn by die, buttons or bank; buying by laying the deed on the reader; the auction by cards."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.rules.commands import Bid, Buy, Decline, End, Gavel, Pass, Roll
from companion.rules.frames import BANK
from companion.table.flows.purchase import PASS_SECONDS
from companion.table.inputs import Lifted
from companion.table.parts import Do, Sound, Title, Trouble, Waits
from companion.table.settings import Evening, TableSettings
from companion.table.shown import DiceShown, Notice, PaymentShown, RefusedShown
from companion.table.views import AuctionScreen, DiceEntry, Menu, OfferScreen, StartThrow, TurnScreen
from tests.table.parlour import QUIET, Parlour

Opened = Callable[..., Parlour]


def test_the_highest_throw_begins(opened: Opened) -> None:
    parlour = opened()
    parlour.press("ok")
    assert parlour.sees(StartThrow).who.name == "red"
    parlour.throw(1, 1)
    parlour.throw(5, 6)
    assert [total for _, total in parlour.sees(StartThrow).thrown] == [2, 11]
    parlour.throw(1, 2)
    assert parlour.sees(TurnScreen).who.name == "blue"


def test_the_die_moves_and_the_deed_buys(parlour: Parlour) -> None:
    parlour.throw(1, 2)
    offer = parlour.sees(OfferScreen)
    assert (offer.payment.payer.name, offer.payment.payee.account, offer.payment.amount) == ("red", BANK, 60)
    assert (offer.cash, offer.after, offer.lot.square) == (1500, 1440, 3)
    parlour.deed(3)
    assert parlour.last == Buy(0)
    assert parlour.state.owner[3] == 0
    assert parlour.sees(TurnScreen).waits is Waits.END
    assert parlour.notebook.heard[-1] is Sound.MONEY_OUT


def test_another_deed_does_not_buy(parlour: Parlour) -> None:
    parlour.throw(1, 2)
    entries = parlour.entries
    parlour.deed(5)
    notice = parlour.sees(Notice)
    assert (notice.trouble, notice.lot and notice.lot.square) == (Trouble.DEED_NOT_OFFERED, 5)
    assert parlour.entries == entries
    parlour.press("back")
    parlour.sees(OfferScreen)


def test_cursor_and_ok_decline(parlour: Parlour) -> None:
    parlour.throw(1, 2)
    parlour.press("down")
    assert not parlour.sees(OfferScreen).buy
    parlour.press("ok")
    assert parlour.last == Decline(0)
    parlour.sees(AuctionScreen)


def test_back_alone_declines_nothing(parlour: Parlour) -> None:
    parlour.throw(1, 2)
    parlour.press("back")
    assert parlour.sees(OfferScreen).buy


def test_the_card_of_a_buyer_who_cannot_pay_opens_his_menu(parlour: Parlour) -> None:
    parlour.own(0, 39)
    parlour.cash(0, 10)
    parlour.throw(1, 2)
    assert not parlour.sees(OfferScreen).affordable
    parlour.card("red")
    assert parlour.sees(Menu).title is Title.MINE
    parlour.card("red")
    parlour.sees(Menu)
    parlour.deed(3)
    refused = parlour.sees(RefusedShown)
    assert (refused.tried, refused.reason) == ("Buy", "too-poor")
    assert parlour.notebook.heard[-1] is Sound.REFUSED


def test_the_card_ends_the_turn_and_the_next_throw_too(parlour: Parlour) -> None:
    parlour.throw(1, 2)
    parlour.deed(3)
    parlour.card("red")
    assert parlour.state.turn == 1
    parlour.throw(1, 4)
    parlour.deed(5)
    parlour.throw(2, 4)
    assert parlour.last == Roll(2, 2, 4, source="die")


def test_lifting_changes_nothing(parlour: Parlour) -> None:
    parlour.throw(1, 2)
    before = parlour.screen, parlour.entries
    parlour.do(Lifted("04000000"))
    assert (parlour.screen, parlour.entries) == before


def test_two_digits_by_buttons(opened: Opened) -> None:
    parlour = opened(settings=TableSettings(dice="buttons", cards="tag", news_seconds=0, idle_seconds=0))
    parlour.begin()
    parlour.press("ok")
    assert parlour.sees(DiceEntry).dice == (1, 0)
    parlour.press("up", "ok", "down", "down", "ok")
    assert parlour.last == Roll(0, 2, 5, source="buttons")


def test_buttons_help_out_when_the_die_is_dead(parlour: Parlour) -> None:
    parlour.press("ok", "ok", "ok")
    assert parlour.last == Roll(0, 1, 1, source="buttons")


def test_the_bank_throws_and_shows_it_before_money_moves(opened: Opened) -> None:
    parlour = opened(settings=TableSettings(dice="bank", cards="tag", idle_seconds=0))
    parlour.press("ok")
    while not isinstance(parlour.screen, TurnScreen):
        parlour.press("ok")
    parlour.card(parlour.screen.who.name)
    shown = parlour.sees(DiceShown)
    assert shown.source == "bank"
    assert isinstance(parlour.last, Roll)
    entries = parlour.entries
    parlour.press("ok")
    assert parlour.entries == entries


def test_news_does_not_hold_up_the_next_tap(opened: Opened) -> None:
    parlour = opened(settings=TableSettings(dice="serial", cards="tag", news_seconds=3, idle_seconds=0))
    parlour.begin()
    parlour.throw(1, 2)
    parlour.deed(3)
    assert parlour.sees(PaymentShown).payment.payer_cash == 1440
    parlour.card("red")
    assert parlour.last == End(0)


def test_news_goes_by_itself(opened: Opened) -> None:
    parlour = opened(settings=TableSettings(dice="serial", cards="tag", news_seconds=3, idle_seconds=0))
    parlour.begin()
    parlour.throw(1, 2)
    parlour.deed(3)
    parlour.pass_time(2.9)
    parlour.sees(PaymentShown)
    parlour.pass_time(0.2)
    parlour.sees(TurnScreen)


class TestAuction:
    @pytest.fixture
    def auction(self, parlour: Parlour) -> Parlour:
        parlour.throw(1, 2)
        parlour.press("down", "ok")
        return parlour

    def test_a_card_bids_what_is_asked(self, auction: Parlour) -> None:
        assert auction.sees(AuctionScreen).ask == 10
        auction.card("blue")
        assert auction.last == Bid(1, 10)
        auction.press("down")
        screen = auction.sees(AuctionScreen)
        assert (screen.leader and screen.leader.name, screen.step, screen.ask) == ("blue", 5, 15)
        auction.card("green")
        assert auction.last == Bid(2, 15)
        assert auction.notebook.heard[-1] is Sound.GOING

    def test_the_leader_does_not_outbid_himself(self, auction: Parlour) -> None:
        auction.card("blue")
        auction.card("blue")
        assert auction.sees(Notice).trouble is Trouble.LEADS_ALREADY
        assert auction.last == Bid(1, 10)

    def test_back_and_a_card_passes(self, auction: Parlour) -> None:
        auction.card("blue")
        auction.press("back")
        assert auction.sees(AuctionScreen).passing
        auction.card("red")
        assert auction.last == Pass(0)
        assert not auction.sees(AuctionScreen).passing
        auction.press("back")
        auction.card("green")
        assert auction.state.owner[3] == 1

    def test_passing_lapses_by_itself(self, opened: Callable[..., Parlour]) -> None:
        """Whoever lays a card long after back bids: back was another one's."""
        parlour = opened(settings=replace(QUIET, auction_seconds=0))
        parlour.begin()
        parlour.throw(1, 2)
        parlour.press("down", "ok", "back")
        parlour.pass_time(PASS_SECONDS - 1)
        assert parlour.sees(AuctionScreen).passing
        parlour.pass_time(1)
        assert not parlour.sees(AuctionScreen).passing
        parlour.card("blue")
        assert parlour.last == Bid(1, 10)

    def test_the_countdown_starts_anew_with_each_bid(self, auction: Parlour) -> None:
        auction.pass_time(10)
        assert auction.sees(AuctionScreen).seconds == 5
        auction.card("blue")
        assert auction.sees(AuctionScreen).seconds == 15
        auction.pass_time(14.5)
        auction.sees(AuctionScreen)
        auction.pass_time(0.5)
        assert auction.last == Gavel()
        assert auction.state.owner[3] == 1

    def test_nothing_but_a_bid_moves_the_countdown(self, auction: Parlour) -> None:
        auction.card("blue")
        auction.pass_time(10)
        auction.press("info", "back")
        auction.deed(1)
        auction.press("back")
        assert auction.sees(AuctionScreen).seconds == 5

    def test_ok_held_is_the_gavel(self, auction: Parlour) -> None:
        auction.hold("ok")
        assert auction.last == Gavel()
        assert auction.state.owner[3] == BANK

    def test_a_pause_stops_the_countdown(self, auction: Parlour) -> None:
        auction.card("blue")
        auction.pass_time(5)
        auction.referee()
        auction.pick(Do.PAUSE)
        auction.pass_time(100)
        auction.card("green")
        assert auction.sees(Notice).trouble is Trouble.PAUSED
        auction.referee()
        assert auction.sees(AuctionScreen).seconds == 10
        auction.card("green")
        assert auction.last == Bid(2, 20)


def test_the_first_lap_is_named_where_it_keeps_one_from_buying(opened: Opened) -> None:
    parlour = opened(evening=Evening(edition="saigon", players=("red", "blue"), dice="serial", cards="bank"))
    parlour.begin()
    square = next(at for at in parlour.rules.deeds if at > 2)
    parlour.at(0, square - 3)
    parlour.throw(1, 2)
    assert parlour.sees(TurnScreen).waits_for_lap
    parlour.deed(square)
    assert parlour.sees(RefusedShown).reason == "first-lap"
    parlour.deed(next(at for at in parlour.rules.deeds if at != square))
    assert parlour.sees(Notice).trouble is Trouble.DEED_NOT_OFFERED


def test_the_die_is_asked_for_as_many_dice_as_the_game_throws(opened: Opened) -> None:
    parlour = opened(evening=Evening(players=("red", "blue"), dice="serial", cards="bank", rules={"dice": 1}))
    assert parlour.die.asked == 2
    parlour.press("ok")
    assert parlour.die.asked == 1
