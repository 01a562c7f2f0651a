import pytest

from companion.devices.box import Box
from companion.devices.iso14443 import checksum
from companion.devices.ports import FaultKind
from companion.devices.presence import STAYS
from companion.devices.settings import BoxSettings
from companion.simulator import SimulatedBox
from companion.simulator.card import crc_a
from tests.devices.notebook import Notebook

CLASSIC, STICKER, LONG = "deadbeef", "04a1b2c3d4e5f6", "0102030405060708090a"
LIKE_STICKER = "04a1b2ffeeddcc"  # the first three bytes are those of STICKER (faults.md #7)


@pytest.mark.parametrize("uid", [CLASSIC, STICKER, LONG])
def test_six_readings_of_six(bench: SimulatedBox, box: Box, notes: Notebook, uid: str) -> None:
    for _ in range(6):
        assert bench.lay(uid)
        assert bench.lift(uid)
    assert notes.take() == [("laid", uid), ("lifted", uid)] * 6


def test_stickers_with_a_common_beginning_differ(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    for uid in (STICKER, LIKE_STICKER):
        bench.lay(uid)
        bench.lift(uid)
    assert [word[1] for word in notes.take() if word[0] == "laid"] == [STICKER, LIKE_STICKER]


def test_a_still_tag_stays(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.lay(STICKER)
    assert bench.await_polls(40)
    assert notes.take() == [("laid", STICKER)]


def test_two_tags_clash_once_and_the_one_left_is_read(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.lay(STICKER)
    bench.lay(LIKE_STICKER)
    bench.await_polls(12)
    assert notes.take() == [("laid", STICKER), ("clashed",)]
    bench.lift(STICKER)
    bench.await_polls(STAYS + 4)
    assert notes.take() == [("lifted", STICKER), ("laid", LIKE_STICKER)]


def test_two_tags_of_different_kind_clash(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.field.cards = ()
    bench.lay(CLASSIC)
    bench.lay(STICKER)
    bench.await_polls(12)
    assert notes.count("clashed") == 1


def test_a_tag_at_the_edge_of_the_field_is_not_read(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.lay(STICKER, half=True)
    bench.await_polls(20)
    assert notes.take() == []


def test_noise_gives_no_wrong_uid_and_no_clash(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.set_reader_noise(0.3)
    bench.lay(STICKER)
    bench.await_polls(200)
    bench.set_reader_noise(0)
    bench.await_polls(8)
    assert {word[:2] for word in notes.take()} <= {("laid", STICKER), ("lifted", STICKER)}
    bench.lift()


def test_an_empty_look_costs_at_most_50_transfers(bench: SimulatedBox, box: Box) -> None:
    bench.await_polls(2)
    assert transfers_of_polls(bench, 10) <= 50


def test_a_look_at_a_short_uid_costs_at_most_75_transfers(bench: SimulatedBox, box: Box) -> None:
    bench.lay(CLASSIC)
    assert transfers_of_polls(bench, 10) <= 75


def test_a_dead_reader_is_told_once_and_comes_back(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.lay(STICKER)
    for stuck in (0x00, 0xFF):
        bench.kill_reader(stuck)
        assert notes.wait("faulted", "reader", FaultKind.SILENT)
        bench.revive_reader()
        assert notes.wait("recovered", "reader")
        bench.await_polls(4)
        assert [word[0] for word in notes.take() if word[0] != "laid"] == ["faulted", "recovered"]
    bench.lift()
    assert notes.take() == [("lifted", STICKER)]  # it lay there all the time


def test_a_reader_reset_behind_our_back_is_started_anew(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.await_polls(2)
    bench.rc522.power_cycle()
    assert notes.wait("recovered", "reader")
    bench.lay(STICKER)
    assert notes.count("laid", STICKER) == 1


def test_an_answer_that_never_ends_is_a_miss(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.lay(STICKER)
    bench.rc522.jammed = True
    bench.await_polls(8)
    bench.rc522.jammed = False
    bench.await_polls(4)
    assert notes.take() == [("laid", STICKER), ("lifted", STICKER), ("laid", STICKER)]


def test_a_chip_that_lost_its_timer_is_started_anew(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.rc522.transfer([0x2A << 1, 0x00], 1_000_000)
    assert notes.wait("faulted", "reader", FaultKind.SILENT)
    assert notes.wait("recovered", "reader")
    bench.lay(STICKER)
    assert notes.count("laid", STICKER) == 1


def test_a_reader_missing_at_start_is_waited_for(bench: SimulatedBox, notes: Notebook) -> None:
    bench.remove_spi()
    with Box(bench.settings, notes):
        assert notes.wait("faulted", "reader", FaultKind.MISSING)
        assert "/dev/spidev0.0" in str(notes.heard)
        bench.restore_spi()
        assert notes.wait("recovered", "reader")
        assert bench.lay(STICKER)
        assert notes.count("laid", STICKER) == 1


def test_the_reset_line_is_gpio25_and_stays_claimed(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.await_polls(1)
    assert bench.gpio.lines[25].output == 1
    assert bench.gpio.lines[15].owner is None  # where the library would drive the serial port (faults.md #10)


def test_between_looks_the_reader_rests(bench: SimulatedBox, notes: Notebook, reader_only: BoxSettings) -> None:
    with Box(reader_only, notes):
        assert bench.await_polls(10)
    assert notes.take() == []


@pytest.mark.parametrize("data", [b"", b"\x00", b"\x50\x00", bytes(range(9)), b"\xff" * 20])
def test_both_checksums_agree(data: bytes) -> None:
    assert checksum(data) == crc_a(data)


def test_the_checksum_of_the_standard() -> None:
    assert checksum(b"\x00\x00") == b"\xa0\x1e"  # ISO/IEC 14443-3 annex B, first example
    assert checksum(b"\x12\x34") == b"\x26\xcf"  # and the second


def transfers_of_polls(bench: SimulatedBox, count: int) -> float:
    bench.await_polls(1)
    transfers, polls = bench.rc522.transfers, bench.rc522.polls
    bench.await_polls(count)
    return (bench.rc522.transfers - transfers) / (bench.rc522.polls - polls)
