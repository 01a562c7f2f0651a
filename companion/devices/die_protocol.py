"""The serial die's line protocol and the die's end of it; written out for builders in `firmware/protocol.md`.

A line is words of ASCII, a star, four hex digits of CRC-16 over what precedes the star, and a line feed:

    ROLL 3f2a0001 5 6*0FD1

The die speaks only after HELLO?, whose word is the host's session: drawn anew by each start of the host, kept through
an unplug. A die that hears a new session forgets rolls that nobody took (they were made while no bank was there); one
that hears the old session sends them again. A roll has a number, drawn at random when the die starts and counted up;
the die sends one roll at a time, again and again, until its number is acknowledged. So no roll is lost on the line, and
the host, who remembers numbers, takes none twice.

This file also runs under MicroPython: no typing, no dataclasses, no match, time only as what has passed.
"""

VERSION = 1
LONGEST = 64  # bytes of a line, without the line feed
RESEND_MS = 250
MOST_WAITING = 4

HELLO_ASK = "HELLO?"
ACK = "ACK"
AGAIN = "AGAIN"
PING = "PING"

HELLO = "HELLO"
ROLLING = "ROLLING"
ROLL = "ROLL"
PONG = "PONG"
FAULT = "FAULT"


def checksum(data: bytes) -> int:
    """Compute CRC-16/CCITT-FALSE: polynomial 1021, preset ffff."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def encode(*words: object) -> bytes:
    """Make a line of words."""
    body = " ".join([str(word) for word in words]).encode()
    return body + f"*{checksum(body):04X}\n".encode()


def decode(line: bytes) -> list[str]:
    """Take the words out of a line without its line feed; ValueError when it is not as it was sent."""
    star = line.rfind(b"*")
    if star < 1 or len(line) > LONGEST or len(line) != star + 5:
        raise ValueError("not a line of this protocol")
    if line[star + 1 :].upper() != f"{checksum(line[:star]):04X}".encode():
        raise ValueError("wrong checksum")
    return line[:star].decode().split(" ")


class Lines:
    """Cuts a stream of bytes into lines; what grows beyond the limit is cut too, and will not decode."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Take bytes in and give the lines that are complete now, carriage returns dropped."""
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()
        if len(self._rest) > 2 * LONGEST:
            lines.append(self._rest)
            self._rest = b""
        return [line.rstrip(b"\r") for line in lines if line.strip()]


class DieEnd:
    """The die's side: `out` is what it wants to send, `waiting` the rolls nobody has acknowledged."""

    def __init__(self, kind: str, identity: str, first: int) -> None:
        self.out = b""
        self.waiting: list[tuple[int, int, int]] = []
        self._hello = (HELLO, VERSION, kind, identity)
        self._next = first
        self._session = ""
        self._lines = Lines()
        self._unanswered_ms = 0

    def begin(self) -> None:
        """Say that the dice are rolling, so that the host expects a roll."""
        if self._session:
            self.out += encode(ROLLING)

    def roll(self, a: int, b: int) -> bool:
        """Send a roll; False when too many wait already and this one does not count (the die shows that)."""
        if len(self.waiting) >= MOST_WAITING:
            return False
        self.waiting.append((self._next, a, b))
        self._next = self._next + 1 & 0xFFFFFFFF
        if len(self.waiting) == 1:
            self._send_roll()
        return True

    def fault(self, word: str) -> None:
        """Tell a fault of the die itself, such as `cocked`."""
        if self._session:
            self.out += encode(FAULT, word)

    def receive(self, data: bytes) -> None:
        """Take bytes of the host in; what cannot be read is left to the host's patience."""
        for line in self._lines.feed(data):
            try:
                words = decode(line)
            except ValueError:
                continue
            self._hear(words[0], words[1] if len(words) > 1 else "")

    def passed(self, ms: int) -> None:
        """Let time pass: a roll that was not acknowledged is sent again."""
        self._unanswered_ms += ms
        if self._unanswered_ms >= RESEND_MS:
            self._send_roll()

    def _hear(self, word: str, argument: str) -> None:
        if word == HELLO_ASK:
            self._greet(argument)
        elif word == ACK:
            if self.waiting and argument == f"{self.waiting[0][0]:08x}":
                self.waiting.pop(0)
                self._send_roll()
        elif word == AGAIN:
            self._send_roll()
        elif word == PING:
            self.out += encode(PONG, argument)

    def _greet(self, session: str) -> None:
        if session != self._session:
            self._session = session
            self.waiting = []
        self.out += encode(*self._hello)
        self._send_roll()

    def _send_roll(self) -> None:
        self._unanswered_ms = 0
        if self.waiting and self._session:
            number, a, b = self.waiting[0]
            self.out += encode(ROLL, f"{number:08x}", a, b)
