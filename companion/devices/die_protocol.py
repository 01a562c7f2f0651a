"""The serial die's line protocol and the die's end of it; written out for builders in `firmware/protocol.md`.

A line is words of ASCII, a star, four hex digits of CRC-16 over what precedes the star, and a line feed:

    ROLL 3f2a0001 5 6*0FD1

The die speaks only after HELLO?, whose word is the host's session: drawn anew by each start of the host, kept through
an unplug. A die that hears a new session forgets rolls that nobody took (they were made while no bank was there); one
that hears the old session sends them again. A roll has a number, counted up for ever;
the die sends one roll at a time, again and again, until its number is acknowledged. So no roll is lost on the line, and
the host, who remembers numbers, takes none twice.

A HELLO? that ends in 2 is one of a host of version 2: it may say how many dice a roll has (DICE), and give the die a
line of words to remember (KEEP), which the die tells (KEPT) at each hello. To any other host the die is one of version
1. The die keeps its number and those words where a power cut leaves them, before a roll is sent or a word is answered.

This file also runs under MicroPython: no typing, no dataclasses, no match, time only as what has passed.
"""

VERSION = 2
LONGEST = 160  # bytes of a line, without the line feed
RESEND_MS = 250
MOST_WAITING = 4

HELLO_ASK = "HELLO?"
ACK = "ACK"
AGAIN = "AGAIN"
PING = "PING"
DICE = "DICE"
KEEP = "KEEP"

HELLO = "HELLO"
ROLLING = "ROLLING"
ROLL = "ROLL"
PONG = "PONG"
FAULT = "FAULT"
KEPT = "KEPT"
FLASH = "flash"  # a fault: what is to be kept cannot be written

PLAIN_FACES = ("1", "2", "3", "4", "5", "6")
SPEED_FACES = ("1", "2", "3", "mr", "mr", "bus")  # of the third die


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


class Memory:
    """What a die knows after a power cut: the number of its next roll, and what a host gave it to keep."""

    def __init__(self, number: int, words: str = "") -> None:
        self.number = number
        self.words = words

    def save(self) -> None:
        """Put both where a power cut leaves them; here is no such place."""


class DieEnd:
    """The die's side: `out` is what it wants to send, `waiting` the rolls nobody has acknowledged, `dice` how many the
    next roll has, never more than `most`."""

    def __init__(self, kind: str, identity: str, memory: Memory, most: int = 2) -> None:
        self.out = b""
        self.waiting: list[tuple[int, tuple[str, ...]]] = []
        self.dice = 2
        self.most = most
        self._name = (kind, identity)
        self._memory = memory
        self._version = 1
        self._session = ""
        self._lines = Lines()
        self._unanswered_ms = 0

    def begin(self) -> None:
        """Say that the dice are rolling, so that the host expects a roll."""
        if self._session:
            self.out += encode(ROLLING)

    def roll(self, *faces: object) -> bool:
        """Send a roll; False when too many wait already and this one does not count (the die shows that)."""
        if len(self.waiting) >= MOST_WAITING:
            return False
        memory = self._memory
        self.waiting.append((memory.number, tuple([str(face) for face in faces])))
        memory.number = memory.number + 1 & 0xFFFFFFFF
        self._save()
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
            self._hear(words[0], words[1:])

    def passed(self, ms: int) -> None:
        """Let time pass: a roll that was not acknowledged is sent again."""
        self._unanswered_ms += ms
        if self._unanswered_ms >= RESEND_MS:
            self._send_roll()

    def _hear(self, word: str, arguments: list[str]) -> None:
        argument = arguments[0] if arguments else ""
        if word == HELLO_ASK:
            self._greet(argument, 2 if arguments[1:] == ["2"] else 1)
        elif word == ACK:
            if self.waiting and argument == f"{self.waiting[0][0]:08x}":
                self.waiting.pop(0)
                self._send_roll()
        elif word == AGAIN:
            self._send_roll()
        elif word == PING:
            self.out += encode(PONG, argument)
        elif self._version == 2:
            self._serve(word, arguments)

    def _serve(self, word: str, arguments: list[str]) -> None:
        """Do what only a host of version 2 can ask for."""
        if word == DICE and arguments in (["1"], ["2"], ["3"]):
            self.dice = min(int(arguments[0]), self.most)
        elif word == KEEP:
            self._keep(" ".join(arguments))

    def _greet(self, session: str, version: int) -> None:
        if session != self._session:
            self._session = session
            self.waiting = []
        self._version = version
        self.dice = 2
        self.out += encode(HELLO, version, *self._name)
        if version == 2:
            self._tell_kept()
        self._send_roll()

    def _keep(self, words: str) -> None:
        if words != self._memory.words:
            self._memory.words = words
            self._save()
        self._tell_kept()

    def _save(self) -> None:
        try:
            self._memory.save()
        except OSError:
            self.fault(FLASH)

    def _tell_kept(self) -> None:
        self.out += encode(*([KEPT, self._memory.words] if self._memory.words else [KEPT]))

    def _send_roll(self) -> None:
        self._unanswered_ms = 0
        if self.waiting and self._session:
            number, faces = self.waiting[0]
            self.out += encode(ROLL, f"{number:08x}", *faces)
