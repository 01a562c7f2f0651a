"""Dice from a source of random bytes, every face as likely as every other."""

TYPE_CHECKING = False  # MicroPython has no module `typing`; type checkers know this name
if TYPE_CHECKING:
    from collections.abc import Callable

_TAKEN = 64  # raw bytes for one digest of 32: each bit of the pool stands for two of the oscillator


class Pool:
    """Gives bytes one by one, each batch a SHA-256 of twice as many raw bytes.

    The bits of the RP2040's ring oscillator are a little uneven and a little like their neighbours (RP2040 data sheet,
    2.17.5); a digest of many is not.
    """

    def __init__(self, raw: "Callable[[int], bytes]", digest: "Callable[[bytes], bytes]") -> None:
        self._raw = raw
        self._digest = digest
        self._bytes = b""

    def byte(self) -> int:
        """Take the next byte, 0 to 255."""
        if not self._bytes:
            self._bytes = self._digest(self._raw(_TAKEN))
        first, self._bytes = self._bytes[0], self._bytes[1:]
        return first


def face(byte: "Callable[[], int]") -> int:
    """Draw 1 to 6 without bias: three bits of a byte, drawn again when they are 0 or 7 (protocol.md, duty 7)."""
    while True:
        bits = byte() & 7
        if 0 < bits < 7:
            return bits
