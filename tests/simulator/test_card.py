import pytest

from companion.simulator.card import REQA, WUPA, NfcTag, crc_a, frame_of, levels_of

UID = bytes.fromhex("04a1b2c3d4e5f6")
HLTA = frame_of(b"\x50\x00" + crc_a(b"\x50\x00"))


def select(card: NfcTag) -> list[bytes]:
    """Select every level and give the answers."""
    answers = []
    for command, part in zip((0x93, 0x95, 0x97), levels_of(card.uid), strict=False):
        assert card.hear(frame_of(bytes((command, 0x20)))) == frame_of(part)
        request = bytes((command, 0x70)) + part
        answer = card.hear(frame_of(request + crc_a(request)))
        assert answer is not None
        answers.append(answer[0].to_bytes(3, "little"))
    return answers


@pytest.mark.parametrize(
    ("uid", "levels", "atqa"),
    [
        ("deadbeef", ["deadbeef22"], 0x0004),
        ("04a1b2c3d4e5f6", ["8804a1b29f", "c3d4e5f604"], 0x0044),
        ("0102030405060708090a", ["8801020388", "880405068f", "0708090a0c"], 0x0084),
    ],
)
def test_the_levels_of_a_uid(uid: str, levels: list[str], atqa: int) -> None:
    card = NfcTag(bytes.fromhex(uid), sak=0x08)
    assert [part.hex() for part in levels_of(card.uid)] == levels
    assert card.hear(WUPA) == (atqa, 16)
    answers = select(card)
    assert [answer[0] for answer in answers] == [0x04] * (len(levels) - 1) + [0x08]
    assert all(crc_a(answer[:1]) == answer[1:] for answer in answers)


@pytest.mark.parametrize("length", [0, 3, 5, 8, 11])
def test_no_uid_has_another_length(length: int) -> None:
    with pytest.raises(ValueError, match="4, 7 or 10"):
        NfcTag(bytes(length))


def test_a_halted_card_hears_the_wake_up_only() -> None:
    card = NfcTag(UID)
    card.hear(REQA)
    select(card)
    assert card.hear(HLTA) is None
    assert card.hear(REQA) is None
    assert card.hear(WUPA) is not None
    select(card)


def test_a_request_out_of_turn_sends_a_card_back() -> None:
    card = NfcTag(UID)
    assert card.hear(REQA) is not None
    assert card.hear(REQA) is None  # READY falls back to IDLE
    assert card.hear(REQA) is not None
    select(card)
    assert card.hear(WUPA) is None  # and so does ACTIVE
    assert card.hear(WUPA) is not None


def test_from_a_starred_state_it_falls_back_to_sleep() -> None:
    card = NfcTag(UID)
    card.hear(WUPA)
    select(card)
    card.hear(HLTA)
    card.hear(WUPA)
    assert card.hear(WUPA) is None
    assert card.hear(REQA) is None
    assert card.hear(WUPA) is not None


def test_anticollision_with_a_part_of_the_uid_known() -> None:
    card = NfcTag(b"\x5a\x02\x03\x04")
    card.hear(WUPA)
    whole = int.from_bytes(levels_of(card.uid)[0], "little")
    assert card.hear((0x93 | 0x24 << 8 | 0xA << 16, 20)) == (whole >> 4, 36)  # four bits, 1010, fit
    assert card.hear((0x93 | 0x24 << 8 | 0xB << 16, 20)) is None


@pytest.mark.parametrize("damage", [0, 3, 7, 8])
def test_a_select_with_one_wrong_byte_is_not_obeyed(damage: int) -> None:
    card = NfcTag(b"\x01\x02\x03\x04")
    card.hear(WUPA)
    request = b"\x93\x70" + levels_of(card.uid)[0]
    frame = bytearray(request + crc_a(request))
    frame[damage] ^= 0x10
    assert card.hear(frame_of(bytes(frame))) is None
