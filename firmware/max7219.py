"""Dice on LEDs that a MAX7219 drives: 8x8 matrices in a chain, or one module of eight seven-segment digits.

All show faces 0 to 6, 0 being dark, `DASH`, and `MR` and `BUS` of the Speed Die, at a brightness of 0 to 15 (MAX7219
data sheet, tables 2 to 10).
`write` sends bytes while the chip select is low: the chips take them when it rises, the last pair for the nearest chip.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

DASH, MR, BUS = 7, 8, 9

_DECODE, _INTENSITY, _SCAN_LIMIT, _SHUTDOWN, _TEST = 0x09, 0x0A, 0x0B, 0x0C, 0x0F
_CODE_B = {0: 0x0F, DASH: 0x0A, MR: 0x0C, BUS: 0x0E}  # blank, -, H (a hat), P
_DIGITS = (6, 3, 0)  # of the module, counted from the right: two dark ones between them

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
_LETTERS = {
    MR: (0b11000011, 0b11100111, 0b11111111, 0b11011011, 0b11000011, 0b11000011, 0b11000011, 0b11000011),
    BUS: (0b11111100, 0b11000110, 0b11000110, 0b11111100, 0b11000110, 0b11000110, 0b11000110, 0b11111100),
}


class Matrices:
    """Matrices, one for each die, the first on the one that the Pico is wired to."""

    def __init__(self, write: "Callable[[bytes], object]") -> None:
        self._write = write

    def show(self, faces: "tuple[int, ...]", brightness: int) -> None:
        """Light all faces, and set the chips up again each time: a loose plug may have reset them."""
        for register, value in ((_TEST, 0), (_DECODE, 0), (_SCAN_LIMIT, 7), (_INTENSITY, brightness)):
            self._all(register, [value] * len(faces))
        pictures = [rows(face) for face in faces]
        for row in range(8):
            self._all(row + 1, [picture[row] for picture in pictures])
        self._all(_SHUTDOWN, [1] * len(faces))

    def _all(self, register: int, values: "list[int]") -> None:
        self._write(b"".join([bytes((register, value)) for value in reversed(values)]))


class Digits:
    """One module of eight digits, of which one is lit for each die."""

    def __init__(self, write: "Callable[[bytes], object]") -> None:
        self._write = write

    def show(self, faces: "tuple[int, ...]", brightness: int) -> None:
        """Light the digits, and set the chip up again each time."""
        for register, value in ((_TEST, 0), (_DECODE, 0xFF), (_SCAN_LIMIT, 7), (_INTENSITY, brightness)):
            self._write(bytes((register, value)))
        for digit in range(8):
            face = faces[_DIGITS.index(digit)] if digit in _DIGITS[: len(faces)] else 0
            self._write(bytes((digit + 1, _CODE_B.get(face, face))))
        self._write(bytes((_SHUTDOWN, 1)))


def rows(face: int) -> "list[int]":
    """Draw a face as eight rows from the top, the leftmost LED in bit 7."""
    if face in _LETTERS:
        return list(_LETTERS[face])
    top, middle, bottom = _PIPS[face]
    return [top, top, 0, middle, middle, 0, bottom, bottom]
