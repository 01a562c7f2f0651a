"""The chip as others have found it: the library's own loops behave on it as they do on a real one."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.simulator import SimulatedBox
from companion.simulator.card import Field, NfcTag, crc_a, frame_of, levels_of
from companion.simulator.rc522 import SimulatedRc522

pytestmark = pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")  # the library's ~ for `not`

HZ = 1_000_000


@pytest.fixture
def library() -> Iterator[tuple[SimulatedBox, Any]]:
    """The reader class of the library as it comes, on its own, with its default timer and loops."""
    with SimulatedBox() as bench:
        import RPi.GPIO as GPIO
        from mfrc522 import MFRC522

        yield bench, MFRC522(pin_mode=GPIO.BCM, pin_rst=25)


def simple_read(reader: Any) -> list[int] | None:
    status, _ = reader.MFRC522_Request(reader.PICC_REQIDL)
    if status != reader.MI_OK:
        return None
    status, uid = reader.MFRC522_Anticoll()
    return uid if status == reader.MI_OK else None


def test_the_librarys_empty_look_costs_2013_transfers(library: tuple[SimulatedBox, Any]) -> None:
    bench, reader = library
    before = bench.rc522.transfers
    assert simple_read(reader) is None
    assert bench.rc522.transfers - before == 2013


def test_the_library_reads_a_short_uid_with_its_check_byte_on_every_second_look(
    library: tuple[SimulatedBox, Any],
) -> None:
    bench, reader = library
    bench.field.cards = (NfcTag(bytes.fromhex("deadbeef")),)
    looks = [simple_read(reader) for _ in range(6)]
    assert looks == [[0xDE, 0xAD, 0xBE, 0xEF, 0x22], None] * 3


def test_the_library_sees_two_stickers_as_one(library: tuple[SimulatedBox, Any]) -> None:
    bench, reader = library
    seen = []
    for uid in ("04a1b2c3d4e5f6", "04a1b2ffeeddcc"):
        bench.field.cards = (NfcTag(bytes.fromhex(uid)),)
        seen.append(simple_read(reader))
    assert seen[0] == seen[1] == [0x88, 0x04, 0xA1, 0xB2, 0x88 ^ 0x04 ^ 0xA1 ^ 0xB2]


def test_the_library_sees_nothing_of_two_cards(library: tuple[SimulatedBox, Any]) -> None:
    bench, reader = library
    bench.field.cards = (NfcTag(bytes.fromhex("deadbeef")), NfcTag(bytes.fromhex("01020304")))
    assert [simple_read(reader) for _ in range(4)] == [None] * 4


def test_the_chip_computes_checksums(library: tuple[SimulatedBox, Any]) -> None:
    _, reader = library
    for data in ([0x50, 0x00], [0x93, 0x70, 1, 2, 3, 4, 4]):
        assert bytes(reader.CalulateCRC(data)) == crc_a(bytes(data))


def test_the_reset_line_resets_and_silences(library: tuple[SimulatedBox, Any]) -> None:
    bench, reader = library
    assert reader.Read_MFRC522(reader.TModeReg) == 0x8D
    bench.rc522.set_reset_pin(0)
    assert reader.Read_MFRC522(reader.VersionReg) == 0
    bench.rc522.set_reset_pin(1)
    assert reader.Read_MFRC522(reader.VersionReg) == 0x92
    assert reader.Read_MFRC522(reader.TModeReg) == 0


def write(chip: SimulatedRc522, register: int, *values: int) -> None:
    chip.transfer([register << 1, *values], HZ)


def read(chip: SimulatedRc522, *registers: int) -> list[int]:
    return chip.transfer([*(register << 1 | 0x80 for register in registers), 0], HZ)[1:]


def test_interrupt_bits_are_set_and_cleared_by_their_first_bit() -> None:
    chip = SimulatedRc522(Field())
    write(chip, 0x04, 0x7F)
    assert read(chip, 0x04) == [0x00]
    write(chip, 0x04, 0x80 | 0x21)
    write(chip, 0x04, 0x01)
    assert read(chip, 0x04) == [0x20]


def test_the_fifo_holds_64_bytes_and_says_when_more_come() -> None:
    chip = SimulatedRc522(Field())
    write(chip, 0x09, *range(64))
    assert read(chip, 0x0A, 0x06) == [64, 0]
    write(chip, 0x09, 99)
    assert read(chip, 0x0A, 0x06) == [64, 0x10]
    assert read(chip, *[0x09] * 3) == [0, 1, 2]
    write(chip, 0x0A, 0x80)
    assert read(chip, 0x0A, 0x06) == [0, 0]


@pytest.mark.parametrize(("reload", "expected_us"), [(30, 31 * 6781 / 13.56), (1, 2 * 6781 / 13.56)])
def test_the_timer_rings_as_programmed(reload: int, expected_us: float) -> None:
    chip = SimulatedRc522(Field())
    for register, value in ((0x2A, 0x8D), (0x2B, 0x3E), (0x2C, 0), (0x2D, reload), (0x14, 0x83), (0x0D, 0x07)):
        write(chip, register, value)
    write(chip, 0x09, 0x52)
    write(chip, 0x04, 0x7F)
    write(chip, 0x01, 0x0C)
    write(chip, 0x0D, 0x87)
    while not read(chip, 0x04)[0] & 0x40:
        pass
    sent = chip.bus_us
    while not read(chip, 0x04)[0] & 0x01:
        pass
    assert chip.bus_us - sent == pytest.approx(expected_us, abs=60)


def test_without_field_no_card_answers_and_all_forget() -> None:
    field = Field()
    field.cards = (NfcTag(b"\x01\x02\x03\x04"),)
    chip = SimulatedRc522(field)
    write(chip, 0x09, 0x26)
    write(chip, 0x01, 0x0C)
    write(chip, 0x0D, 0x87)
    read(chip, *[0x04] * 60)
    assert read(chip, 0x0A) == [0]


def test_the_chip_adds_and_checks_checksums_when_told() -> None:
    field = Field()
    card = NfcTag(b"\x01\x02\x03\x04")
    field.cards = (card,)
    assert card.hear((0x52, 7)) == (0x0004, 16)
    chip = SimulatedRc522(field)
    card.hear((0x52, 7))
    for register, value in ((0x14, 0x83), (0x12, 0x80), (0x13, 0x80), (0x0D, 0x00)):
        write(chip, register, value)
    write(chip, 0x09, 0x93, 0x70, *levels_of(card.uid)[0])
    write(chip, 0x01, 0x0C)
    write(chip, 0x0D, 0x80)
    while not read(chip, 0x04)[0] & 0x20:
        pass
    assert read(chip, 0x0A, 0x06, 0x09) == [1, 0, 0x00]  # one byte without its checksum, no error


def test_a_collision_says_where() -> None:
    field = Field()
    field.cards = (NfcTag(b"\x00\x02\x03\x04"), NfcTag(b"\x10\x02\x03\x04"))  # the fifth bit differs
    for card in field.cards:
        card.hear((0x52, 7))
    answer = field.exchange(frame_of(b"\x93\x20"))
    assert answer is not None
    assert answer[1] == 4
