"""The host's end of the die's protocol, without port and clock: bytes and milliseconds in, bytes and happenings out.

    ASKING --HELLO--> TALKING ; anything unread for too long makes the die SILENT, the next good line brings it back

While ASKING the host sends HELLO? every half second. A bad line is answered once by AGAIN (the die sends its roll
again); three in a row are told as noise. A quiet die is pinged. A roll is acknowledged after it was handed over, a roll
seen before is only acknowledged, and one that cannot be is acknowledged and told as impossible.

To a die of version 2 it says how many dice a roll has, and gives it what to keep, but not before the die has told what
it kept until now: until it has, HELLO? is sent again. A die of version 1 rolls two dice, of which one may be
enough, and keeps nothing.
"""

import re
from collections import deque
from collections.abc import Iterator

from msgspec import Struct

from companion.devices import die_protocol as protocol
from companion.devices.ports import FaultKind
from companion.devices.settings import DieSettings
from companion.errors import Message, message

_ASK_EVERY_MS = 500
_BAD_LINES = 3
_REMEMBERED = 16
_NUMBER = re.compile("[0-9a-f]{8}")
_CURED_BY_ANY_LINE = frozenset({FaultKind.NOISE, FaultKind.SILENT})


class RollFrame(Struct, frozen=True):
    """A roll seen for the first time."""

    dice: tuple[int, ...]
    speed: str  # the face of the third die, if there is one
    source: str
    sequence: int


class Recalled(Struct, frozen=True):
    """What the die has kept since it was last told something, nothing if it never was."""

    words: tuple[str, ...]
    source: str


class Ailing(Struct, frozen=True):
    """Something is wrong with the die or the line."""

    kind: FaultKind
    detail: Message


class Healthy(Struct, frozen=True):
    """The die answers as it should."""


Happening = RollFrame | Recalled | Ailing | Healthy


class HostEnd:
    """One die's host; `out` is what to send, `session` a word that only this run of the program uses.

    `dice` is how many a roll is to have, `keep` what the die is to keep for the next run (nothing: leave it as it is).
    """

    def __init__(self, settings: DieSettings, session: str) -> None:
        self.out = b""
        self.identity = ""
        self.dice = 2
        self.keep: tuple[str, ...] = ()
        self._settings = settings
        self._session = session
        self._seen: dict[str, deque[str]] = {}
        self.connect()

    def connect(self) -> None:
        """Begin anew on a port just opened: the die may be another one, or have restarted."""
        self.out = b""
        self.identity = ""
        self._lines = protocol.Lines()
        self._bad_lines = 0
        self._quiet_ms = 0
        self._asked_ms = 0
        self._pinged = False
        self._rolling_ms: int | None = None
        self._ailing: FaultKind | None = None
        self._is_newer = False
        self._told_dice = 0
        self._kept: tuple[str, ...] | None = None
        self._ask()

    def receive(self, data: bytes) -> Iterator[Happening]:
        """Take bytes in and yield what happened, in order; the caller hands each over before it asks for the next."""
        for line in self._lines.feed(data):
            try:
                words = protocol.decode(line)
            except ValueError:
                yield from self._bad_line(line)
                continue
            self._bad_lines = self._quiet_ms = 0
            self._pinged = False
            if self._ailing in _CURED_BY_ANY_LINE:
                yield self._cured()
            yield from self._hear(words)

    def passed(self, ms: int) -> Iterator[Happening]:
        """Let time pass: ask, ping, and find out that the die is silent."""
        self._quiet_ms += ms
        if self._is_newer:
            self._instruct(ms)
        if not self.identity:
            yield from self._keep_asking(ms)
        elif self._rolling_ms is not None:
            yield from self._await_roll(ms)
        elif self._pinged and self._quiet_ms >= self._settings.silence_ms:
            yield self._ail(FaultKind.SILENT, message("device.fault.die-quiet", ms=self._quiet_ms))
            self._ping()
        elif not self._pinged and self._quiet_ms >= self._settings.ping_ms:
            self._ping()

    def _keep_asking(self, ms: int) -> Iterator[Happening]:
        self._asked_ms += ms
        if self._asked_ms >= _ASK_EVERY_MS:
            self._ask()
        if self._quiet_ms >= self._settings.hello_ms:
            yield self._ail(FaultKind.SILENT, message("device.fault.die-hello", ms=self._quiet_ms))

    def _instruct(self, ms: int) -> None:
        """Tell the die what it does not know yet: how many dice, and what to keep, until it has said it back."""
        if self._told_dice != self.dice:
            self._told_dice = self.dice
            self.out += protocol.encode(protocol.DICE, self.dice)
        self._asked_ms += ms
        if self._asked_ms < _ASK_EVERY_MS:
            return
        if self._kept is None:
            self._ask()
        elif self.keep and self._kept != self.keep:
            self._asked_ms = 0
            self.out += protocol.encode(protocol.KEEP, *self.keep)

    def _await_roll(self, ms: int) -> Iterator[Happening]:
        self._rolling_ms = (self._rolling_ms or 0) + ms
        if self._rolling_ms >= self._settings.roll_ms:
            yield self._ail(FaultKind.SILENT, message("device.fault.die-roll", ms=self._rolling_ms))
            self._rolling_ms = None

    def _ail(self, kind: FaultKind, detail: Message) -> Ailing:
        self._ailing = kind
        return Ailing(kind, detail)

    def _cured(self) -> Healthy:
        self._ailing = None
        return Healthy()

    def _ask(self) -> None:
        self._asked_ms = 0
        self.out += protocol.encode(protocol.HELLO_ASK, self._session, protocol.VERSION)

    def _ping(self) -> None:
        self._pinged = True
        self._quiet_ms = 0
        self.out += protocol.encode(protocol.PING, self._session)

    def _bad_line(self, line: bytes) -> Iterator[Happening]:
        self._bad_lines += 1
        if self._bad_lines == 1 and self.identity:
            self.out += protocol.encode(protocol.AGAIN)
        if self._bad_lines == _BAD_LINES:
            yield self._ail(FaultKind.NOISE, message("device.fault.die-noise", line=repr(line[: protocol.LONGEST])))

    def _hear(self, words: list[str]) -> Iterator[Happening]:
        match words:
            case [protocol.HELLO, "1" | "2" as version, _, identity]:
                self.identity, self._is_newer = identity, version == "2"
                self._told_dice = 2
                yield self._cured()
            case [protocol.ROLL, number, *faces] if faces and self.identity and _NUMBER.fullmatch(number):
                yield from self._hear_roll(number, faces)
            case [protocol.ROLL, *_] if not self.identity:
                self._ask()  # its hello was lost
            case [protocol.ROLLING]:
                self._rolling_ms = 0
            case [protocol.FAULT, *what]:
                self._rolling_ms = None
                yield self._ail(FaultKind.IMPOSSIBLE, message("device.fault.die-says", said=" ".join(what)))
            case [protocol.KEPT, *kept] if self._is_newer:
                yield from self._hear_kept(tuple(kept))
            case [protocol.PONG, *_]:
                pass
            case _:
                foreign = message("device.fault.die-foreign", line=repr(" ".join(words)), version=protocol.VERSION)
                yield self._ail(FaultKind.UNSUPPORTED, foreign)

    def _hear_kept(self, words: tuple[str, ...]) -> Iterator[Happening]:
        is_first, self._kept = self._kept is None, words
        if is_first:
            yield Recalled(words, self.identity)

    def _hear_roll(self, number: str, faces: list[str]) -> Iterator[Happening]:
        self._rolling_ms = None
        seen = self._seen.setdefault(self.identity, deque(maxlen=_REMEMBERED))
        if number not in seen:
            yield from self._judge(number, faces)
            seen.append(number)
        self.out += protocol.encode(protocol.ACK, number)

    def _judge(self, number: str, faces: list[str]) -> Iterator[Happening]:
        plain, speed = faces[:2], faces[2:]
        if len(faces) < self.dice or (self._is_newer and len(faces) > self.dice):
            self._told_dice = 0
            shown = message("device.fault.die-count", shown=len(faces), asked=self.dice)
            yield self._ail(FaultKind.IMPOSSIBLE, shown)
        elif set(plain) <= set(protocol.PLAIN_FACES) and set(speed) <= set(protocol.SPEED_FACES):
            self._ailing = None
            yield RollFrame(tuple(map(int, plain)), "".join(speed), self.identity, int(number, 16))
        else:
            yield self._ail(FaultKind.IMPOSSIBLE, message("device.fault.die-faces", faces=" ".join(faces)))
