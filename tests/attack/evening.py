"""A whole evening at one table, scripted: settings, a new card, a game, a pause, the end; and what the panel says."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from random import Random

from companion.app.refused import brief
from companion.editions import registry
from companion.errors import UserError
from companion.ledger.audit import audit
from companion.ledger.record import from_archive
from companion.ledger.seal import key_beside, make_key
from companion.ledger.store import Ledger
from companion.rules.commands import Finish, TakeBack
from companion.table.inputs import AnyInput, Arranged, Asked, Enrolled, Halted
from companion.table.keeper import Keeper
from companion.table.settings import Evening
from companion.table.shown import Notice
from companion.table.tags import PlayerTag, TagBook
from companion.web.publisher import written
from tests.attack.syscalls import Report
from tests.rules.play import answer
from tests.table.parlour import Parlour, tags_of

ENTRIES = 34  # of a game, and as many as the players can make of it where something goes wrong once
TRIES = 80
UID = "04deadbeef00"
EVENING = Evening(players=("red", "blue", "green"), dice="serial", cards="bank")


class Player:
    """Does what people do, and tells after each of it what is acknowledged and what the panel says."""

    def __init__(self, home: Path, report: Report) -> None:
        self._report = report
        self._chance = Random(7)
        self.parlour = Parlour(home, evening=EVENING, tags=TagBook.read(home / "tags.json"))
        self.look()

    def do(self, given: AnyInput) -> None:
        """Do something, and look at the panel."""
        self.parlour.do(given)
        self.look()

    def look(self) -> None:
        """Tell whether the panel is dark, says that something is wrong, and which entries it has acknowledged."""
        table = self.parlour.table
        display = table.feed.snapshot().display
        if not any(written(display, table.edition(), table.game.state.players if table.game else ())):
            self._report("dark")
        if isinstance(display.screen, Notice):
            self._report("said")
        if table.game is not None:
            self._report(f"{table.game_id} {len(table.game.steps)}")

    def throw_for_the_start(self) -> None:
        for total in (6, 4, 3):
            self.parlour.throw(6, total)
            self.look()

    def play(self, entries: int) -> None:
        """Play on until there are so many entries."""
        table = self.parlour.table
        for _ in range(TRIES):
            if table.game is None or len(table.game.steps) >= entries or table.game.state.over:
                return
            before = len(table.game.steps)
            command = TakeBack(1, "slip") if before == entries // 2 else answer(table.game, self._chance)
            self.do(Asked(command, "web", Future()))


def play_an_evening(home: Path, report: Report) -> None:
    """Everything that a table writes down in an evening; whatever is refused at its start is said on the panel."""
    try:
        player = Player(home, report)
    except UserError as error:
        report("said" if brief(error, "en") else "dark")
        return
    player.do(Arranged({"language": "fr"}))
    report("language")
    player.parlour.press("ok")
    player.look()
    player.throw_for_the_start()
    player.play(ENTRIES // 2)
    player.do(Halted(True))
    player.do(Enrolled(UID, PlayerTag("yellow")))
    report("tag")
    player.do(Halted(False))
    player.play(ENTRIES)
    player.do(Asked(Finish("agreed"), "web", Future()))
    report("over")
    player.parlour.ledger.close()


def set_up(home: Path) -> None:
    """A table that was opened once, with all its tags."""
    TagBook(home / "tags.json").add(tags_of(registry.load("classic")))
    Ledger(home / "ledger.sqlite").close()
    make_key(key_beside(home / "ledger.sqlite"))


def counts(said: list[str]) -> dict[str, int]:
    """How many entries of each game were acknowledged at last; less may stand after what was refused."""
    return {game: int(count) for game, _, count in (line.partition(" ") for line in said) if count}


def is_kept(home: Path, said: list[str]) -> bool:
    """Every acknowledged entry is there and as it was written, and the table opens again."""
    player = Player(home, lambda _: None)
    try:
        ledger = player.parlour.ledger
        if any(audit(from_archive(ledger, game)).faults for game in ledger.ids()):
            return False
        return all(len(ledger.lines(game)) >= count for game, count in counts(said).items())
    finally:
        player.parlour.ledger.close()


def is_whole(home: Path, said: list[str]) -> bool:
    """Nothing is missing of an evening of which nobody was told that something is."""
    if "over" not in said:
        return False
    with Ledger(home / "ledger.sqlite") as ledger:
        whole = [len(ledger.lines(game)) > ENTRIES and bool(ledger.seals(game)) for game in ledger.ids()]
        sealed = [b'"reason":"end"' in b"".join(ledger.seals(game)) for game in ledger.ids()]
    tag = TagBook.read(home / "tags.json").find(UID)
    language = Keeper.read(home / "evening.json", EVENING).evening.language
    return whole == sealed == [True] and tag == PlayerTag("yellow") and language == "fr"


def warmed(prepare: Callable[[Path], None], deed: Callable[[Path, Report], None]) -> Callable[[Path], None]:
    """As `prepare`, with all that the deed imports imported: what is tried is the table, not the interpreter."""

    def prepared(home: Path) -> None:
        rehearsal = home.parent / "rehearsal"
        rehearsal.mkdir()
        prepare(rehearsal)
        deed(rehearsal, lambda _: None)
        prepare(home)

    return prepared
