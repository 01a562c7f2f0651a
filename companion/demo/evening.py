"""Whole games played by hands, and the proof that money, deeds and ledger agree at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec

from companion.app.assembly import OpenTable, virtual_book
from companion.bots.policies import Steady
from companion.demo.gestures import Gestures
from companion.demo.hands import ChipHands, Unnoticed
from companion.devices.settings import BoxSettings, ButtonSettings, DieSettings, ReaderSettings
from companion.editions import registry
from companion.ledger import history
from companion.rules.board import Street
from companion.rules.commands import AnyCommand, CallTime
from companion.rules.frames import BANK
from companion.rules.game import Game
from companion.table.keeper import Keeper
from companion.table.parts import Do
from companion.table.scene import Scene
from companion.table.settings import COLORS, Evening, TableSettings
from companion.table.views import ContinueAsk, EndScreen

QUICK_BOX = BoxSettings(
    reader=ReaderSettings(poll_ms=1),
    buttons=ButtonSettings(hold_ms=50),
    die=DieSettings(),
)
CALM = TableSettings(dice="serial", cards="tag", auction_seconds=0, contest_seconds=0, idle_seconds=0)
LAST_TURN = 1000  # of all players together; then the referee calls time
READY_SECONDS = 10.0


class Result(msgspec.Struct, frozen=True):
    """How a game went: its id in the ledger, the winner's name, how much was played, and what does not agree."""

    game: str
    winner: str
    turns: int
    entries: int
    movements: int
    standing: tuple[tuple[str, int], ...]
    faults: tuple[str, ...]


@contextmanager
def simulated_table(ledger: Path, edition: str, players: int, chance: Random) -> Iterator[OpenTable]:
    """A table on simulated chips, without patience: its countdowns wait for hands only."""
    evening = Evening(edition=edition, players=COLORS[:players], dice="serial", cards="tag")
    tags = virtual_book([registry.load(edition)])
    with OpenTable(QUICK_BOX, ledger, tags, Keeper(evening), CALM, simulated=True, chance=chance) as stand:
        if not stand.box.wait_ready(READY_SECONDS):
            raise Unnoticed("the simulated devices did not start")
        yield stand


class SimulatedPlayer:
    """Plays games at a table, from the first page of an evening to the final standing."""

    def __init__(self, stand: OpenTable, chance: Random, watch: Callable[[], None]) -> None:
        assert stand.bench is not None
        self._stand = stand
        self._watch = watch
        self._policy = Steady(chance)
        self.hands = ChipHands(stand.bench, stand.box, stand.table)

    def play(self, *, resume: bool = False) -> Result:
        """Play one game to its end and check it: a new one, or the interrupted one that is asked about."""
        begun = self.hands.movements
        self.hands.press("ok") if resume else self._begin()
        game = self._game
        gestures = Gestures(self.hands, game.rules)
        while not game.state.over:
            self._do(gestures, self._wish(game))
            game = self._game
        self.hands.press_until(EndScreen)
        return self._result(game, self.hands.movements - begun)

    @property
    def _game(self) -> Game:
        game = self._stand.table.game
        if game is None:
            raise Unnoticed("no game is on the table")
        return game

    def _begin(self) -> None:
        """From whatever is shown before a game to its first page."""
        if isinstance(self.hands.screen, EndScreen):
            self.hands.press("ok")
        if isinstance(self.hands.screen, ContinueAsk):
            self.hands.press("back")
        self.hands.pick(Do.SAME_AGAIN)

    def _wish(self, game: Game) -> AnyCommand:
        if sum(game.state.turns) >= LAST_TURN and not game.state.time_up:
            return CallTime()
        return self._policy.choose(game.rules, game.state)

    def _do(self, gestures: Gestures, wish: AnyCommand) -> None:
        before = len(self._game.steps)
        gestures.make(self._game.state, wish)
        self._watch()
        if len(self._game.steps) == before:
            raise Unnoticed(f"{wish} was not carried out; the display shows {self.hands.screen}")

    def _result(self, game: Game, movements: int) -> Result:
        state, game_id = game.state, self._stand.table.game_id
        recorded = history.fold(self._stand.ledger.entries(game_id))
        return Result(
            game=game_id,
            winner=state.players[state.winner] if state.winner != BANK else "",
            turns=sum(state.turns),
            entries=len(recorded.steps),
            movements=movements,
            standing=tuple((row.who.name, row.worth or 0) for row in Scene(game).ranked()),
            faults=tuple(disagreements(game, recorded)),
        )


def disagreements(game: Game, recorded: Game) -> Iterator[str]:
    """What does not hold at the end: the ledger folds to the live state, money and buildings add up, somebody won."""
    state, rules = game.state, game.rules
    if recorded.state != state:
        yield "the ledger does not fold to the state at the table"
    if sum(state.accounts):
        yield f"money does not add up: {sum(state.accounts)} too much"
    hotels = sum(_is_hotel(rules.street(square), state.level[square]) for square in rules.deeds)
    houses = sum(state.level[square] for square in rules.deeds) - sum(
        state.level[square] for square in rules.deeds if _is_hotel(rules.street(square), state.level[square])
    )
    if (houses + state.houses, hotels + state.hotels) != (rules.options.houses, rules.options.hotels):
        yield "buildings on the board and in the bank do not add up"
    if any(not state.out[seat] and state.accounts[seat] < 0 for seat in state.seats):
        yield "a player has less than nothing"
    if state.winner == BANK:
        yield "nobody has won"


def _is_hotel(street: Street | None, level: int) -> bool:
    return street is not None and level == street.top
