"""The one thread that owns the game (design: Table).

Theory of operation
-------------------
    mailbox -> desk (what does this mean?) -> rules (`Game.ask`) -> ledger (synchronous) -> feed, display, sound

Nothing is shown, sounded or published before the ledger has it: *commit before you beep*. `Game.ask` folds at once, so
when the ledger refuses, or anything else escapes, the state in memory is worth nothing: it is thrown away, the game is
folded anew from the ledger, and the screen says so. The same road leads back after a power cut.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from companion.editions import registry
from companion.errors import Message, UserError
from companion.ledger import history
from companion.ledger.entry import Damaged, Entry, LedgerError
from companion.ledger.store import GameRow, Ledger
from companion.rules.commands import AnyCommand, Commit, Reason, Refusal
from companion.rules.dice import Dice
from companion.rules.edition import Edition
from companion.rules.events import AnyEvent
from companion.rules.game import Game, Step
from companion.rules.rules import Rules
from companion.table.desk import Desk
from companion.table.feed import GameView, Publisher
from companion.table.flows.enrol import EnrolPage
from companion.table.flows.lobby import ContinuePage, WelcomePage
from companion.table.flows.phone import hand_over
from companion.table.flows.turn import dice_asked
from companion.table.flows.undo import doubtful, set_right
from companion.table.flows.wizard import SetupPage, lacks_cards
from companion.table.inputs import (
    AnyInput,
    Arranged,
    Asked,
    Composed,
    Mailbox,
    Pairing,
    Remembered,
    Reread,
    Stopped,
    Ticked,
)
from companion.table.keeper import Keeper
from companion.table.luck import LOST, BankLuck
from companion.table.parts import Sound, Trouble
from companion.table.settings import Evening, TableSettings
from companion.table.tags import TagBook
from companion.table.views import Display
from companion.table.vouching import NoDie, TableDie, Vouching, cause, not_continued

log = logging.getLogger(__name__)


class Outlet(Protocol):
    """What players see and hear; called from the table's thread, so it only hands on."""

    def show(self, display: Display, edition: Edition, players: Sequence[str]) -> None:
        """Show this page of a game by this edition and of these players."""

    def play(self, sound: Sound) -> None:
        """Let this be heard."""


class Table:
    """A table: the game on it, the ledger under it, the mailbox before it."""

    def __init__(
        self,
        ledger: Ledger,
        tags: TagBook,
        keeper: Keeper,
        settings: TableSettings,
        outlet: Outlet,
        *,
        mailbox: Mailbox | None = None,
        clock: Callable[[], float] = time.monotonic,
        chance: random.Random | None = None,
        directories: Sequence[Path] = (),
        at_rest: Callable[[], object] = lambda: None,
        die: TableDie | None = None,
    ) -> None:
        self.mailbox = mailbox or Mailbox()
        self.tags = tags
        self._ledger = ledger
        self._keeper = keeper
        self._settings = settings
        self._outlet = outlet
        self._directories = tuple(directories)
        self._game: Game | None = None
        self._id = ""
        self._last: Entry | None = None
        self._shown: Display | None = None
        self._die = die or NoDie()
        self._luck = BankLuck(ledger.path, chance or random.SystemRandom())
        self.desk = Desk(settings, tags, clock, self._luck.throw, self._carry_out, self.leave, self.change)
        self._vouching = Vouching(ledger, self.desk, self._luck, at_rest, self._die)
        self._set(keeper.evening)
        self._open()
        self.feed = Publisher(self._display())

    # the thread

    def run(self) -> None:
        """Serve the mailbox until `Stopped`."""
        self._publish()
        while True:
            given = self.mailbox.take(self.desk.wakes_in())
            if given is None:
                self.handle(Ticked())
                continue
            if not isinstance(given, Stopped):
                self.handle(given)
            self.mailbox.finish()
            if isinstance(given, Stopped):
                return

    def handle(self, given: AnyInput) -> None:
        """Take one input to its end: decided, committed, published. An error costs the input, never the game."""
        try:
            if isinstance(given, Asked | Composed | Reread):
                self._answer(given)
            elif isinstance(given, Pairing):
                self.desk.phones = [*filter(Pairing.waits, self.desk.phones), given]
            elif isinstance(given, Arranged):
                self.change(**given.evening)
            elif isinstance(given, Remembered):
                self._vouching.hear(given.words)
            else:
                self.desk.take(given)
            self._catch_up()
            self._publish()
        except LedgerError as error:
            log.error("nothing can be written down: %s", error)  # noqa: TRY400  # no fault of the program
            self._recover(Trouble.DISK_FAILED, cause(error))
        except OSError as error:
            log.error("a setting cannot be kept: %s", error)  # noqa: TRY400
            self._recover(Trouble.NOT_KEPT, cause(error))
        except Exception:
            log.exception("an input failed: %r", given)
            self._recover(Trouble.READ_AGAIN)
        self._vouch()

    def _vouch(self) -> None:
        """Seal, and settle the witness, when the players have seen the move; what fails here undoes nothing."""
        for step, trouble in ((self._seal, Trouble.NOT_SEALED), (self._ledger.settle, Trouble.WITNESS_LOST)):
            try:
                step()
            except LedgerError as error:
                log.error("all is written down, but: %s", error)  # noqa: TRY400
                self.desk.say(trouble, name=cause(error))
                self._publish()

    def _answer(self, given: Asked | Composed | Reread) -> None:
        """Answer who waits in another thread; what nobody waits for any more was given up, and is not done."""
        if not given.answer.set_running_or_notify_cancel():
            return
        try:
            given.answer.set_result(self._refusal_of(given))
        except Exception as error:
            given.answer.set_exception(error)
            raise

    def _refusal_of(self, given: Asked | Composed | Reread) -> Refusal | None:
        match given:
            case Asked(command, origin, _, motive):
                return self._carry_out(command, origin, motive)
            case Composed(trade, show) if self._game is not None and not self.desk.is_paused:
                return hand_over(self.desk, self.desk.layers, trade, show=show)
            case Reread(dice) if self._game is not None:
                return self._set_right(dice)
        return Refusal(Reason.NO_GAME)

    def _set_right(self, dice: Dice) -> Refusal | None:
        throw = doubtful(self.desk.scene)
        if throw is None or dice == throw.dice:
            return Refusal(Reason.NO_MISREADING)
        taken, right = set_right(self.desk.scene, throw, dice)
        return self._carry_out(taken, "referee") or self._carry_out(right, "referee")

    # deciding and committing

    def _carry_out(self, command: AnyCommand, origin: str, motive: Message | None = None) -> Refusal | None:
        if self._game is None:
            return Refusal(Reason.GAME_OVER)
        self._catch_up()
        command = self._luck.fixed(command)
        try:
            events = self._record(self._game, command, origin, motive)
        except Refusal as refusal:
            return refusal
        self.desk.note(command, events + self._bank_acts(self._game), motive)
        return None

    def _record(self, game: Game, command: AnyCommand, origin: str, motive: Message | None) -> tuple[AnyEvent, ...]:
        events = game.ask(command)
        if sum(game.state.accounts):
            raise ArithmeticError(f"money does not add up after {command}")
        self._last = self._ledger.append(self._id, origin, command, events, len(game.steps) - 1)
        self.desk.head = self._last.hash
        self._vouching.note(events)
        self._luck.follow(command, events)
        self.feed.committed(Step(command, events), motive)
        return events

    def _bank_acts(self, game: Game) -> tuple[AnyEvent, ...]:
        """Let the bank do what it has to do before anybody else, such as to draw the card that is asked for."""
        events: tuple[AnyEvent, ...] = ()
        while (wish := self._luck.wish(game)) is not None:
            events += self._record(game, wish, "bank", None)
            if isinstance(wish, Commit) and wish.reason == LOST:
                self.desk.say(Trouble.SEED_LOST)
        return events

    def _catch_up(self) -> None:
        """Let the bank do what a power cut or a full disk has kept it from."""
        if self._game is not None and (events := self._bank_acts(self._game)):
            self.desk.note(self._game.steps[-1].command, events)

    def _seal(self) -> None:
        if self._game is not None and self._last is not None:
            self._vouching.seal(self._last, over=self._game.state.over, paused=self.desk.is_paused)

    def _recover(self, trouble: Trouble, name: str | Message = "") -> None:
        """Throw the state away, fold it anew from the ledger, and say why."""
        if self._game is not None:
            self._put_on(self._recorded())
        self.desk.say(trouble, name=name)
        self._publish()

    def _recorded(self) -> Game:
        """The game as the ledger has it; as it was committed, when the ledger cannot even be read."""
        try:
            return history.fold(self._ledger.entries(self._id))
        except LedgerError:
            log.exception("the ledger cannot be read; the game goes on from what was committed")
            return Game.fold(self.feed.steps(self._id, 0))

    def _put_on(self, game: Game) -> None:
        self._game = game
        self._luck.sit(self._id, game)
        self.feed.begin(self._id, game.steps)
        self.desk.seat(game)

    # games begin and end

    @property
    def game(self) -> Game | None:
        """The game on the table; to be read in the table's thread, or while it is settled."""
        return self._game

    @property
    def game_id(self) -> str:
        """The id of the game on the table, or of the last one."""
        return self._id

    def announce(self, url: str) -> None:
        """Offer the address of the pages to be scanned from the display; from any thread."""
        self.desk.address = url

    @property
    def ledger_path(self) -> Path:
        """Where the ledger is."""
        return self._ledger.path

    @property
    def evening(self) -> Evening:
        """How the table plays."""
        return self._keeper.evening

    def start(self) -> None:
        """Begin a game as the evening is set; the first throw decides who starts (S0-10)."""
        begin = self._luck.begin(self.edition(), self.evening.players, decks=self.evening.cards == "bank")
        try:
            game = Game.begin(Rules(begin.edition), begin)
        except Refusal:
            options, count = begin.edition.options, len(begin.players)
            few = count < options.min_players
            limit = options.min_players if few else options.max_players
            self.desk.say(Trouble.TOO_FEW_PLAYERS if few else Trouble.TOO_MANY_PLAYERS, name=str(limit))
            return
        game_id = self._ledger.new_id()
        self._luck.keep_seed(game_id)
        self._last = self._ledger.append(game_id, "table", begin, game.steps[0].events)
        self._id, self.desk.head = game_id, self._last.hash
        self._put_on(game)

    def resume(self, game: str) -> None:
        """Continue a game where it was left; first whoever has no card by that name any more is asked for one."""
        try:
            entries = self._ledger.entries(game)
            resumed = history.fold(entries)
            doubt = self._vouching.check(game, self._publish)
        except Damaged as damage:
            log.error("%s", damage)  # noqa: TRY400  # the file's
            self.desk.open(self._welcome())
            self.desk.say(Trouble.GAME_UNREAD, name=not_continued(damage))
            return
        players = tuple(name for name in resumed.state.players if name not in self.evening.bots)
        if lacks_cards(self.desk, players):
            self.desk.open(EnrolPage(self.desk, self, players))
            return
        self._id, self._last, self.desk.head = game, entries[-1], entries[-1].hash
        self._put_on(resumed)
        if doubt is not None:
            self.desk.say(Trouble.GAME_DOUBTED, name=str(doubt))

    def leave(self) -> None:
        """Take the game off the table; what comes next is chosen on the first page of an evening."""
        self._game = None
        self.desk.unseat(self._welcome())

    def _open(self) -> None:
        """The first page: an interrupted game; the questions of a first evening; or what was played last."""
        rows = self.unfinished()
        welcome = self._welcome(below=bool(rows))
        self.desk.unseat(ContinuePage(self.desk, self, rows[0], welcome) if rows else welcome)
        if not rows and lacks_cards(self.desk, self.evening.people):
            self.desk.open(welcome.setup)

    def _welcome(self, *, below: bool = False) -> WelcomePage:
        enrolment = EnrolPage(self.desk, self)
        return WelcomePage(self.desk, self, SetupPage(self.desk, self, enrolment), enrolment, below=below)

    def unfinished(self) -> list[GameRow]:
        """The games that can be continued, the latest first."""
        return self._ledger.unfinished()

    # the evening

    def edition(self) -> Edition:
        """The edition of the game on the table, else of the evening with its profiles and rules; from any thread."""
        game = self._game
        return self._load(self.evening) if game is None else game.rules.edition

    def _load(self, evening: Evening) -> Edition:
        return registry.load(evening.edition, evening.profiles, evening.rules, self._directories)

    def editions(self) -> list[tuple[str, str]]:
        """Id and title of every edition there is."""
        return [(entry.id, entry.title) for entry in registry.available(self._directories)]

    def profiles(self) -> list[tuple[str, str]]:
        """Id and title of every profile there is."""
        return [(entry.id, entry.title) for entry in registry.available_profiles(self._directories)]

    def change(self, **fields: object) -> bool:
        """Play like this from now on, and remember it; False: that does not go together, and the screen says so."""
        evening = msgspec.structs.replace(self.evening, **fields)
        try:
            self._load(evening)
        except UserError as error:
            self.desk.say(Trouble.UNSUITABLE, name=error.message)
            return False
        self._set(evening)
        self._keeper.keep(evening)
        return True

    def _set(self, evening: Evening) -> None:
        self._settings = msgspec.structs.replace(self._settings, dice=evening.dice, language=evening.language)
        self.desk.settings, self.desk.evening = self._settings, evening

    # publishing

    def _publish(self) -> None:
        self._die.ask_for(dice_asked(self.desk.layers.base))
        display = self._display()
        if display != self._shown:
            self._shown = display
            self._outlet.show(display, self.edition(), self._game.state.players if self._game else ())
        sound, self.desk.sound = self.desk.sound, None
        if sound is not None:
            self._outlet.play(sound)
        self.feed.publish(
            display,
            self._view(),
            paused=self.desk.is_paused,
            faults=self.desk.faults,
            countdown=self.desk.seconds_left(),
        )

    def _display(self) -> Display:
        money = self._game.rules.edition.money if self._game else ""
        return Display(self.desk.screen(), self._settings.language, money or "{}", self.desk.is_dim)

    def _view(self) -> GameView | None:
        if self._game is None or self._last is None:
            return None
        return GameView(self._id, self._last.seq, self._game.state.over, self._last.hash)
