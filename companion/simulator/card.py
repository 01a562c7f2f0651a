"""Contactless cards up to selection, and the field they share (ISO/IEC 14443-3 type A, clause 6).

    POWER OFF --field on--> IDLE --REQA or WUPA--> READY --select of all levels--> ACTIVE --HLTA--> HALT
    HALT --WUPA--> READY* --select--> ACTIVE* ; anything unexpected leads back to IDLE, from a starred state to HALT

Frames are whole numbers with the first bit lowest, and a count of bits: two cards that answer at once are then compared
by one exclusive-or, and the lowest bit that differs is the place of the collision.
"""

from collections.abc import Callable
from enum import Enum
from typing import Final

Frame = tuple[int, int]  # bits, the first one lowest; how many

REQA: Final[Frame] = (0x26, 7)
WUPA: Final[Frame] = (0x52, 7)
_HLTA = b"\x50\x00"
_SELECTS = (0x93, 0x95, 0x97)
_CASCADE_TAG = 0x88
_WHOLE_UID = 0x70
_GOES_ON = 0x04
_ATQA = {4: 0x0004, 7: 0x0044, 10: 0x0084}


def crc_a(data: bytes) -> bytes:
    """Compute the checksum of a standard frame bit by bit, low byte first (ISO/IEC 14443-3 clause 6.2.4)."""
    crc = 0x6363
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
    return crc.to_bytes(2, "little")


def frame_of(data: bytes) -> Frame:
    """Turn whole bytes into a frame."""
    return int.from_bytes(data, "little"), 8 * len(data)


def levels_of(uid: bytes) -> list[bytes]:
    """Split a UID of 4, 7 or 10 bytes into cascade levels of four bytes and their check byte; else ValueError."""
    if len(uid) not in _ATQA:
        raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}")
    parts, rest = [], uid
    while len(rest) > 4:
        parts.append(bytes((_CASCADE_TAG,)) + rest[:3])
        rest = rest[3:]
    parts.append(rest)
    return [part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)) for part in parts]


class _State(Enum):
    IDLE = 0
    READY = 1
    ACTIVE = 2
    HALT = 3


class NfcTag:
    """One card or sticker; `half` is one at the edge of the field: it wakes, but its longer answers break off."""

    def __init__(self, uid: bytes, *, sak: int = 0x00, half: bool = False) -> None:
        self.uid = uid
        self.half = half
        self._levels = levels_of(uid)
        self._answers = [_GOES_ON] * (len(self._levels) - 1) + [sak]
        self._atqa: Frame = (_ATQA[len(uid)], 16)
        self.power_off()

    def power_off(self) -> None:
        """Lose the field and with it everything but the UID."""
        self._state = _State.IDLE
        self._starred = False
        self._level = 0

    def hear(self, frame: Frame) -> Frame | None:
        """Take one frame of the reader and answer, or stay silent."""
        if frame[1] == 7:
            return self._wake(frame)
        if self._state is _State.READY:
            return self._ready(frame)
        if self._state is _State.ACTIVE:
            self._active(frame)
        return None

    def _wake(self, frame: Frame) -> Frame | None:
        asleep = self._state is _State.HALT
        if (self._state is _State.IDLE and frame in (REQA, WUPA)) or (asleep and frame == WUPA):
            self._state, self._starred, self._level = _State.READY, asleep, 0
            return self._atqa
        if not asleep:
            self._fall_back()
        return None

    def _ready(self, frame: Frame) -> Frame | None:
        bits, count = frame
        known = count - 16
        uid, _ = frame_of(self._levels[self._level])
        if bits & 0xFF != _SELECTS[self._level] or not 0 <= known <= 56:
            self._fall_back()
            return None
        if bits >> 8 & 0xFF == _WHOLE_UID:
            return self._chosen(frame)
        if (bits >> 16 ^ uid) & (1 << known) - 1:
            self._fall_back()
            return None
        return uid >> known, 40 - known

    def _chosen(self, frame: Frame) -> Frame | None:
        data = frame[0].to_bytes(9, "little")
        if frame[1] != 72 or data[2:7] != self._levels[self._level] or crc_a(data[:7]) != data[7:]:
            self._fall_back()
            return None
        answer = bytes((self._answers[self._level],))
        self._level += 1
        if self._level == len(self._levels):
            self._state = _State.ACTIVE
        return frame_of(answer + crc_a(answer))

    def _active(self, frame: Frame) -> None:
        if frame == frame_of(_HLTA + crc_a(_HLTA)):
            self._state = _State.HALT
        else:
            self._fall_back()

    def _fall_back(self) -> None:
        self._state = _State.HALT if self._starred else _State.IDLE


class Field:
    """What lies on the antenna; `spoil`, when set, may damage an answer on its way (noise)."""

    def __init__(self) -> None:
        self.cards: tuple[NfcTag, ...] = ()
        self.spoil: Callable[[Frame], Frame] | None = None

    def power_off(self) -> None:
        """Switch the carrier off: every card forgets where it was."""
        for card in self.cards:
            card.power_off()

    def exchange(self, frame: Frame) -> tuple[Frame, int | None, bool] | None:
        """Let all cards hear a frame; answer (frame, place of a collision or None, damaged), or None for silence."""
        heard = [(card, answer) for card in self.cards if (answer := card.hear(frame)) is not None]
        if not heard:
            return None
        answer, collision = heard[0][1], None
        for _, other in heard[1:]:
            if difference := answer[0] ^ other[0]:
                collision = (difference & -difference).bit_length() - 1
                answer = answer[0] & (1 << collision) - 1, answer[1]
        damaged = any(card.half and other[1] > 16 for card, other in heard)
        if self.spoil and (spoilt := self.spoil(answer)) != answer:
            answer, damaged = spoilt, True
        return answer, collision, damaged
