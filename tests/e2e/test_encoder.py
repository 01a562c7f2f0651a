"""Three buttons and a dial instead of five buttons: up and down are turned."""

from pathlib import Path
from random import Random

from msgspec.structs import replace

from companion.app.assembly import OpenTable, virtual_book
from companion.demo.evening import CALM, QUICK_BOX, READY_SECONDS
from companion.devices.settings import ButtonSettings, EncoderSettings
from companion.editions import registry
from companion.rules.commands import Decline
from companion.table.keeper import Keeper
from companion.table.settings import Evening
from companion.table.shown import DiceShown
from companion.table.views import AnyScreen, AuctionScreen, OfferScreen, StartThrow

DIALLED = replace(
    QUICK_BOX,
    buttons=ButtonSettings(pins={"push": 13, "back": 19, "info": 26}, hold_ms=50),
    encoder=EncoderSettings(),
)
EVENING = Evening(players=("red", "blue"), dice="serial", cards="tag")


def test_turns_move_the_cursor_and_the_push_is_ok(tmp_path: Path) -> None:
    tags = virtual_book([registry.load("classic")])
    ledger = tmp_path / "ledger.sqlite"
    settings = replace(CALM, news_seconds=0)
    with OpenTable(DIALLED, ledger, tags, Keeper(EVENING), settings, simulated=True, chance=Random(1)) as stand:
        assert stand.box.wait_ready(READY_SECONDS)
        bench, table = stand.bench, stand.table
        assert bench is not None

        def screen() -> AnyScreen:
            assert table.mailbox.settled()
            return table.feed.snapshot().display.screen

        bench.tap("push")
        assert isinstance(screen(), StartThrow | DiceShown)
        for throw in ((6, 6), (1, 1), (1, 2)):
            assert bench.roll(*throw)
        offer = screen()
        assert isinstance(offer, OfferScreen)
        assert offer.buy
        bench.turn(1)
        offer = screen()
        assert isinstance(offer, OfferScreen)
        assert not offer.buy
        bench.tap("push")
        assert isinstance(screen(), AuctionScreen)
        bench.turn(2)
        auction = screen()
        assert isinstance(auction, AuctionScreen)
        assert auction.step == 50, "clockwise is more"
        assert table.game is not None
        assert table.game.steps[-1].command == Decline(0)
