"""What goes wrong at a table: each gives one clear message, nothing is booked, and the game goes on."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.errors import UserError
from companion.ledger.history import fold
from companion.ledger.store import Archive
from companion.rules.commands import Bid, Buy, End, Gavel, Refusal, Roll
from companion.rules.edition import Edition
from companion.table.inputs import AnyInput, Asked, Clashed, DiceRead, Faulted, Halted, Recovered, Tapped
from companion.table.keeper import Keeper
from companion.table.parts import Do, Sound, Trouble
from companion.table.settings import Evening, TableSettings
from companion.table.shown import Idle, Notice, RefusedShown
from companion.table.tags import DeedTag, PlayerTag, TagBook
from companion.table.views import AuctionScreen, Confirm, Display, OfferScreen, TurnScreen
from tests.refused import refused, told
from tests.table.parlour import Parlour

Opened = Callable[..., Parlour]

TROUBLES: list[tuple[AnyInput, Trouble]] = [
    (Tapped("04deadbeef0000"), Trouble.UNKNOWN_TAG),
    (Clashed(), Trouble.TWO_TAGS),
    (DiceRead((7, 7)), Trouble.BAD_DICE),
    (DiceRead((0, 3)), Trouble.BAD_DICE),
    (Faulted("die", "noise"), Trouble.DIE_NOISE),
    (Faulted("die", "impossible"), Trouble.BAD_DICE),
    (Faulted("die", "silent"), Trouble.DIE_GONE),
    (Faulted("die", "missing"), Trouble.DIE_GONE),
    (Faulted("reader", "silent"), Trouble.READER_GONE),
    (Faulted("panel", "missing"), Trouble.PANEL_GONE),
    (Faulted("buttons", "busy"), Trouble.DEVICE_GONE),
    (Recovered("die"), Trouble.DEVICE_BACK),
]


def test_a_wish_that_was_given_up_is_not_granted_later(parlour: Parlour) -> None:
    answer: Future[Refusal | None] = Future()
    assert answer.cancel()
    entries = parlour.entries
    parlour.do(Asked(Roll(0, 1, 2), "web", answer))
    parlour.sees(TurnScreen)
    assert parlour.entries == entries


@pytest.mark.parametrize(("given", "trouble"), TROUBLES)
def test_a_message_and_nothing_booked(parlour: Parlour, given: AnyInput, trouble: Trouble) -> None:
    parlour.throw(1, 2)
    entries = parlour.entries
    parlour.do(given)
    assert parlour.sees(Notice).trouble is trouble
    assert parlour.entries == entries
    parlour.press("ok")
    assert parlour.sees(OfferScreen).buy, "ok only turns the message away"
    assert parlour.entries == entries
    parlour.deed(3)
    assert parlour.last == Buy(0)


@pytest.mark.parametrize("message", [Tapped("04deadbeef0000"), Clashed(), Faulted("reader", "noise")])
def test_a_tag_never_acts_through_a_message_over_a_question(parlour: Parlour, message: AnyInput) -> None:
    parlour.throw(1, 2)
    parlour.do(message)
    assert parlour.notebook.heard[-1] is Sound.REFUSED
    entries = parlour.entries
    parlour.deed(3)
    assert parlour.sees(OfferScreen).buy, "the deed only turns the message away"
    assert parlour.entries == entries
    parlour.deed(3)
    assert parlour.last == Buy(0)


def test_a_message_over_no_question_does_not_hold_up_the_next_tap(parlour: Parlour) -> None:
    parlour.throw(1, 2)
    parlour.deed(3)
    parlour.do(Clashed())
    parlour.card("red")
    assert parlour.last == End(0)


def test_a_message_goes_by_itself(opened: Opened) -> None:
    parlour = opened(settings=TableSettings(dice="serial", cards="tag", news_seconds=3, idle_seconds=0))
    parlour.begin()
    parlour.do(Clashed())
    parlour.pass_time(8.9)
    parlour.sees(Notice)
    parlour.pass_time(0.2)
    parlour.sees(TurnScreen)


def test_a_throw_that_nobody_waits_for_is_shown_and_ignored(parlour: Parlour) -> None:
    parlour.throw(1, 2)
    parlour.throw(5, 5)
    notice = parlour.sees(Notice)
    assert (notice.trouble, notice.name) == (Trouble.NO_DICE_NOW, "5-5")
    assert parlour.last == Roll(0, 1, 2, source="die")


def test_a_deed_of_another_board(parlour: Parlour) -> None:
    parlour.tags.enrol("0400000b", DeedTag("another", 3))
    parlour.throw(1, 2)
    parlour.do(Tapped("0400000b"))
    assert parlour.sees(Notice).trouble is Trouble.FOREIGN_TAG


def test_the_card_of_somebody_who_does_not_play(parlour: Parlour) -> None:
    parlour.card("purple")
    notice = parlour.sees(Notice)
    assert (notice.trouble, notice.who and notice.who.name) == (Trouble.NOT_PLAYING, "purple")


def test_a_tag_before_any_game(opened: Opened) -> None:
    parlour = opened()
    parlour.card("red")
    assert parlour.sees(Notice).trouble is Trouble.NO_GAME


def test_five_quick_presses_end_one_turn(parlour: Parlour) -> None:
    """A button that bounces ends the turn once, and throws for nobody: with a real die ok only opens the digits."""
    parlour.throw(1, 2)
    parlour.deed(3)
    parlour.press("ok")
    assert parlour.last == End(0)
    turn = parlour.state.turn
    parlour.press("ok", "back", "ok", "back")
    assert (parlour.last, parlour.state.turn) == (End(0), turn)


def test_a_hold_that_turns_a_message_away_is_no_gavel(parlour: Parlour) -> None:
    parlour.throw(1, 2)
    parlour.press("down", "ok")
    parlour.do(Clashed())
    parlour.hold("ok")
    parlour.sees(AuctionScreen)
    parlour.hold("ok")
    assert parlour.last == Gavel()


class TestIdle:
    @pytest.fixture
    def asleep(self, opened: Opened) -> Parlour:
        parlour = opened(settings=TableSettings(dice="serial", cards="tag", news_seconds=0, idle_seconds=60))
        parlour.begin()
        parlour.pass_time(60)
        parlour.sees(Idle)
        return parlour

    def test_it_moves_and_is_dim(self, asleep: Parlour) -> None:
        first = asleep.sees(Idle).shift
        asleep.pass_time(30)
        assert asleep.sees(Idle).shift == first + 1
        assert asleep.table.feed.snapshot().display.dim

    def test_a_press_only_wakes(self, asleep: Parlour) -> None:
        entries = asleep.entries
        asleep.press("ok")
        asleep.sees(TurnScreen)
        assert asleep.entries == entries

    def test_a_hold_that_woke_it_does_nothing_else(self, asleep: Parlour) -> None:
        asleep.press("ok")
        asleep.throw(1, 2)
        asleep.press("down", "ok")
        asleep.hold("ok")
        assert isinstance(asleep.last, Gavel)
        asleep.referee()
        asleep.pick(Do.CALL_TIME)
        asleep.pass_time(60)
        asleep.hold("ok")
        asleep.sees(Confirm)
        assert not asleep.state.time_up
        asleep.hold("ok")
        assert asleep.state.time_up

    def test_a_throw_counts(self, asleep: Parlour) -> None:
        asleep.throw(1, 2)
        asleep.sees(OfferScreen)

    def test_an_auction_does_not_sleep(self, asleep: Parlour) -> None:
        asleep.throw(1, 2)
        asleep.press("down", "ok")
        for _ in range(7):
            asleep.pass_time(10)
            asleep.card(("blue", "green")[_ % 2])
        assert isinstance(asleep.last, Bid)
        asleep.sees(AuctionScreen)


class TestDisk:
    """The disk refuses for real: SQLite is told that there is no room, or that nothing may be written."""

    @contextmanager
    def refusing(self, parlour: Parlour, how: str) -> Iterator[None]:
        db = parlour.ledger._db
        if how == "full":
            (pages,) = db.execute("PRAGMA page_count").fetchone()
            db.execute(f"PRAGMA max_page_count = {pages}")
            yield
            db.execute("PRAGMA max_page_count = 1000000")
        else:
            db.execute("PRAGMA query_only = ON")
            yield
            db.execute("PRAGMA query_only = OFF")

    @pytest.mark.parametrize("how", ["full", "read-only"])
    def test_nothing_is_lost_and_the_game_goes_on(self, parlour: Parlour, how: str) -> None:
        parlour.throw(1, 2)
        with self.refusing(parlour, how):
            for _ in range(300):  # until the last page is full
                parlour.deed(3)
                if isinstance(parlour.screen, Notice):
                    break
                parlour.referee()
                parlour.press("ok", "ok", "ok")
                parlour.hold("ok")
            notice = parlour.sees(Notice)
            assert notice.trouble is Trouble.DISK_FAILED
            assert ("full" if how == "full" else "read-only") in told(notice.name)
            assert parlour.entries == len(parlour.table.game.steps if parlour.table.game else ())
            assert parlour.notebook.heard[-1] is Sound.REFUSED
        parlour.press("back")
        before = parlour.entries
        parlour.cash(1, 7)
        assert parlour.entries == before + 1
        assert fold(parlour.ledger.entries(parlour.table.game_id)).state == parlour.state

    def test_a_game_that_cannot_be_begun_is_not_begun(self, opened: Opened) -> None:
        parlour = opened()
        with self.refusing(parlour, "read-only"):
            parlour.press("ok")
            assert parlour.sees(Notice).trouble is Trouble.DISK_FAILED
            assert parlour.table.game is None
        parlour.press("ok")
        parlour.begin()
        parlour.sees(TurnScreen)


def test_an_error_costs_the_input_and_never_the_game(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever escapes after the rules have folded, here from telling the entry, the ledger is read again."""
    parlour.throw(1, 2)

    def broken(*_: object) -> None:
        raise RuntimeError("a fault of the program")

    with monkeypatch.context() as patch:
        patch.setattr(parlour.table.desk, "note", broken)
        parlour.deed(3)
    assert parlour.sees(Notice).trouble is Trouble.READ_AGAIN
    assert parlour.state.owner[3] == 0, "it was committed before it was told"
    assert fold(parlour.ledger.entries(parlour.table.game_id)).state == parlour.state
    parlour.press("ok")
    parlour.card("red")
    assert parlour.last == End(0)


def test_an_error_in_a_pause_leaves_no_clock_standing(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    parlour.throw(1, 2)
    parlour.press("down", "ok")
    parlour.do(Halted(True))

    def broken(*_: object) -> None:
        raise RuntimeError("a fault of the program")

    with monkeypatch.context() as patch:
        patch.setattr(parlour.table.desk.tags, "find", broken)
        parlour.card("red")
    assert parlour.sees(Notice).trouble is Trouble.READ_AGAIN
    parlour.press("ok")
    parlour.sees(AuctionScreen)
    parlour.pass_time(60)
    assert isinstance(parlour.last, Gavel)


def test_commit_before_you_beep(parlour: Parlour) -> None:
    """Whenever something is shown or heard, another reader already finds in the ledger all that it tells."""
    lagging: list[object] = []

    def look(shown: object) -> None:
        assert parlour.table.game is not None
        with Archive(parlour.path) as archive:
            if len(archive.lines(parlour.table.game_id)) != len(parlour.table.game.steps):
                lagging.append(shown)

    class Watcher:
        def show(self, display: Display, edition: Edition, players: object) -> None:
            look((display, edition, players))

        def play(self, sound: Sound) -> None:
            look(sound)

    parlour.table._outlet = Watcher()
    follow = parlour.table.feed.subscribe(look)
    parlour.throw(1, 2)
    parlour.deed(3)
    parlour.card("red")
    parlour.throw(3, 4)
    follow()
    assert lagging == []


def test_a_refusal_says_who_tried_what(parlour: Parlour) -> None:
    parlour.own(1, 1)
    parlour.deed(1)
    parlour.pick(Do.BUILD)
    refused = parlour.sees(RefusedShown)
    assert (refused.who and refused.who.name, refused.tried, refused.reason) == ("blue", "Build", "not-a-group")


class TestBooks:
    def test_tags_outlive_the_program(self, tmp_path: Path) -> None:
        book = TagBook.read(tmp_path / "tags.json")
        book.enrol("04aabbcc", PlayerTag("red"))
        book.enrol("04aabbcc112233", DeedTag("board", 3))
        again = TagBook.read(tmp_path / "tags.json")
        assert again.all() == {"04aabbcc": PlayerTag("red"), "04aabbcc112233": DeedTag("board", 3)}

    def test_a_new_tag_replaces_the_lost_one(self, tmp_path: Path) -> None:
        book = TagBook.read(tmp_path / "tags.json")
        book.enrol("04aabbcc", PlayerTag("red"))
        book.enrol("04aabbdd", PlayerTag("red"))
        assert book.uids(PlayerTag("red")) == ["04aabbdd"]
        book.forget("04aabbdd")
        assert TagBook.read(tmp_path / "tags.json").all() == {}

    @pytest.mark.parametrize("content", ["", "{", '{"tags": {"04": {"type": "spoon"}}}', '{"tags": {}, "more": 1}'])
    def test_a_broken_book_is_said_with_its_place(self, tmp_path: Path, content: str) -> None:
        (tmp_path / "tags.json").write_text(content)
        with refused(UserError, r"tags\.json: is not a book of tags"):
            TagBook.read(tmp_path / "tags.json")

    def test_the_evening_outlives_the_program(self, tmp_path: Path) -> None:
        keeper = Keeper.read(tmp_path / "evening.json", Evening())
        keeper.keep(Evening(edition="gold", players=("green", "red"), language="vi"))
        assert Keeper.read(tmp_path / "evening.json", Evening()).evening.edition == "gold"

    def test_a_setting_changed_since_wins_over_the_table_and_the_table_over_an_old_one(self, tmp_path: Path) -> None:
        file, settings = tmp_path / "evening.json", Evening(players=("Mai", "Tom"))
        Keeper.read(file, settings).keep(Evening(edition="gold", players=("Mai", "Tom", "Lan")))
        assert Keeper.read(file, settings).evening.players == ("Mai", "Tom", "Lan")
        changed = Keeper.read(file, Evening(players=("Tom", "Lan")))
        assert (changed.evening.players, changed.evening.edition) == (("Tom", "Lan"), "gold")
        changed.keep(Evening(edition="gold", players=("red", "blue")))
        assert Keeper.read(file, Evening(players=("Tom", "Lan"))).evening.players == ("red", "blue")

    def test_an_evening_of_before_settings_were_noted_is_read(self, tmp_path: Path) -> None:
        (tmp_path / "evening.json").write_text('{"players": ["green", "red"]}')
        keeper = Keeper.read(tmp_path / "evening.json", Evening(players=("Mai", "Tom")))
        assert keeper.evening.players == ("green", "red")

    def test_a_language_whose_folder_is_gone_is_spoken_no_more(self, tmp_path: Path) -> None:
        Keeper(Evening(), tmp_path / "evening.json").keep(Evening(language="pl", players=("green", "red")))
        kept = Keeper.read(tmp_path / "evening.json", Evening()).evening
        assert (kept.language, kept.players) == ("en", ("green", "red"))

    def test_a_broken_evening_says_what_to_do(self, tmp_path: Path) -> None:
        (tmp_path / "evening.json").write_text("[1]")
        with refused(UserError, "delete it to begin anew"):
            Keeper.read(tmp_path / "evening.json", Evening())
