"""When a cube was thrown, and which face is up: from what its accelerometer feels, in thousandths of g.

    STILL --it moves--> MOVING --it flies or hits--> THROWN --quiet for QUIET_MS--> STILL, and the face counts
                          +------quiet for QUIET_MS--> STILL, and nothing counts: it was only taken up and put down

A cube at rest feels one g away from the ground. It flies when it feels less than 0.4 g for 40 ms (a fall of 1 cm), hits
when it feels more than 2.5 g. Leaning on something by more than 20 degrees it is cocked.
"""

QUIET_MS = 400
_STEADY_WITHIN = 80
_FLIES_BELOW, _FLIES_MS = 400, 40
_HITS_ABOVE = 2500
_WEAKEST_G, _STRONGEST_G = 800, 1200

STILL, MOVING, THROWN = 0, 1, 2

COCKED = "cocked"
SENSOR = "sensor"


class Throw:
    """Watches one cube; `state` is one of the three above."""

    def __init__(self) -> None:
        self.state = STILL
        self._steady = (0, 0, 0)
        self._quiet_ms = QUIET_MS
        self._flown_ms = 0
        self._is_first = True

    def feel(self, x: int, y: int, z: int, ms: int) -> bool:
        """Take a reading, `ms` after the last one; True when a throw has just come to rest."""
        if self._is_steady(x, y, z):
            self._quiet_ms += ms
        else:
            self._quiet_ms = 0
            self._steady = (x, y, z)
        if self._is_first:
            self._is_first, self._quiet_ms = False, QUIET_MS
        self._notice(x * x + y * y + z * z, ms)
        return self._has_come_to_rest()

    def _is_steady(self, x: int, y: int, z: int) -> bool:
        then = self._steady
        return max(abs(x - then[0]), abs(y - then[1]), abs(z - then[2])) <= _STEADY_WITHIN

    def _notice(self, square: int, ms: int) -> None:
        if self.state == STILL and self._quiet_ms < QUIET_MS:
            self.state = MOVING
            self._flown_ms = 0
        self._flown_ms = self._flown_ms + ms if square < _FLIES_BELOW**2 else 0
        if self.state == MOVING and (self._flown_ms >= _FLIES_MS or square > _HITS_ABOVE**2):
            self.state = THROWN

    def _has_come_to_rest(self) -> bool:
        if self.state == STILL or self._quiet_ms < QUIET_MS:
            return False
        was, self.state = self.state, STILL
        return was == THROWN


def face_up(x: int, y: int, z: int, sides: "tuple[int, ...]") -> "int | str":
    """Say which face is up, `sides` being the faces that are up when +x, -x, +y, -y, +z, -z feels one g.

    Gives `COCKED` for a leaning cube and `SENSOR` for what cannot be a cube at rest.
    """
    square = x * x + y * y + z * z
    if not _WEAKEST_G**2 <= square <= _STRONGEST_G**2:
        return SENSOR
    axis, value = max(enumerate((x, y, z)), key=lambda pair: abs(pair[1]))
    if value * value * 1000 < square * 883:  # cos 20 degrees, squared
        return COCKED
    return sides[2 * axis + (value < 0)]
