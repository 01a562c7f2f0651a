import ast
import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.devices import die_protocol
from companion.devices.die_link import Ailing, Happening, Healthy, HostEnd, Recalled, RollFrame
from companion.devices.die_protocol import (
    LONGEST,
    MOST_WAITING,
    RESEND_MS,
    DieEnd,
    Lines,
    Memory,
    checksum,
    decode,
    encode,
)
from companion.devices.ports import FaultKind
from companion.devices.settings import DieSettings
from companion.errors import message

SETTINGS = DieSettings()
ROOT = Path(__file__).parents[2]
FIRST = 0xFFFFFFFE  # the number wraps within three rolls


class Pair:
    """A host and a die with a line between them that `spoil` may damage; time passes when `pass_time` says so."""

    def __init__(self, session: str = "5e55", memory: Memory | None = None, most: int = 2) -> None:
        self.memory = memory or Memory(FIRST)
        self.host = HostEnd(SETTINGS, session)
        self.die = DieEnd("test", "die-1", self.memory, most)
        self.told: list[Happening] = []

    def exchange(self, chance: random.Random | None = None, share: float = 0.0) -> None:
        while self.host.out or self.die.out:
            to_die, self.host.out = self.host.out, b""
            self.die.receive(spoil(to_die, chance, share))
            to_host, self.die.out = self.die.out, b""
            self.told += self.host.receive(spoil(to_host, chance, share))

    def pass_time(self, ms: int) -> None:
        self.told += self.host.passed(ms)
        self.die.passed(ms)

    def rolls(self) -> list[tuple[int, ...]]:
        return [(roll.sequence, *roll.dice) for roll in self.told if isinstance(roll, RollFrame)]

    def faults(self) -> list[FaultKind]:
        return [fault.kind for fault in self.told if isinstance(fault, Ailing)]


def spoil(data: bytes, chance: random.Random | None, share: float) -> bytes:
    """Lose, cut, alter or double lines with this probability."""
    if chance is None:
        return data
    lines = []
    for line in data.splitlines(keepends=True):
        if chance.random() >= share:
            lines.append(line)
            continue
        place = chance.randrange(len(line))
        altered = line[:place] + bytes((chance.randrange(256),)) + line[place + 1 :]
        lines.append(chance.choice((b"", line[:place], altered, line + line)))
    return b"".join(lines)


@pytest.fixture
def pair() -> Pair:
    pair = Pair()
    pair.exchange()
    assert pair.told == [Healthy(), Recalled((), "die-1")]
    return pair


def test_the_checksum_of_the_catalogue() -> None:
    assert checksum(b"123456789") == 0x29B1  # CRC-16/CCITT-FALSE


@given(st.lists(st.from_regex(r"[!-)+-~]{1,8}", fullmatch=True), min_size=1, max_size=5))
def test_what_is_encoded_is_decoded(words: list[str]) -> None:
    line = encode(*words)
    assert line.endswith(b"\n")
    assert decode(line[:-1]) == words


def test_no_damage_of_one_byte_is_read() -> None:
    line = encode("ROLL", "3f2a0001", 5, 6)[:-1]
    assert line[-4:].startswith(b"0")  # a digit that a number could do without
    for place in range(len(line)):
        for other in range(256):
            damaged = line[:place] + bytes((other,)) + line[place + 1 :]
            if damaged.upper() != line.upper():  # the case of a checksum's digit says nothing
                with pytest.raises(ValueError, match=r"."):
                    decode(damaged)


@pytest.mark.parametrize(
    "line", [b"", b"*FFFF", b"ROLL 1 2", b"ROLL*12", b"\xff" * 20, encode("x" * LONGEST)[:-1], b"A*zzzz"]
)
def test_what_is_no_line_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode(line)


@given(st.binary(max_size=200), st.lists(st.integers(0, 200), max_size=5))
def test_lines_come_out_the_same_however_they_are_cut(data: bytes, cuts: list[int]) -> None:
    data = data.replace(b"\n", b"")[: 2 * LONGEST] + b"\nROLL\r\n\n"
    places = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    lines = Lines()
    pieces = [line for left, right in pairwise(places) for line in lines.feed(data[left:right])]
    assert pieces == Lines().feed(data)
    assert pieces[-1] == b"ROLL"


def test_a_flood_without_an_end_is_cut() -> None:
    lines = Lines()
    assert sum(len(lines.feed(b"x" * 50)) for _ in range(100)) > 10


def test_rolls_arrive_in_order_each_once(pair: Pair) -> None:
    for a in range(1, 4):
        assert pair.die.roll(a, 6)
        pair.exchange()
    assert pair.rolls() == [(0xFFFFFFFE, 1, 6), (0xFFFFFFFF, 2, 6), (0, 3, 6)]
    assert pair.die.waiting == []


def test_a_lost_acknowledgement_gives_no_second_roll(pair: Pair) -> None:
    pair.die.roll(3, 4)
    pair.told += pair.host.receive(pair.die.out)
    pair.die.out = pair.host.out = b""
    pair.pass_time(RESEND_MS)
    pair.exchange()
    assert len(pair.rolls()) == 1
    assert pair.die.waiting == []


@settings(max_examples=60, deadline=None)
@given(st.integers(), st.sampled_from([0.05, 0.3, 0.6]))
def test_on_a_bad_line_every_roll_arrives_once_and_in_order(seed: int, share: float) -> None:
    pair, chance = Pair(), random.Random(seed)
    made: list[tuple[int, ...]] = []
    while len(made) < 20:
        number, a, b = FIRST + len(made) & 0xFFFFFFFF, chance.randint(1, 6), chance.randint(1, 6)
        if pair.die.roll(a, b):
            made.append((number, a, b))
        pair.exchange(chance, share)
        pair.pass_time(RESEND_MS)
        if chance.random() < 0.05:
            pair.host.connect()  # the plug was out for a moment, a battery kept the die alive
    pair.exchange()
    for _ in range(2 * MOST_WAITING):
        pair.pass_time(RESEND_MS)
        pair.exchange()
    first = made.index(pair.rolls()[0])  # before the first hello the die does not know this host
    assert pair.rolls() == made[first:]
    assert first <= MOST_WAITING


def test_rolls_nobody_took_are_forgotten_for_a_new_host_and_kept_for_the_same(pair: Pair) -> None:
    pair.die.roll(5, 5)
    pair.die.out = b""
    pair.host.connect()
    pair.exchange()
    assert [roll[1:] for roll in pair.rolls()] == [(5, 5)]
    pair.die.roll(2, 2)
    pair.die.out = b""
    pair.host = HostEnd(SETTINGS, "another evening")
    pair.exchange()
    assert len(pair.rolls()) == 1
    assert pair.die.waiting == []


def test_too_many_rolls_without_a_host_do_not_count() -> None:
    die = DieEnd("test", "die-1", Memory(0))
    assert [die.roll(1, 1) for _ in range(MOST_WAITING + 1)] == [True] * MOST_WAITING + [False]
    assert die.out == b""


def test_seven_and_seven_is_told_and_dropped(pair: Pair) -> None:
    pair.die.roll(7, 7)
    pair.exchange()
    pair.pass_time(SETTINGS.ping_ms)
    pair.exchange()
    assert pair.told[2:] == [Ailing(FaultKind.IMPOSSIBLE, message("device.fault.die-faces", faces="7 7"))]
    assert pair.die.waiting == []
    pair.die.roll(1, 2)
    pair.exchange()
    assert len(pair.rolls()) == 1


def test_one_bad_line_is_asked_again_and_not_told(pair: Pair) -> None:
    pair.told += pair.host.receive(b"ROL\xff\xfe 5\n")
    assert decode(pair.host.out[:-1]) == ["AGAIN"]
    pair.die.roll(3, 3)
    pair.die.out = b""
    pair.exchange()
    assert len(pair.rolls()) == 1
    assert pair.faults() == []


def test_three_bad_lines_are_noise_until_a_good_one(pair: Pair) -> None:
    pair.told += pair.host.receive(b"ROL 5\nxx\n\xff\xff\nyy\n")
    assert pair.faults() == [FaultKind.NOISE]
    pair.told += pair.host.receive(encode("PONG", "1"))
    assert pair.told[-1] == Healthy()


def test_silence_is_told_after_a_ping_and_again_while_it_lasts(pair: Pair) -> None:
    pair.pass_time(SETTINGS.ping_ms)
    pair.host.out = b""
    pair.pass_time(SETTINGS.silence_ms)
    assert pair.faults() == [FaultKind.SILENT]
    pair.exchange()  # the next ping is answered
    assert pair.told[-1] == Healthy()


def test_a_die_without_hello_is_silent() -> None:
    host = HostEnd(SETTINGS, "1")
    told = [fault for _ in range(30) for fault in host.passed(100)]
    assert told
    assert isinstance(told[0], Ailing)
    assert told[0].kind is FaultKind.SILENT
    assert host.out.count(b"HELLO?") == 1 + 3000 // 500


def test_a_roll_begun_and_never_ended_is_told(pair: Pair) -> None:
    pair.die.begin()
    pair.exchange()
    pair.pass_time(SETTINGS.roll_ms)
    assert pair.faults() == [FaultKind.SILENT]
    pair.die.roll(4, 4)
    pair.exchange()
    assert len(pair.rolls()) == 1


def test_a_fault_of_the_die_is_told(pair: Pair) -> None:
    pair.die.begin()
    pair.die.fault("cocked")
    pair.exchange()
    assert pair.told[-1] == Ailing(FaultKind.IMPOSSIBLE, message("device.fault.die-says", said="cocked"))


@pytest.mark.parametrize(
    "words", [("HELLO", 3, "test", "x"), ("HELLO", 1), ("WHAT",), ("ROLL", 1, 2), ("ROLL", "x", 1, 2)]
)
def test_another_version_is_told(pair: Pair, words: tuple[object, ...]) -> None:
    pair.told += pair.host.receive(encode(*words))
    assert pair.faults() == [FaultKind.UNSUPPORTED]


def test_a_roll_before_the_hello_is_not_acknowledged() -> None:
    host = HostEnd(SETTINGS, "1")
    host.out = b""
    assert list(host.receive(encode("ROLL", "00000001", 1, 2))) == []
    assert decode(host.out[:-1]) == ["HELLO?", "1", "2"]


def test_the_file_is_plain_enough_for_micropython() -> None:
    tree = ast.parse(Path(die_protocol.__file__).read_text())
    fancy = (ast.Import, ast.ImportFrom, ast.Match, ast.AsyncFunctionDef, ast.NamedExpr)
    assert [node for node in ast.walk(tree) if isinstance(node, fancy)] == []


@pytest.mark.parametrize(
    "file", [Path(die_protocol.__file__), ROOT / "firmware" / "protocol.md"], ids=lambda file: file.name
)
def test_the_lines_shown_to_builders_are_right(file: Path) -> None:
    shown = re.findall(r"^ {4}([A-Z]\S* .*\*\S{4})$", file.read_text(), re.MULTILINE)
    assert shown
    for line in shown:
        decode(line.encode())


def tick(pair: Pair) -> None:
    pair.pass_time(500)
    pair.exchange()


def test_a_roll_has_as_many_dice_as_the_host_asks_for() -> None:
    pair = Pair(most=3)
    tick(pair)
    for faces in ((4,), (3, 4), (3, 4, 2), (3, 4, "bus"), (6, 6, "mr")):
        pair.host.dice = len(faces)
        tick(pair)
        assert pair.die.dice == len(faces)
        pair.die.roll(*faces)
        pair.exchange()
    rolls = [(roll.dice, roll.speed) for roll in pair.told if isinstance(roll, RollFrame)]
    assert rolls == [((4,), ""), ((3, 4), ""), ((3, 4), "2"), ((3, 4), "bus"), ((6, 6), "mr")]
    assert pair.faults() == []


@pytest.mark.parametrize("faces", [(3, 4, 4), (3, 4, "tram"), (3, "mr", 4), ("bus", 3, 4)])
def test_a_face_on_the_wrong_die_is_impossible(faces: tuple[object, ...]) -> None:
    pair = Pair(most=3)
    pair.host.dice = 3
    tick(pair)
    pair.die.roll(*faces)
    pair.exchange()
    assert pair.faults() == [FaultKind.IMPOSSIBLE]


def test_another_number_of_dice_is_told_and_asked_for_again() -> None:
    pair = Pair(most=3)
    tick(pair)
    pair.host.dice = 3
    pair.pass_time(100)
    pair.host.out = b""  # the line swallowed it
    pair.die.roll(3, 4)
    pair.exchange()
    assert pair.told[-1] == Ailing(FaultKind.IMPOSSIBLE, message("device.fault.die-count", shown=2, asked=3))
    tick(pair)
    pair.die.roll(3, 4, 1)
    pair.exchange()
    assert [roll.speed for roll in pair.told if isinstance(roll, RollFrame)] == ["1"]


def test_a_die_without_a_third_rolls_two(pair: Pair) -> None:
    pair.host.dice = 3
    tick(pair)
    assert pair.die.dice == 2


def remembered(pair: Pair) -> list[tuple[str, ...]]:
    return [happening.words for happening in pair.told if isinstance(happening, Recalled)]


def test_what_the_die_keeps_is_told_to_the_next_host_before_it_is_replaced(pair: Pair) -> None:
    pair.host.keep = ("box", "game", "12", "ab" * 32)
    tick(pair)
    later = Pair("b0a7", memory=pair.memory)
    later.host.keep = ("box", "game", "0", "cd" * 32)
    later.exchange()
    tick(later)
    assert remembered(later) == [("box", "game", "12", "ab" * 32)]
    assert later.memory.words == f"box game 0 {'cd' * 32}"


@settings(max_examples=60, deadline=None)
@given(st.integers())
def test_on_a_bad_line_what_is_kept_is_heard_first_and_the_newest_is_kept_last(seed: int) -> None:
    memory, chance = Memory(FIRST, "before"), random.Random(seed)
    pair = Pair(memory=memory)
    for number in range(10):
        pair.host.keep = ("now", str(number))
        pair.exchange(chance, 0.4)
        pair.pass_time(500)
    for _ in range(3):
        tick(pair)
    assert remembered(pair) == [("before",)]
    assert memory.words == "now 9"


def test_numbers_go_on_after_a_power_cut(pair: Pair) -> None:
    pair.die.roll(1, 2)
    pair.exchange()
    again = Pair(memory=pair.memory)
    again.exchange()
    again.die.roll(3, 4)
    again.exchange()
    assert [*pair.rolls(), *again.rolls()] == [(0xFFFFFFFE, 1, 2), (0xFFFFFFFF, 3, 4)]


def test_a_flash_that_fails_is_told_and_the_roll_counts(pair: Pair) -> None:
    class WornOut(Memory):
        def save(self) -> None:
            raise OSError(5)

    pair = Pair(memory=WornOut(FIRST))
    pair.exchange()
    pair.die.roll(1, 2)
    pair.exchange()
    assert [type(happening) for happening in pair.told[2:]] == [Ailing, RollFrame]


def of_version_1(line: bytes) -> bytes:
    """What a program of version 1 reads: the session alone of a hello, and no word that it does not know."""
    words = decode(line.rstrip(b"\n"))
    return encode(*words[:2]) if words[0] == "HELLO?" else b"" if words[0] in ("DICE", "KEEP") else line


def test_an_old_die_rolls_two_dice_for_a_new_host_and_is_asked_for_nothing_else() -> None:
    pair = Pair()
    pair.host.keep = ("box",)
    for _ in range(3):
        pair.die.receive(b"".join(map(of_version_1, pair.host.out.splitlines(keepends=True))))
        pair.host.out = b""
        pair.told += pair.host.receive(pair.die.out)
        pair.die.out = b""
        pair.pass_time(500)
    pair.die.roll(5, 6)
    pair.exchange()
    assert pair.told == [Healthy(), RollFrame((5, 6), "", "die-1", FIRST)]


def test_a_new_die_is_an_old_one_to_an_old_host() -> None:
    die = DieEnd("test", "die-1", Memory(7, "kept"), most=3)
    die.receive(encode("HELLO?", "5e55") + encode("DICE", 3) + encode("KEEP", "x"))
    die.roll(2, 3)
    assert [decode(line) for line in die.out.splitlines()] == [
        ["HELLO", "1", "test", "die-1"],
        ["ROLL", "00000007", "2", "3"],
    ]
    assert die.dice == 2
