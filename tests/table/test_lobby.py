"""Before a game: continuing, playing again as last time, setting up, enrolling tags."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.editions import registry
from companion.ledger.entry import write
from companion.rules.commands import Begin, End, Finish
from companion.rules.events import AnyEvent, Rolled
from companion.table.inputs import Rated, Tapped
from companion.table.keeper import Keeper
from companion.table.parts import Do, Party, StepLine, Title, Trouble
from companion.table.settings import COLORS, Evening, is_name
from companion.table.shown import Notice, Why
from companion.table.tags import DeedTag, PlayerTag, RefereeTag, TagBook, board_key
from companion.table.views import (
    AuctionScreen,
    ContinueAsk,
    DebtScreen,
    EndScreen,
    EnrolDeed,
    EnrolOther,
    EnrolPlayer,
    Menu,
    StartThrow,
    TurnScreen,
)
from companion.words.words import Words
from tests.refused import told
from tests.table.parlour import Parlour, tags_of

Opened = Callable[..., Parlour]


def forge_last(parlour: Parlour, game: str, event: AnyEvent) -> None:
    """Put a fact into the last line of a game, with the hash that belongs to it."""
    last = parlour.ledger.entries(game)[-1]
    line, _ = write(replace(last, events=(event,), hash=""))
    with closing(sqlite3.connect(parlour.path, isolation_level=None)) as db:
        db.execute("UPDATE entries SET line = ? WHERE game = ? AND seq = ?", (line.decode(), game, last.seq))


class TestContinue:
    def test_an_auction_goes_on_where_it_was(self, opened: Opened) -> None:
        first = opened()
        first.begin()
        first.throw(1, 2)
        first.press("down", "ok")
        first.card("blue")
        entries, state = first.entries, first.state
        again = opened()
        ask = again.sees(ContinueAsk)
        assert (ask.players, ask.edition) == (("red", "blue", "green"), "Classic")
        assert ask.move == StepLine(entries - 1, "Bid", Party(1, "blue"), amount=10)
        assert ask.started in ask.moved
        again.press("ok")
        screen = again.sees(AuctionScreen)
        assert (screen.leader and screen.leader.name, screen.bid, screen.ask) == ("blue", 10, 20)
        assert again.state == state
        again.card("green")
        assert again.entries == entries + 1

    def test_a_debt_goes_on_where_it_was(self, opened: Opened) -> None:
        first = opened()
        first.begin()
        first.own(1, 39)
        first.own(0, 1, 6)
        first.cash(0, 10)
        first.at(0, 36)
        first.throw(1, 2)
        first.sees(DebtScreen)
        again = opened()
        again.press("ok")
        assert again.sees(DebtScreen).payment.amount == 50

    def test_a_game_whose_line_does_not_fit_keeps_no_other_from_going_on(self, opened: Opened) -> None:
        first = opened()
        first.begin()
        broken = first.table.game_id
        forge_last(first, broken, Rolled(9, 3, 4, again=False, source="forged"))
        first.table.leave()
        first.begin()
        again = opened()
        assert again.sees(ContinueAsk).game != broken
        again.press("back")
        again.pick(Do.CONTINUE)
        again.press("down", "ok")
        assert again.sees(Notice).trouble is Trouble.GAME_UNREAD
        again.press("ok")
        again.pick(Do.CONTINUE)
        again.press("ok")
        again.sees(TurnScreen)
        assert again.table.game_id != broken

    def test_no_leaves_it_for_later(self, opened: Opened) -> None:
        opened().begin()
        again = opened()
        again.press("down")
        assert not again.sees(ContinueAsk).yes
        again.press("ok")
        assert again.sees(Menu).title is Title.WELCOME
        again.press("back")
        again.sees(ContinueAsk)
        again.press("ok")
        assert again.sees(Menu).back
        again.pick(Do.CONTINUE)
        assert again.sees(Menu).title is Title.GAMES
        again.press("ok")
        again.sees(TurnScreen)

    def test_the_first_page_offers_no_way_back(self, opened: Opened) -> None:
        parlour = opened()
        assert not parlour.sees(Menu).back
        parlour.press("back")
        assert parlour.sees(Menu).title is Title.WELCOME

    def test_after_the_end_the_box_says_what_luck_was_worth(self, parlour: Parlour) -> None:
        parlour.do(Rated((1, 2, -3)))  # too early: of a game that went on
        parlour.ask(Finish("agreed"))
        parlour.press("info")
        parlour.pick(Do.WHY)
        assert parlour.sees(Why).motive is None
        parlour.press("back", "back")
        parlour.do(Rated((31, -30, -1)))
        parlour.press("info")
        parlour.pick(Do.WHY)
        motive = parlour.sees(Why).motive
        assert motive is not None
        words = Words("en", parlour.table.edition(), COLORS[:3])
        assert words.message(motive) == "Luck: Red +31, Blue \u221230, Green \u22121"

    def test_after_the_end_the_same_people_play_again(self, parlour: Parlour) -> None:
        parlour.ask(Finish("agreed"))
        parlour.sees(EndScreen)
        parlour.press("ok")
        menu = parlour.sees(Menu)
        assert [(item.do, item.enabled) for item in menu.items] == [
            (Do.SAME_AGAIN, True),
            (Do.NEW_GAME, True),
            (Do.ENROL, True),
        ]
        parlour.press("ok")
        parlour.sees(StartThrow)


class TestSetup:
    @pytest.fixture
    def setup(self, opened: Opened) -> Parlour:
        parlour = opened()
        parlour.pick(Do.NEW_GAME)
        return parlour

    def test_everything_is_asked_and_kept(self, setup: Parlour, tmp_path: Path) -> None:
        setup.pick(Do.LANGUAGE)
        setup.pick(Do.LANGUAGE, "Tiếng Việt")
        setup.pick(Do.EDITION)
        setup.press("down")
        titles = [item.name for item in setup.sees(Menu).items]
        setup.pick(Do.EDITION, next(title for title in titles if "Sài Gòn" in title))
        setup.pick(Do.PLAYERS)
        setup.card("orange")
        setup.pick(Do.COLOR, "red")
        assert [item.amount for item in setup.sees(Menu).items if item.checked] == [1, 2, 3]
        setup.press("back")
        setup.pick(Do.DICE)
        setup.pick(Do.DICE, "bank")
        setup.pick(Do.CARDS)
        setup.pick(Do.CARDS, "pick")
        settings = Evening(players=COLORS[:3], dice="serial", cards="tag")
        kept = Keeper.read(tmp_path / "evening.json", settings).evening
        assert kept == Evening("saigon", (), {}, ("blue", "green", "orange"), "vi", "bank", "pick")
        assert setup.table.feed.snapshot().display.language == "vi"
        setup.pick(Do.START)
        assert isinstance(setup.last, Begin)
        assert (setup.last.edition.id, setup.last.players) == ("saigon", ("blue", "green", "orange"))

    def test_a_chair_goes_from_a_person_to_a_child_s_level_a_grown_up_s_and_back(self, setup: Parlour) -> None:
        setup.pick(Do.BOT)
        levels = []
        for _ in range(3):
            setup.press("ok")
            levels.append(setup.keeper.evening.bots.get("red"))
        assert levels == ["child", "grown-up", None]

    def test_who_leaves_takes_his_bot_along_and_who_is_renamed_keeps_it(self, setup: Parlour) -> None:
        setup.table.change(bots={"red": "child", "blue": "grown-up"})
        setup.pick(Do.PLAYERS)
        setup.pick(Do.COLOR, "red")
        assert setup.keeper.evening.bots == {"blue": "grown-up"}

    def test_a_bot_needs_no_card(self, opened: Opened) -> None:
        parlour = opened(tags=TagBook(None, {"04aa": PlayerTag("blue"), "04ab": PlayerTag("green")}))
        parlour.pick(Do.START)
        assert parlour.sees(EnrolPlayer).name == "red"
        parlour.hold("back")
        parlour.pick(Do.BOT)
        parlour.press("ok", "back")
        parlour.pick(Do.START)
        parlour.sees(StartThrow)

    def test_a_profile_goes_on_and_off(self, setup: Parlour) -> None:
        setup.pick(Do.PROFILE)
        first = setup.sees(Menu).items[0]
        setup.press("ok")
        assert setup.sees(Menu).items[0].checked
        assert len(setup.keeper.evening.profiles) == 1
        setup.press("ok")
        assert setup.sees(Menu).items[0] == first

    def test_too_few_and_too_many_are_said(self, setup: Parlour) -> None:
        setup.pick(Do.PLAYERS)
        setup.card("red")
        setup.card("blue")
        setup.press("back")
        notice = setup.sees(Notice)
        assert (notice.trouble, notice.name) == (Trouble.TOO_FEW_PLAYERS, "2")
        setup.press("ok")
        for color in ("red", "blue", "yellow", "black"):
            setup.card(color)
        setup.press("back")
        setup.pick(Do.EDITION)
        setup.pick(Do.EDITION, "Cờ Tỷ Phú, Sài Gòn streets")
        setup.pick(Do.START)
        assert setup.sees(Notice).trouble is Trouble.TOO_MANY_PLAYERS
        assert setup.table.game is None

    def test_what_does_not_go_together_is_refused_at_once(self, opened: Opened) -> None:
        evening = Evening(players=("red", "blue"), dice="serial", cards="tag", profiles=("pot",))
        parlour = opened(evening=evening)
        parlour.pick(Do.NEW_GAME)
        parlour.pick(Do.EDITION)
        parlour.pick(Do.EDITION, "Sài Gòn")
        notice = parlour.sees(Notice)
        assert (notice.trouble, "has a pot already" in told(notice.name)) == (Trouble.UNSUITABLE, True)
        assert parlour.keeper.evening == evening


class TestEnrol:
    @pytest.fixture
    def blank(self, opened: Opened, tmp_path: Path) -> Parlour:
        parlour = opened(tags=TagBook(tmp_path / "tags.json"), players=2)
        assert parlour.sees(Menu).title is Title.READY, "a first evening begins with the questions"
        parlour.pick(Do.START)
        return parlour

    def test_players_then_deeds_then_the_referee(self, blank: Parlour) -> None:
        assert (blank.sees(EnrolPlayer).name, blank.sees(EnrolPlayer).of) == ("red", 2)
        blank.do(Tapped("0400000a"))
        blank.do(Tapped("0400000b"))
        deed = blank.sees(EnrolDeed)
        assert (deed.lot.name, deed.number, deed.of, deed.known) == ("Mediterranean Avenue", 1, 28, 0)
        for number in range(28):
            blank.do(Tapped(f"04{number:012x}"))
        assert blank.sees(EnrolOther).referee
        blank.do(Tapped("0400000c"))
        assert blank.sees(EnrolOther).card is not None
        assert blank.tags.find("0400000c") == RefereeTag()
        assert len(blank.tags.all()) == 31

    def test_ten_bytes_are_a_tag_too(self, blank: Parlour) -> None:
        blank.do(Tapped("04aabbccddeeff001122"))
        assert blank.tags.find("04aabbccddeeff001122") == PlayerTag("red")

    def test_who_does_not_play_lends_his_card(self, blank: Parlour) -> None:
        blank.tags.enrol("0400000a", PlayerTag("green"))
        blank.do(Tapped("0400000a"))
        assert blank.tags.all() == {"0400000a": PlayerTag("red")}
        assert blank.sees(EnrolPlayer).name == "blue"

    def test_who_has_a_card_can_be_skipped(self, blank: Parlour) -> None:
        blank.do(Tapped("0400000a"))
        blank.do(Tapped("0400000b"))
        blank.press("up", "up")
        assert (blank.sees(EnrolPlayer).name, blank.sees(EnrolPlayer).taken) == ("red", True)
        blank.press("ok", "ok")
        assert blank.sees(EnrolDeed).number == 1
        assert len(blank.tags.all()) == 2

    def test_a_tag_that_stands_for_something_else_is_refused(self, blank: Parlour) -> None:
        blank.do(Tapped("0400000a"))
        blank.do(Tapped("0400000a"))
        notice = blank.sees(Notice)
        assert (notice.trouble, notice.name) == (Trouble.TAG_TAKEN, "red")
        blank.press("ok")
        assert blank.sees(EnrolPlayer).name == "blue"

    def test_skip_and_redo(self, blank: Parlour) -> None:
        blank.do(Tapped("0400000a"))
        blank.do(Tapped("0400000b"))
        blank.press("ok")
        assert blank.sees(EnrolDeed).number == 2
        blank.press("back")
        assert (blank.sees(EnrolDeed).number, blank.sees(EnrolDeed).taken) == (1, False)
        blank.do(Tapped("04000000000001"))
        blank.press("back")
        assert blank.sees(EnrolDeed).taken
        blank.do(Tapped("04000000000002"))
        board = board_key(blank.table.edition().board)
        assert blank.tags.uids(DeedTag(board, 1)) == ["04000000000002"]

    def test_it_begins_with_what_has_no_tag_and_can_be_left(self, blank: Parlour) -> None:
        blank.do(Tapped("0400000a"))
        blank.hold("back")
        blank.pick(Do.START)
        assert blank.sees(EnrolPlayer).name == "blue"
        blank.do(Tapped("0400000b"))
        blank.hold("back")
        assert blank.sees(Menu).title is Title.READY
        blank.pick(Do.START)
        blank.sees(StartThrow)


class TestNames:
    def test_players_are_called_by_their_names_and_their_cards_are_known_by_them(self, opened: Opened) -> None:
        tags = tags_of(registry.load("classic")) | {"04aa": PlayerTag("Mai"), "04bb": PlayerTag("Đào")}
        parlour = opened(evening=Evening(players=("Mai", "blue"), dice="serial"), tags=TagBook(None, tags))
        parlour.begin()
        assert parlour.state.players == ("Mai", "blue")
        parlour.throw(1, 2)
        parlour.deed(3)
        parlour.do(Tapped("04aa"))
        assert parlour.last == End(0)

    def test_whoever_has_a_card_is_among_those_to_choose_from(self, opened: Opened) -> None:
        tags = tags_of(registry.load("classic")) | {"04bb": PlayerTag("Đào")}
        parlour = opened(tags=TagBook(None, tags))
        parlour.pick(Do.NEW_GAME)
        parlour.pick(Do.PLAYERS)
        parlour.pick(Do.COLOR, "Đào")
        assert parlour.keeper.evening.players[-1] == "Đào"
        parlour.do(Tapped("04bb"))
        assert "Đào" not in parlour.keeper.evening.players
        menu = parlour.sees(Menu)
        assert menu.items[menu.selected].name == "Đào"

    @pytest.mark.parametrize(
        ("name", "good"), [("red", True), ("Mai", True), ("rde", False), (" Mai", False), ("", False)]
    )
    def test_a_name_begins_with_a_capital(self, name: str, good: bool) -> None:
        assert is_name(name) == good
