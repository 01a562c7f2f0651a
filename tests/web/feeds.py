"""A table without people: a real game behind the feed that the pages follow, moved on by the test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from companion.editions import registry
from companion.rules.commands import AnyCommand, Begin
from companion.rules.edition import Edition
from companion.rules.game import Game, Step
from companion.rules.rules import Rules
from companion.table.mailbox import Mailbox
from companion.table.scene import Scene
from companion.table.snapshot import GameView, Snapshot
from companion.table.tags import AnyTag, DeedTag, PlayerTag, RefereeTag, TagBook, board_key
from companion.table.views import Display, Idle

Callback = Callable[[Snapshot], None]


class GameFeed:
    """Publishes after each command, as a table does after each commit."""

    def __init__(self, edition: str = "classic", players: tuple[str, ...] = ("red", "blue", "green")) -> None:
        self.edition_in_force = registry.load(edition)
        self.players = players
        self.tags = tag_book(self.edition_in_force, players)
        self.mailbox = Mailbox()
        self.ledger_path = Path("nowhere")
        self.game: Game | None = None
        self.id = ""
        self.number = 0
        self.callbacks: list[Callback] = []

    def begin(self, name: str = "first") -> None:
        """Begin a game; the first player starts."""
        self.id = name
        self.game = Game.begin(Rules(self.edition_in_force), Begin(self.edition_in_force, self.players))
        self._publish()

    def ask(self, *commands: AnyCommand) -> None:
        """Carry commands out, publishing after each."""
        assert self.game
        for command in commands:
            self.game.ask(command)
            self._publish()

    def _publish(self) -> None:
        self.number += 1
        for callback in list(self.callbacks):
            callback(self.snapshot())

    def snapshot(self) -> Snapshot:
        return Snapshot(self.number, Display(Idle(who=None)), self._view())

    def _view(self) -> GameView | None:
        if self.game is None:
            return None
        state, edition = self.game.state, self.edition_in_force
        return GameView(
            game=self.id,
            seq=len(self.game.steps) - 1,
            digest="",
            edition=edition.id,
            title=edition.title,
            rows=Scene(self.game).rows(),
            lots=(),
            turn=state.turn,
            dice=state.dice,
            pot=0,
            houses=state.houses,
            hotels=state.hotels,
            waiting=(),
            over=state.over,
            winner=state.winner,
        )

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        self.callbacks.append(callback)
        return lambda: self.callbacks.remove(callback)

    def steps(self, game: str, since: int) -> Sequence[Step]:
        return self.game.steps[since:] if self.game and game == self.id else ()

    def edition(self) -> Edition:
        return self.edition_in_force


def tag_book(edition: Edition, names: tuple[str, ...]) -> TagBook:
    """A tag for every player and deed, and the referee's card."""
    players: list[AnyTag] = [PlayerTag(name) for name in names]
    deeds: list[AnyTag] = [DeedTag(board_key(edition.board), square) for square in edition.board.deeds()]
    tags = enumerate([*players, *deeds, RefereeTag()])
    return TagBook(tags={f"04{number:010x}80": tag for number, tag in tags})
