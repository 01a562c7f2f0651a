"""The desk reads what people do against what the rules wait for: an auction is open and Blue taps, that is a bid."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.errors import Message
from companion.rules.commands import AnyCommand, Gavel, Pass, Refusal, SeatCommand, TakeBack
from companion.rules.dice import PLAIN, SPEED, Dice, Die, spelled
from companion.rules.events import AnyEvent, HandedOver
from companion.rules.game import Game
from companion.rules.prompts import Prompt, prompts
from companion.table import inputs, news
from companion.table.flows.base import base_page
from companion.table.flows.lobby import OverPage
from companion.table.flows.lookup import LookUpPage, WhyPage
from companion.table.flows.mine import WhosePage
from companion.table.flows.referee import PausePage, RefereePage
from companion.table.flows.rule import ask_consent
from companion.table.flows.undo import MisreadPage, PutBackPage, doubtful
from companion.table.foresight import Foresight, foresee
from companion.table.grammar import read_tag
from companion.table.inputs import AnyInput, Button
from companion.table.layers import Layers
from companion.table.page import Page
from companion.table.parts import Lot, Party, Sound, Trouble
from companion.table.reasons import Motive, explain, lasting, luck, trouble_of
from companion.table.scene import Scene, idle
from companion.table.settings import PERSON, Evening, TableSettings
from companion.table.shown import DiceShown, Notice, RefusedShown, Why
from companion.table.sketchpad import Sketchpad, TradeSketch
from companion.table.tags import RefereeTag, TagBook, board_key
from companion.table.timers import Countdown, Rest
from companion.table.views import AnyScreen

CarryOut = Callable[[AnyCommand, str], Refusal | None]


class Desk:
    """Holds the pages and the half-made things; the game itself belongs to the table, which carries wishes out."""

    def __init__(
        self,
        settings: TableSettings,
        tags: TagBook,
        clock: Callable[[], float],
        throw: Callable[[Sequence[Die]], Dice],
        carry_out: CarryOut,
        leave: Callable[[], None],
        change: Callable[..., object],
    ) -> None:
        self.settings = settings
        self.tags = tags
        self.clock = clock
        self.throw = throw
        self.board = ""
        self.address = ""  # of the pages, "" when no other machine can open them
        self.head = ""  # the hash of the last entry of the game on the table
        self.bots = set[int]()  # the seats that the program fills
        self.phones: list[inputs.Pairing] = []  # that wait for a card, or did
        self.layers = Layers(clock, settings.news_seconds)
        self.sound: Sound | None = None
        self._carry_out = carry_out
        self._leave = leave
        self._change = change
        self.evening = Evening()
        self._scene: Scene | None = None
        self._sketchpad = Sketchpad()
        self._countdown = Countdown(settings, clock)
        self._prompts: list[Prompt] | None = None
        self._refusal: Refusal | None = None
        self._motive: Motive = None
        self._origin = ""
        self._spent: Button | None = None  # the press that was used up
        self._paused: PausePage | None = None
        self._faults: dict[str, str] = {}
        self._rest = Rest(settings.idle_seconds, clock, self._countdown)

    # the game on the table

    @property
    def scene(self) -> Scene:
        """The game as it stands.

        :raises RuntimeError: no game is on the table.
        """
        if self._scene is None:
            raise RuntimeError("no game is on the table")
        return self._scene

    @property
    def has_game(self) -> bool:
        """Whether a game is on the table."""
        return self._scene is not None

    @property
    def is_paused(self) -> bool:
        """Whether the referee has stopped the clock."""
        return self._paused is not None

    def seat(self, game: Game) -> None:
        """Put a game on the table, new, continued or read again."""
        self._scene = Scene(game)
        self._motive = None
        self.board = board_key(game.rules.board)
        self._sketchpad.clear()
        self.phones = []
        self._paused = None
        self._countdown.resume()
        self.layers.base = None
        self.layers.reveal()
        self.settle()

    def unseat(self, lobby: Page) -> None:
        """Take the game off the table."""
        self._scene = None
        self.bots.clear()
        self.layers.home()
        self.layers.reveal()
        self.layers.base = lobby

    def settle(self) -> None:
        """Let the pages follow the state after an entry."""
        state = self.scene.state
        self._prompts = None
        self.layers.settle(OverPage(self, self._leave) if state.over else base_page(self, state))
        self._countdown.watch(self.scene.last_claim() or (state.agenda[-1] if state.agenda else None))

    def note(self, command: AnyCommand, events: tuple[AnyEvent, ...], motive: Message | None = None) -> None:
        """Tell an entry that has been committed."""
        self._refusal = None
        self._motive = lasting(self._motive, command, motive)
        self.bots.difference_update(event.seat for event in events if isinstance(event, HandedOver))
        self.settle()
        self.layers.tell(news.pages(self.scene, events), lambda page: news.is_told_always(page, command))
        self.sound = news.sound(command, events)
        if isinstance(command, TakeBack):
            self._put_back(command)

    def _put_back(self, command: TakeBack) -> None:
        page = PutBackPage(self, command)
        if page.count():
            self.open(page)

    # what a page may ask

    def ask(self, command: AnyCommand, origin: str = "") -> bool:
        """Ask the rules for something; False: refused, and the screen says why."""
        refusal = self._carry_out(command, origin or self._origin)
        if refusal is not None:
            self._refuse(command, refusal)
        return refusal is None

    def _refuse(self, command: AnyCommand, refusal: Refusal) -> None:
        self._refusal = refusal
        self.sound = Sound.REFUSED
        self.layers.say(
            RefusedShown(
                tried=type(command).__name__,
                reason=refusal.reason,
                rules=refusal.rules,
                figures=self.scene.public(refusal.figures),
                who=self.scene.party(command.seat) if isinstance(command, SeatCommand) else None,
                lot=self.scene.lot_or_none(getattr(command, "square", -1)),
            )
        )

    @property
    def moment(self) -> int:
        """A number that changes with every entry: what was worked out at one moment holds for it only."""
        return len(self.scene.game.steps)

    def seat_bot(self, seat: int, level: str) -> None:
        """Let the program play for a seat at a level, or its own player again."""
        self._change(bots=self.evening.bots_with(self.scene.state.players[seat], level))
        if level == PERSON:
            self.bots.discard(seat)

    def foresee(self, *commands: AnyCommand) -> Foresight:
        """What the last of these commands would do now, the others carried out before it."""
        return foresee(self.scene.rules, self.scene.state, *commands)

    def prompts(self) -> list[Prompt]:
        """What the rules wait for."""
        if self._prompts is None:
            self._prompts = prompts(self.scene.rules, self.scene.state)
        return self._prompts

    def open(self, page: Page) -> None:
        """Put a page on top."""
        self.layers.open(page)

    def close(self) -> None:
        """Take the top page off."""
        self.layers.close()

    def home(self) -> None:
        """Take off all pages above the base."""
        self.layers.home()

    def say(
        self,
        trouble: Trouble,
        *,
        who: Party | None = None,
        lot: Lot | None = None,
        name: str | Message = "",
        uid: str = "",
    ) -> None:
        """Show a message; nothing is booked."""
        self.sound = None if trouble is Trouble.DEVICE_BACK else Sound.REFUSED
        self.layers.say(Notice(trouble=trouble, who=who, lot=lot, name=name, uid=uid))

    def sketch(self, seat: int, to: int) -> TradeSketch:
        """The trade that these two are putting together, as far as it has come."""
        return self._sketchpad.trade(self.scene.state, seat, to)

    def seconds_left(self) -> int | None:
        """What is left of the countdown of an auction, a contest or a last rent; None: there is none."""
        return self._countdown.left()

    def why(self) -> Why:
        """Why the last thing came out as it did."""
        return explain(self.scene, self._refusal, self.prompts(), self._motive[1] if self._motive else None)

    def referee_page(self) -> Page:
        """The referee's menu."""
        return RefereePage(self, self._pause)

    # what people do

    def take(self, given: AnyInput) -> None:
        """Read one input; whatever it is, afterwards the display says what became of it."""
        if not isinstance(given, inputs.Ticked | inputs.Lifted | inputs.Rated):
            woken = self._rest.touch()
            if woken and isinstance(given, inputs.Pressed):
                self._spent = given.button
                return
        match given:
            case inputs.Tapped(uid):
                self._tapped(uid)
            case inputs.Clashed():
                self.say(Trouble.TWO_TAGS)
            case inputs.Pressed(button):
                self._pressed(button)
            case inputs.Held(button):
                self._held(button)
            case inputs.Turned(steps):
                self._turned(steps)
            case inputs.DiceRead(dice, source):
                self._thrown(dice, source)
            case _:
                self._other(given)

    def _other(self, given: AnyInput) -> None:
        match given:
            case inputs.Faulted(device, kind):
                self._faults[device] = kind
                if self._is_used(device):
                    self.say(trouble_of(device, kind), name=device)
            case inputs.Recovered(device):
                self._faults.pop(device, None)
                if self._is_used(device):
                    self.say(Trouble.DEVICE_BACK, name=device)
            case inputs.BotSeated(seat) if self.has_game:
                self.bots.add(seat)
                self.say(Trouble.BOT_PLAYS, who=self.scene.party(seat))
            case inputs.Halted(on) if self.has_game and on != self.is_paused:
                self._pause() if on else self._resume()
            case inputs.Rated(points) if self.has_game and self.scene.state.over:
                self._motive = luck(points)
            case inputs.Enrolled(uid, tag):
                self.tags.enrol(uid, tag)
                self.home()
            case inputs.Ticked():
                self._tick()

    @property
    def faults(self) -> tuple[tuple[str, str], ...]:
        """The devices that do not work, and the kind of fault."""
        return tuple(self._faults.items())

    def _is_used(self, device: str) -> bool:
        """Whether a device is missed here: a die that nobody throws with may be anywhere."""
        return device != "die" or self.settings.dice == "serial"

    def _tapped(self, uid: str) -> None:
        self._origin = "tap"
        hidden = self.layers.reveal()
        if self.layers.top is not None and self.layers.top.tag(uid):
            return
        tag = self.tags.find(uid)
        if tag is None:
            self.say(Trouble.UNKNOWN_TAG, uid=uid)
        elif self._paused:
            self._resume() if isinstance(tag, RefereeTag) else self.say(Trouble.PAUSED)
        elif not self.has_game:
            self.say(Trouble.NO_GAME)
        elif not hidden:
            read_tag(self, tag)

    def _pressed(self, button: Button) -> None:
        self._origin, self._spent = "button", None
        top = self.layers.top
        if button is Button.INFO and self.has_game and top is not None and not top.wants_info:
            self._look_up()
        elif self.layers.dismiss_one():
            self._spent = button
        elif top is not None:
            top.press(button)

    def _look_up(self) -> None:
        """A message is explained, a throw that is shown can be doubted; else the look-up menu opens or closes."""
        if self._paused:
            return
        explains = isinstance(self.layers.message, RefusedShown)
        doubted = doubtful(self.scene) if isinstance(self.layers.screen(), DiceShown) else None
        self.layers.reveal()
        if explains:
            self.open(WhyPage(self))
        elif doubted is not None:
            self.open(MisreadPage(self, doubted, ask_consent))
        elif isinstance(self.layers.top, LookUpPage):
            self.close()
        else:
            referee = None if self.tags.has_referee() else self.referee_page()
            self.open(LookUpPage(self, WhosePage(self), referee))

    def _held(self, button: Button) -> None:
        """A press that only woke the display, or turned something away, is not a hold of what lay below."""
        self._origin = "button"
        top = self.layers.top
        if button is self._spent or top is None or self.layers.message is not None:
            return
        if button is Button.INFO and isinstance(top, LookUpPage):
            self.close()
            self.open(WhyPage(self))
        else:
            top.hold(button)

    def _turned(self, steps: int) -> None:
        self._origin = "encoder"
        self.layers.reveal()
        if self.layers.top is not None:
            self.layers.top.turn(steps)

    def _thrown(self, dice: Dice, source: str) -> None:
        self._origin = "die"
        hidden = self.layers.reveal()
        base = self.layers.base
        if not (set(dice[:2]) <= set(PLAIN) and set(dice[2:]) <= set(SPEED)):
            self.say(Trouble.BAD_DICE, name=spelled(dice))
        elif self._paused or not self.has_game or base is None:
            self.say(Trouble.PAUSED if self._paused else Trouble.NO_GAME)
        elif not hidden and not base.thrown(dice, source):
            self.say(Trouble.NO_DICE_NOW, name=spelled(dice))

    # time

    def _tick(self) -> None:
        self.layers.expire()
        top = self.layers.top
        if top is not None and top.ends is not None and self.clock() >= top.ends:
            top.press(Button.BACK)
        if self.has_game and not self._paused and self._countdown.is_over():
            self._origin = "clock"
            claim = self.scene.last_claim()
            self.ask(Pass(claim.owner) if claim else Gavel())

    def wakes_in(self) -> float | None:
        """In how many seconds the desk wants a tick; None: only when something happens."""
        now = self.clock()
        top = self.layers.top
        ends = [self.layers.wakes_at(), self._rest.wakes_at(), None if top is None else top.ends]
        waits = [max(0.0, end - now) for end in ends if end is not None]
        if self.has_game and not self._paused and self._countdown.left() is not None:
            waits.append(1.0)
        return min(waits, default=None)

    def _pause(self) -> None:
        self._countdown.pause()
        self._paused = PausePage(self, self.clock(), self._resume)
        self.home()
        self.open(self._paused)

    def _resume(self) -> None:
        self._paused = None
        self.home()
        self._countdown.resume()

    # what is shown

    def screen(self) -> AnyScreen:
        """The page that the display shows now."""
        return idle(self._scene, self._rest.shift()) if self._rest.is_on() else self.layers.screen()

    @property
    def is_dim(self) -> bool:
        """Whether the display may be dark, for nobody has touched anything for a while."""
        return self._rest.is_on()
