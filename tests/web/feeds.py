"""A table without people: a real game behind the feed that the pages follow, moved on by the test."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.editions import registry
from companion.errors import Message
from companion.rules.commands import AnyCommand, Begin
from companion.rules.edition import Edition
from companion.rules.game import Game, Step
from companion.rules.rules import Rules
from companion.table.feed import GameView, Publisher
from companion.table.inputs import Mailbox
from companion.table.shown import Idle
from companion.table.tags import AnyTag, DeedTag, PlayerTag, RefereeTag, TagBook, board_key
from companion.table.views import Display

DISPLAY = Display(Idle(who=None))


class GameFeed:
    """A room with one game in it; publishes after each command, as a table does after each commit."""

    def __init__(
        self,
        edition: str | Edition = "classic",
        players: tuple[str, ...] = ("red", "blue", "green"),
        profiles: Sequence[str] = (),
    ) -> None:
        self.edition_in_force = registry.load(edition, profiles) if isinstance(edition, str) else edition
        self.players = players
        self.tags = tag_book(self.edition_in_force, players)
        self.mailbox = Mailbox()
        self.ledger_path = Path("nowhere")
        self.feed = Publisher(DISPLAY)
        self.game: Game | None = None
        self.id = ""

    def begin(self, name: str = "first") -> None:
        """Begin a game; the first player starts."""
        self.id = name
        self.game = Game.begin(Rules(self.edition_in_force), Begin(self.edition_in_force, self.players))
        self.feed.begin(name, self.game.steps)
        self._publish()

    def ask(self, *commands: AnyCommand, motive: Message | None = None) -> None:
        """Carry commands out, publishing after each."""
        assert self.game
        for command in commands:
            self.feed.committed(Step(command, self.game.ask(command)), motive)
            self._publish()

    def _publish(self) -> None:
        assert self.game
        view = GameView(self.id, len(self.game.steps) - 1, self.game.state.over)
        self.feed.publish(DISPLAY, view, paused=False)

    @property
    def steps(self) -> list[Step]:
        """What the game has come to, without its setting-up."""
        assert self.game
        return self.game.steps[1:]

    def edition(self) -> Edition:
        return self.edition_in_force


def tag_book(edition: Edition, names: tuple[str, ...]) -> TagBook:
    """A tag for every player and deed, and the referee's card."""
    players: list[AnyTag] = [PlayerTag(name) for name in names]
    deeds: list[AnyTag] = [DeedTag(board_key(edition.board), square) for square in edition.board.deeds()]
    tags = enumerate([*players, *deeds, RefereeTag()])
    return TagBook(tags={f"04{number:010x}80": tag for number, tag in tags})
