"""Seals: the device signs the last entry of a game, so that nobody can write another end to it.

A seal is a line of JSON, signed with Ed25519 over all that stands before its last member:

    {"seal":1,"game":"20261130-2014-k3f9","seq":812,"hash":"41...",...,"key":"d7...","signature":"..."}

It vouches for entry 812 and, through the chain, for all before it. The private key never leaves its file (PEM, PKCS 8,
for the owner's eyes only); the public one lies beside it and goes wherever games are checked.
"""

from __future__ import annotations

import hashlib
import os
import stat
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec

from companion.disk import sync_folder
from companion.errors import message
from companion.ledger import sqlite
from companion.ledger.entry import Damaged, LedgerError
from companion.reading import UNREADABLE

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_DIGITS = 128
_BEFORE, _AFTER = b',"signature":"', b'"}'
_TAIL = len(_BEFORE) + _DIGITS + len(_AFTER)
MARK = b'{"seal":'
TURN, END = "turn", "end"
SEED_DIGITS = 64
_WORDS = Path(__file__).with_name("checkwords.txt")  # 256 of them
_ROUNDS = 1 << 16


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """What a device vouches for: the entry of a game with this hash; `key` is its public key, 64 hexadecimal digits."""

    seal: int = 1
    game: str
    seq: Annotated[int, msgspec.Meta(ge=0, le=sqlite.HIGHEST)]
    hash: str
    time: datetime
    reason: str  # end, pause, demand or turn
    key: str
    opened: str | msgspec.UnsetType = msgspec.UNSET  # at the end: the seed of what fell by chance, 64 digits
    signature: str = ""


class DeviceKey:
    """The private key of a device; `LedgerError` when its file is missing, no key, or readable by others."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = _file(path)
        self._key = _load_private(path)
        self.public = self._key.public_key().public_bytes_raw().hex()

    def is_in_place(self) -> bool:
        """Whether its file is still the one that was read, unchanged, and the public key lies beside it."""
        return self._file is not None and self._file == _file(self.path) and public_of(self.path).exists()

    def sign(self, seal: Seal) -> bytes:
        """The line of a seal that has neither key nor signature yet."""
        keyed = msgspec.structs.replace(seal, key=self.public, signature="")
        body = msgspec.json.encode(keyed).removesuffix(_BEFORE + _AFTER)
        return b"".join((body, _BEFORE, self._key.sign(body).hex().encode(), _AFTER))


def key_beside(ledger: Path) -> Path:
    """Where the private key of the device that writes a ledger lies."""
    return ledger.with_name("device.key")


def public_of(private: Path) -> Path:
    """Where the public key lies that belongs to a private one."""
    return private.with_suffix(".pub")


def own_public(ledger: Path) -> str:
    """The public key of the device that writes a ledger, empty if it has none here."""
    public = public_of(key_beside(ledger))
    return public_key(str(public)) if public.exists() else ""


def _file(path: Path) -> tuple[int, int, int] | None:
    """What tells a file from another one and from itself before a change, of its mode too; None: there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_ctime_ns


def _no_key(path: Path | str, why: str) -> LedgerError:
    return LedgerError("file", path=path, error=message(f"key.{why}", path=path))


def make_key(path: Path) -> DeviceKey:
    """Make a device's keys at set-up, the private file with mode 600; a key that is there already is kept."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            key = Ed25519PrivateKey.generate()
            _write_new(path, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), 0o600)
        made = DeviceKey(path)
        if not public_of(path).exists():
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(made.public))
            pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
            _write_new(public_of(path), pem, 0o644)
    except OSError as error:
        raise LedgerError("file", path=path, error=error) from error
    return made


def kept_key(path: Path, known: DeviceKey | None) -> DeviceKey:
    """A device's key, made if need be; the one that is `known` already as long as its files are as it was read."""
    return known if known is not None and known.is_in_place() else make_key(path)


def _write_new(path: Path, content: bytes, mode: int) -> None:
    """Write a file whole or not at all, never readable by more than its mode allows, never over another."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    file = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        with os.fdopen(file, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        os.link(unfinished, path)
        sync_folder(path.parent)
    finally:
        unfinished.unlink()


def _load_private(path: Path) -> Ed25519PrivateKey:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise _no_key(path, "readable")
        key = load_pem_private_key(path.read_bytes(), password=None)
    except OSError as error:
        raise LedgerError("file", path=path, error=error) from error
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise _no_key(path, "not-private") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise _no_key(path, "not-ed25519")
    return key


def public_key(given: str) -> str:
    """A public key as 64 hexadecimal digits, from those digits or from a PEM file; `LedgerError` if it is neither."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    digits = given.strip().lower()
    if len(digits) == 64 and all(digit in "0123456789abcdef" for digit in digits):
        return digits
    try:
        key = load_pem_public_key(Path(given).read_bytes())
    except OSError as error:
        raise LedgerError("key.unread", path=given, error=error) from error
    except (ValueError, UnsupportedAlgorithm) as error:
        raise _no_key(given, "not-public") from error
    if not isinstance(key, Ed25519PublicKey):
        raise _no_key(given, "not-ed25519")
    return key.public_bytes_raw().hex()


def fingerprint(key: str) -> str:
    """What people compare: 20 digits of the SHA-256 of a public key, as `3F2A 91C0 77DE 04B1 5C6D`."""
    digits = hashlib.sha256(bytes.fromhex(key)).hexdigest()[:20].upper()
    return " ".join(digits[at : at + 4] for at in range(0, 20, 4))


@lru_cache(maxsize=16)
def check_words(digest: str) -> str:
    """Four words, the same in every language, by which people remember the hash of an entry or write it down.

    The hash is hashed 65,536 times over before words are taken from it: whoever looks for another game with the same
    words has 2**48 hashes to make, too many for the minutes between two looks at the display.
    """
    listed = _WORDS.read_text(encoding="ascii").split()
    hardened = hashlib.pbkdf2_hmac("sha256", digest.encode(), b"check words", _ROUNDS, 4)
    return " ".join(listed[byte] for byte in hardened)


def read_seal(line: bytes) -> Seal:
    """Read a seal and check that its key signed it; raise `Damaged` otherwise."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        seal = msgspec.json.decode(line, type=Seal)
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(seal.key))
        signature = bytes.fromhex(seal.signature)
    except UNREADABLE as error:
        raise Damaged("damage.seal-unread") from error
    signed = line[:-_TAIL]
    if b"".join((signed, _BEFORE, signature.hex().encode(), _AFTER)) != line:
        raise Damaged("damage.seal-form", seal.game, seal.seq, seq=seal.seq)
    try:
        key.verify(signature, signed)
    except InvalidSignature as error:
        raise Damaged("damage.seal-signature", seal.game, seal.seq, seq=seal.seq) from error
    return seal
