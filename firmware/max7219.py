"""Two dice on LEDs that a MAX7219 drives: two 8x8 matrices in a chain, or one module of eight seven-segment digits.

Both show faces 0 to 6, 0 being dark, and `DASH`, at a brightness of 0 to 15 (MAX7219 data sheet, tables 2 to 10).
`write` sends bytes while the chip select is low: the chips take them when it rises, the last pair for the nearest chip.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

DASH = 7

_DECODE, _INTENSITY, _SCAN_LIMIT, _SHUTDOWN, _TEST = 0x09, 0x0A, 0x0B, 0x0C, 0x0F
_CODE_B_DASH, _CODE_B_BLANK = 0x0A, 0x0F
_LEFT, _RIGHT = 6, 3  # digits of the module, counted from the right: two dark ones between them

_SIDES, _LEFT_PIP, _MIDDLE, _RIGHT_PIP = 0b11000011, 0b11000000, 0b00011000, 0b00000011
# Three rows of pips for each face; every pip is two LEDs wide and high, with one dark row between.
_PIPS = (
    (0, 0, 0),
    (0, _MIDDLE, 0),
    (_LEFT_PIP, 0, _RIGHT_PIP),
    (_LEFT_PIP, _MIDDLE, _RIGHT_PIP),
    (_SIDES, 0, _SIDES),
    (_SIDES, _MIDDLE, _SIDES),
    (_SIDES, _SIDES, _SIDES),
    (0, 0b11111111, 0),
)


class Matrices:
    """Two matrices, the first die on the one that the Pico is wired to."""

    def __init__(self, write: "Callable[[bytes], object]") -> None:
        self._write = write

    def show(self, a: int, b: int, brightness: int) -> None:
        """Light both faces, and set the chips up again each time: a loose plug may have reset them."""
        self._both(_TEST, 0, 0)
        self._both(_DECODE, 0, 0)
        self._both(_SCAN_LIMIT, 7, 7)
        self._both(_INTENSITY, brightness, brightness)
        first, second = rows(a), rows(b)
        for row in range(8):
            self._both(row + 1, first[row], second[row])
        self._both(_SHUTDOWN, 1, 1)

    def _both(self, register: int, first: int, second: int) -> None:
        self._write(bytes((register, second, register, first)))


class Digits:
    """One module of eight digits, of which two are lit."""

    def __init__(self, write: "Callable[[bytes], object]") -> None:
        self._write = write

    def show(self, a: int, b: int, brightness: int) -> None:
        """Light both digits, and set the chip up again each time."""
        for register, value in ((_TEST, 0), (_DECODE, 0xFF), (_SCAN_LIMIT, 7), (_INTENSITY, brightness)):
            self._write(bytes((register, value)))
        for digit in range(8):
            self._write(bytes((digit + 1, code_b({_LEFT: a, _RIGHT: b}.get(digit, 0)))))
        self._write(bytes((_SHUTDOWN, 1)))


def rows(face: int) -> "list[int]":
    """Draw a face as eight rows from the top, the leftmost LED in bit 7."""
    top, middle, bottom = _PIPS[face]
    return [top, top, 0, middle, middle, 0, bottom, bottom]


def code_b(face: int) -> int:
    """Translate a face to the chip's own font."""
    return _CODE_B_BLANK if face == 0 else _CODE_B_DASH if face == DASH else face
