"""The words of ISO/IEC 14443-3 type A that a reader needs to learn a card's whole UID."""

from typing import Final

WUPA: Final = b"\x52"  # seven bits: wakes every card, also a halted one
HLTA: Final = b"\x50\x00\x57\xcd"  # with its checksum; a card obeys without an answer
LEVELS: Final = (0x93, 0x95, 0x97)  # select commands of the cascade levels 1 to 3
NO_UID_BITS: Final = 0x20  # two whole bytes sent, nothing of the UID known: anticollision
WHOLE_UID: Final = 0x70  # seven whole bytes sent: select
CASCADE_TAG: Final = 0x88  # first byte of a level whose UID goes on in the next
UID_GOES_ON: Final = 0x04  # bit of the answer to select


def checksum(data: bytes) -> bytes:
    """Compute CRC_A, low byte first (annex B: polynomial x16+x12+x5+1, preset 6363)."""
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte = (byte ^ byte << 4) & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return bytes((crc & 0xFF, crc >> 8))
