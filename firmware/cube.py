"""The cube: one real die with a sensor, thrown once for each die of a roll, or two of them thrown together.

    NONE --a throw--> HALF --the last throw--> NONE, a roll sent
                       +-----patience_ms-------> NONE, FAULT half

With one cube the lamp shines while a further throw is awaited; a third is the Speed Die's. With two, a cube thrown
again before the other has come to rest replaces its face. A cocked cube does not count and is thrown again; the lamp
blinks.
"""

from companion.devices.die_protocol import SPEED_FACES, DieEnd
from firmware.gravity import SENSOR, THROWN, Throw, face_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

HALF = "half"
PATIENCE_MS = {1: 30_000, 2: 6_000}  # by the number of cubes; two are below the 8 s in which a roll must follow ROLLING
_BLINK_MS = 150
_SENSOR_REST_MS = 1000


class Cube:
    """Drives one or two cubes: each of `sensors` gives (x, y, z) in thousandths of g, or raises OSError."""

    def __init__(
        self,
        end: DieEnd,
        sensors: "list[Callable[[], tuple[int, int, int]]]",
        lamp: "Callable[[bool], object]",
        sides: "tuple[int, ...]",
    ) -> None:
        self._end = end
        self._sensors = sensors
        self._lamp = lamp
        self._sides = sides
        self._throws = [Throw() for _ in sensors]
        self._faces: list[tuple[int, int]] = []
        self._half_ms = 0
        self._blinking_ms = -1
        self._is_rolling = False
        self._sensor_rests_ms = 0

    def passed(self, ms: int) -> None:
        """Let time pass and look at the sensors."""
        self._wait_for_the_other(ms)
        self._light(ms)
        self._sensor_rests_ms -= ms
        if self._sensor_rests_ms > 0:
            return
        try:
            for which in range(len(self._sensors)):
                self._feel(which, ms)
        except OSError:
            self._lose_sensor()

    def _feel(self, which: int, ms: int) -> None:
        reading = self._sensors[which]()
        throw = self._throws[which]
        if throw.feel(*reading, ms):
            self._come_to_rest(which, face_up(*reading, self._sides))
        elif throw.state == THROWN and not self._is_rolling and self._is_last():
            self._is_rolling = True
            self._end.begin()

    def _is_last(self) -> bool:
        return len(self._sensors) == 2 or len(self._faces) == self._end.dice - 1

    def _come_to_rest(self, which: int, face: "int | str") -> None:
        if isinstance(face, str):
            self._complain(face)
            return
        self._blinking_ms = -1
        if len(self._sensors) == 2:
            self._faces = [each for each in self._faces if each[0] != which]
        self._faces.append((which, face))
        self._half_ms = 0
        if len(self._faces) >= self._end.dice:
            self._finish()

    def _finish(self) -> None:
        thrown = [face for _, face in self._faces]
        self._faces = []
        self._is_rolling = False
        if not self._end.roll(*thrown[:2], *[SPEED_FACES[face - 1] for face in thrown[2:]]):
            self._blinking_ms = 0

    def _wait_for_the_other(self, ms: int) -> None:
        self._half_ms = self._half_ms + ms if self._faces else 0
        if self._half_ms > PATIENCE_MS[len(self._sensors)]:
            self._faces = []
            self._complain(HALF)

    def _complain(self, word: str) -> None:
        self._end.fault(word)
        self._is_rolling = False
        self._blinking_ms = 0

    def _lose_sensor(self) -> None:
        self._throws = [Throw() for _ in self._sensors]
        self._faces = []
        self._sensor_rests_ms = _SENSOR_REST_MS
        self._complain(SENSOR)

    def _light(self, ms: int) -> None:
        if self._blinking_ms >= 0:
            self._blinking_ms += ms
            self._lamp(self._blinking_ms // _BLINK_MS % 2 == 0)
        else:
            self._lamp(len(self._sensors) == 1 and len(self._faces) > 0)
