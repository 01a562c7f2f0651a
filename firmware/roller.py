"""The roller: a button rolls dice on LEDs, as many as the bank asks for.

    AT REST --press--> TUMBLING --tumble_ms--> AT REST, a roll sent and shown dim; bright once the bank has taken it

A press while it tumbles is nothing. A press while as many rolls wait as may does not count: dashes blink (protocol.md,
duty 3).
"""

from companion.devices.die_protocol import MOST_WAITING, SPEED_FACES, DieEnd
from firmware.max7219 import BUS, DASH, MR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

DIM, MIDDLE, BRIGHT = 0, 3, 6
_FRAME_MS = 70
_REFUSED_MS = 1400
_SIGNS = {"mr": MR, "bus": BUS}


class Roller:
    """Drives one roller: `face` draws a die, `show` lights faces, dark ones too, at a brightness."""

    def __init__(
        self,
        end: DieEnd,
        face: "Callable[[], int]",
        show: "Callable[[tuple[int, ...], int], object]",
        tumble_ms: int,
    ) -> None:
        self._end = end
        self._face = face
        self._show = show
        self._tumble_ms = tumble_ms
        self._tumbling_ms = 0
        self._refused_ms = 0
        self._frame_ms = 0
        self._dice = end.dice  # of the roll that is under way
        self._faces: list[str] = []
        self._shown: tuple[tuple[int, ...], int] = ((), -1)

    def press(self) -> None:
        """Begin a roll, unless one is under way or too many wait."""
        if self._tumbling_ms > 0:
            return
        if len(self._end.waiting) >= MOST_WAITING:
            self._refused_ms = _REFUSED_MS
            return
        self._dice = self._end.dice
        self._end.begin()
        self._refused_ms = self._frame_ms = 0
        self._tumbling_ms = self._tumble_ms

    def passed(self, ms: int) -> None:
        """Let time pass: tumble, come to rest, blink."""
        self._refused_ms -= ms
        if self._tumbling_ms > 0:
            self._tumble(ms)
        self._light()

    def _tumble(self, ms: int) -> None:
        self._tumbling_ms -= ms
        self._frame_ms -= ms
        if self._tumbling_ms <= 0:
            self._faces = self._draw()
            self._end.roll(*self._faces)
        elif self._frame_ms <= 0:
            self._frame_ms = _FRAME_MS
            self._faces = self._draw()

    def _draw(self) -> "list[str]":
        drawn = [self._face() for _ in range(self._dice)]
        return [str(face) for face in drawn[:2]] + [SPEED_FACES[face - 1] for face in drawn[2:]]

    def _light(self) -> None:
        picture = self._picture()
        if picture != self._shown:
            self._shown = picture
            self._show(*picture)

    def _picture(self) -> "tuple[tuple[int, ...], int]":
        if self._refused_ms > 0:
            sign = DASH if self._refused_ms // (_REFUSED_MS // 8) % 2 else 0
            return (sign,) * self._end.most, BRIGHT
        level = MIDDLE if self._tumbling_ms > 0 else DIM if self._end.waiting else BRIGHT
        faces = [_SIGNS[face] if face in _SIGNS else int(face) for face in self._faces]
        return tuple(faces + [0] * (self._end.most - len(faces))), level
