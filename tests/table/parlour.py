"""A table in one thread for tests: a real ledger, a clock turned by hand, and what was shown in order."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import TypeVar

from companion.editions import registry
from companion.ledger.store import Ledger
from companion.rules.commands import AnyCommand, Correct, Propose, Refusal, Subject
from companion.rules.dice import Face
from companion.rules.edition import Edition
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.table.inputs import AnyInput, Asked, Button, Composed, DiceRead, Held, Pressed, Tapped, Ticked
from companion.table.keeper import Keeper
from companion.table.parts import Do, Sound
from companion.table.settings import COLORS, Evening, TableSettings, is_name
from companion.table.table import Table
from companion.table.tags import AnyTag, CardTag, DeedTag, PlayerTag, RefereeTag, TagBook, board_key
from companion.table.views import AnyScreen, Display

S = TypeVar("S")

QUIET = TableSettings(dice="serial", cards="tag", news_seconds=0, idle_seconds=0)
REFEREE_UID = "0400ffee"


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Notebook:
    """An outlet that writes down."""

    def __init__(self) -> None:
        self.shown: list[AnyScreen] = []
        self.heard: list[Sound] = []

    def show(self, display: Display, edition: Edition, players: Sequence[str]) -> None:
        assert all(map(is_name, players))
        assert edition.board.squares
        self.shown.append(display.screen)

    def play(self, sound: Sound) -> None:
        self.heard.append(sound)


def tags_of(edition: Edition) -> dict[str, AnyTag]:
    """Tags for all players and for everything that an edition has."""
    board = board_key(edition.board)
    tags: dict[str, AnyTag] = {f"04{number:06x}": PlayerTag(color) for number, color in enumerate(COLORS)}
    tags |= {f"04{square:012x}": DeedTag(board, square) for square in edition.board.deeds()}
    cards = [(deck, card.id) for deck, pile in edition.decks.items() for card in pile]
    tags |= {f"04{number:018x}": CardTag(board, *card) for number, card in enumerate(cards)}
    return tags | {REFEREE_UID: RefereeTag()}


class DieNotes:
    """A die that writes down what it is told."""

    def __init__(self) -> None:
        self.kept: list[tuple[str, ...]] = []
        self.asked = 2

    def keep(self, words: tuple[str, ...]) -> None:
        self.kept.append(words)

    def ask_for(self, dice: int) -> None:
        self.asked = dice


class Parlour:
    """A table and everything that lies around it."""

    def __init__(
        self,
        folder: Path,
        *,
        players: int = 3,
        settings: TableSettings = QUIET,
        evening: Evening | None = None,
        tags: TagBook | None = None,
        directories: Sequence[Path] = (),
    ) -> None:
        self.path = folder / "ledger.sqlite"
        self.clock = Clock()
        self.notebook = Notebook()
        default = Evening(players=COLORS[:players], dice=settings.dice, cards=settings.cards)
        self.keeper = Keeper(evening or default, folder / "evening.json")
        self.ledger = Ledger(self.path)
        self.die = DieNotes()
        self.tags = tags or TagBook(None, tags_of(registry.load(self.keeper.evening.edition, directories=directories)))
        self.table = Table(
            self.ledger,
            self.tags,
            self.keeper,
            settings,
            self.notebook,
            clock=self.clock,
            directories=directories,
            chance=Random(5),
            die=self.die,
        )

    # what people do

    def do(self, given: AnyInput) -> None:
        self.table.handle(given)

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.do(Pressed(Button(button)))

    def hold(self, button: str) -> None:
        self.do(Pressed(Button(button)))
        self.do(Held(Button(button)))

    def lay(self, tag: AnyTag) -> None:
        self.do(Tapped(self.tags.uids(tag)[0]))

    def card(self, name: str) -> None:
        self.lay(PlayerTag(name))

    def deed(self, square: int) -> None:
        self.lay(DeedTag(board_key(self.table.edition().board), square))

    def referee(self) -> None:
        self.do(Tapped(REFEREE_UID))

    def draw(self, deck: str, card: str) -> None:
        self.lay(CardTag(board_key(self.table.edition().board), deck, card))

    def throw(self, *dice: Face) -> None:
        self.do(DiceRead(dice))

    def pass_time(self, seconds: float) -> None:
        self.clock.now += seconds
        self.do(Ticked())

    def pick(self, do: Do, name: str = "") -> None:
        """Move the cursor of the shown menu to a line, and press ok."""
        items = self.screen.items  # type: ignore[union-attr]  # a page without a menu fails the test
        wanted = next(at for at, item in enumerate(items) if item.do is do and name in ("", item.name))
        for _ in range((wanted - self.screen.selected) % len(items)):  # type: ignore[union-attr]
            self.press("down")
        self.press("ok")

    # how a game is brought to where it gets interesting

    def begin(self) -> None:
        """A game in which red, then blue, then green play."""
        self.press("ok")
        for total in range(len(self.keeper.evening.players)):
            self.throw(6, 6 - total) if total == 0 else self.throw(1, total)

    def ask(self, command: AnyCommand) -> Refusal | None:
        """A wish by the web."""
        answer: Future[Refusal | None] = Future()
        self.do(Asked(command, "web", answer))
        return answer.result(0)

    def compose(self, trade: Propose, *, show: bool = True) -> Refusal | None:
        """A trade from a phone."""
        answer: Future[Refusal | None] = Future()
        self.do(Composed(trade, show, answer))
        return answer.result(0)

    def correct(self, subject: Subject, where: int, value: int) -> None:
        assert self.ask(Correct(subject, where, value, "test")) is None

    def own(self, seat: int, *squares: int) -> None:
        for square in squares:
            self.correct(Subject.OWNER, square, seat)

    def cash(self, seat: int, amount: int) -> None:
        self.correct(Subject.CASH, seat, amount)

    def at(self, seat: int, square: int) -> None:
        self.correct(Subject.AT, seat, square)

    # what is seen

    @property
    def screen(self) -> AnyScreen:
        return self.table.feed.snapshot().display.screen

    def sees(self, page: type[S]) -> S:
        """The page that is shown, which must be this one."""
        assert isinstance(self.screen, page), self.screen
        return self.screen

    @property
    def state(self) -> State:
        assert self.table.game is not None
        return self.table.game.state

    @property
    def rules(self) -> Rules:
        assert self.table.game is not None
        return self.table.game.rules

    @property
    def entries(self) -> int:
        return len(self.ledger.lines(self.table.game_id))

    @property
    def last(self) -> AnyCommand:
        assert self.table.game is not None
        return self.table.game.steps[-1].command
