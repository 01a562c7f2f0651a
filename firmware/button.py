"""A push button to ground, without its bounces."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

STEADY_MS = 20


class Button:
    """Counts a press once the level has been low for `STEADY_MS`, and the next only after it was high as long."""

    def __init__(self, level: "Callable[[], int]") -> None:
        self._level = level
        self._is_down = False
        self._was_low = False
        self._steady_ms = 0

    def passed(self, ms: int) -> bool:
        """Let time pass; True when the button has just gone down."""
        is_low = not self._level()
        self._steady_ms = self._steady_ms + ms if is_low == self._was_low else 0
        self._was_low = is_low
        if is_low == self._is_down or self._steady_ms < STEADY_MS:
            return False
        self._is_down = is_low
        return is_low
