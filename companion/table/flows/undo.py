"""Taking back: how many commands, why, what must be put right on the board, and that again when it is done (C-88)."""

from __future__ import annotations

from collections.abc import Callable

from companion.ledger.commitment import BY_PROGRAM, who_threw
from companion.rules.commands import Draw, Roll, TakeBack, Throw
from companion.rules.dice import Dice, spelled
from companion.rules.game import Game
from companion.table.flows.choosing import REASONS, pick_reason, unasked
from companion.table.flows.rule import rule
from companion.table.flows.turn import DiceEntryPage
from companion.table.inputs import Button
from companion.table.page import Host, ListPage
from companion.table.parts import Do, Piece, StepLine, Title
from companion.table.putback import pieces
from companion.table.scene import Scene, step_line
from companion.table.shown import PutBack, UndoPick

MOST_STEPS = 50


class UndoPage(ListPage):
    """How many of the last commands: the cursor marks the oldest one that goes."""

    def count(self) -> int:
        """How many commands can be taken back here."""
        return min(len(self.scene.game.in_force), MOST_STEPS)

    def screen(self) -> UndoPick:
        game = self.scene.game
        latest = reversed(game.in_force[-self.count() :])
        return UndoPick(steps=tuple(self._step(seq) for seq in latest), count=self.selected + 1)

    def _step(self, seq: int) -> StepLine:
        scene = self.scene
        return step_line(seq, scene.game.steps[seq].command, scene.state.players, scene.rules.board)

    def card(self, seat: int) -> bool:
        """A player's card does not act on what lies below."""
        return unasked(self.host, seat)

    def choose(self, index: int) -> None:
        """Ask for the reason, then once more."""
        host = self.host
        pick_reason(host, Title.UNDO_REASON, REASONS, lambda reason: take_back(host, index + 1, reason))


def take_back(host: Host, count: int, reason: str) -> None:
    """Show what it would change, and ask once more; a card of the bank's goes with what it was drawn for, else it
    would only be drawn again."""
    game = host.scene.game
    while count < len(game.in_force) and _is_banks_draw(game, game.in_force[-count]):
        count += 1
    host.open(TakeBackPage(host, TakeBack(count, reason)))


class PiecesPage(ListPage):
    """A list of what must be put right on the board; the next entry makes it old."""

    asks = False

    def __init__(self, host: Host, command: TakeBack, found: tuple[Piece, ...]) -> None:
        super().__init__(host)
        self._command = command
        self._pieces = found

    def is_over(self) -> bool:
        """The next entry makes it old."""
        return True

    def count(self) -> int:
        return len(self._pieces)

    def screen(self) -> PutBack:
        command = self._command
        return PutBack(
            pieces=self._pieces, count=command.count, reason=command.reason, asks=self.asks, selected=self.selected
        )


class TakeBackPage(PiecesPage):
    """Asks before commands are taken back, with all that it would change; ok held takes them back.

    The money is among it where it need not be kept secret.
    """

    asks = True

    def __init__(self, host: Host, command: TakeBack) -> None:
        game = host.scene.game
        then = game.at(game.in_force[-command.count])
        super().__init__(host, command, pieces(game.state, then, cash=not host.scene.hides_cash))

    def card(self, seat: int) -> bool:
        """A player's card does not act on what lies below."""
        return unasked(self.host, seat)

    def hold(self, button: Button) -> None:
        """Ok held takes back."""
        if button is Button.OK:
            rule(self.host, Do.UNDO, self._command, note=self._command.reason)


class PutBackPage(PiecesPage):
    """Stays when commands have been taken back until ok: nobody puts a board right in the time of a piece of news.

    It has what is moved by hand; the balances come after it.
    """

    def __init__(self, host: Host, command: TakeBack) -> None:
        game = host.scene.game
        super().__init__(host, command, pieces(game.at(len(game.steps) - 1), game.state, cash=False))

    def choose(self, index: int) -> None:
        """All is put right."""
        del index
        self.host.close()


REASON = "misread-dice"


def doubtful(scene: Scene) -> Roll | Throw | None:
    """The throw of real dice that was the last thing that somebody did; None: there is none to set right."""
    game = scene.game
    count = done_last(game)
    if not count or game.in_force[-count:] != list(range(len(game.steps) - count, len(game.steps))):
        return None
    last = game.steps[-count].command
    return last if isinstance(last, Roll | Throw) and who_threw(last.source) not in BY_PROGRAM else None


def done_last(game: Game) -> int:
    """How many entries the last thing that somebody did has led to: the cards count that the bank drew for it."""
    for count, seq in enumerate(reversed(game.in_force), 1):
        if not _is_banks_draw(game, seq):
            return count
    return 0


def _is_banks_draw(game: Game, seq: int) -> bool:
    command = game.steps[seq].command
    return isinstance(command, Draw) and who_threw(command.source) == "bank"


def set_right(scene: Scene, throw: Roll | Throw, dice: Dice) -> tuple[TakeBack, Roll | Throw]:
    """Take the throw back and make it anew with the dice as they lie; the first reading stays in the record."""
    read = throw.misread or spelled(throw.dice)
    return TakeBack(done_last(scene.game), REASON), type(throw).of(throw.seat, dice, throw.source, read)


class MisreadPage(DiceEntryPage):
    """The dice as they lie, beginning with the figures that were read."""

    def __init__(self, host: Host, throw: Roll | Throw, settle: Callable[..., None]) -> None:
        rules, state = host.scene.rules, host.scene.state
        dice = rules.dice_for(state, throw.seat)[: len(throw.dice)]
        super().__init__(host, throw.seat, "misread", self._correct, dice, throw.dice)
        self._throw = throw
        self._settle = settle

    def is_over(self) -> bool:
        """The next entry makes it old."""
        return True

    def _correct(self, dice: Dice, source: str) -> bool:
        """The same dice mean that nothing was read wrongly."""
        del source
        throw = self._throw
        if dice == throw.dice:
            return False
        note = f"{spelled(throw.dice)} \u2192 {spelled(dice)}"
        self._settle(self.host, Do.MISREAD, *set_right(self.scene, throw, dice), note=note)
        return True
