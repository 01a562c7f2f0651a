"""Bad bytes in every file beside a ledger: a clear error or none, never a traceback, and no entry less."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from companion.cli import main
from companion.errors import UserError
from companion.ledger import exchange, secret
from companion.ledger.seal import key_beside, make_key, public_of
from companion.ledger.store import Archive, Ledger
from tests.ledger.playing import new_game, play

GAME, STEPS = "game", 8


def _curves() -> dict[str, bytes]:
    """Keys of another kind, and one of a kind that nobody knows."""
    import base64

    key = generate_private_key(SECP256R1())
    pem = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    der = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    odd = base64.encodebytes(der.replace(bytes.fromhex("2a8648ce3d030107"), bytes.fromhex("2a8648ce3d03017f")))
    return {
        "public key of another kind": pem,
        "private key of another kind": key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        "key of an unknown curve": b"-----BEGIN PUBLIC KEY-----\n" + odd + b"-----END PUBLIC KEY-----\n",
        "key of no bytes": b"-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n",
    }


BAD = {
    "nothing": b"", "zeroed": b"\0" * 128, "zeroed twice": b"\0" * 300, "no text": b"\xff" * 200, "blank": b"\n" * 9,
    "a way out": b"../../x", "a path": b"/etc/passwd", "here": b".", "above": b"..", "a nul": b"a\0b",
    "nested lists": b"[" * 50_000, "nested objects": b'{"a":' * 20_000, "a long figure": b"9" * 5000,
    "an entry of 5,000 digits": b"g " + b"9" * 5000 + b" x", "an entry below 0": b"g -1 x",
    "an entry beyond 2**63": b"g 99999999999999999999 x", "four words": b"g 1 x y",
    "a raised figure": "g \u00b2 x".encode(),
    "an object": b"{}", "a list": b"[]", "null": b"null", "a text": b'"x"', "a number": b"7", "infinite": b"1e999",
    "utf-16": "{}".encode("utf-16"), "a byte order mark": b"\xef\xbb\xbf{}", "half a pair": b'{"a":"\\ud800"}',
    "a long name": b"x" * 300, "control codes": b"\x1b[2J\r\nHOLDS", "two lines": b"a\r\nb", "toml": b"a=1",
    "deep toml": b"a=" + b"[" * 20_000, "digits": b"ab" * 32, "a digit short": b"a" * 63, "no digits": b"z" * 64,
    **_curves(), **{f"random {size}": Random(size).randbytes(size) for size in (3, 64, 127, 256, 4096)},
}  # fmt: skip
FILES = (
    "ledger.sqlite-head", "ledger.sqlite.exchange", "ledger.sqlite.incoming", "ledger.sqlite-journal",
    "ledger.sqlite.clock", f"ledger.sqlite.secrets/{GAME}", "device.key", "device.pub",
)  # fmt: skip


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    path = tmp_path / "ledger.sqlite"
    with Ledger(path) as ledger:
        for step in play(new_game(), 1, STEPS):
            ledger.append(GAME, "test", step.command, step.events)
        ledger.seal(GAME, "pause", make_key(key_beside(path)))
    secret.keep(path, GAME, bytes(32))
    return path


@pytest.mark.parametrize("name", FILES)
def test_bad_bytes_beside_a_ledger_end_in_a_clear_error_and_lose_nothing(ledger: Path, name: str) -> None:
    file = ledger.with_name(ledger.name).parent / name
    good = file.read_bytes() if file.exists() else None
    lines = _lines(ledger)
    for content in BAD.values():
        file.write_bytes(content)
        _open(ledger)
        assert main(["verify", GAME, "--ledger", str(ledger)]) in (0, 1, 2, 3)
        main(["verify", GAME, "--ledger", str(ledger), "--key", str(public_of(key_beside(ledger)))])
        file.unlink(missing_ok=True) if good is None else file.write_bytes(good)
        assert _lines(ledger) == lines


def _open(ledger: Path) -> None:
    with suppress(UserError), Ledger(ledger) as opened:
        opened.seal(GAME, "demand")


def _lines(ledger: Path) -> list[bytes]:
    with Archive(ledger) as archive:
        return archive.lines(GAME)


@pytest.mark.parametrize("said", [b"", b"\0" * 40, b"../../x", b"ledger.sqlite.damaged-"])
def test_an_exchange_whose_journal_is_damaged_keeps_both_ledgers(ledger: Path, tmp_path: Path, said: bytes) -> None:
    lines = _lines(ledger)
    new = exchange.incoming(ledger)
    new.write_bytes(ledger.read_bytes())
    ledger.with_name(ledger.name + ".exchange").write_bytes(said)
    assert _lines(ledger) == lines
    assert _lines(tmp_path / "ledger.sqlite.damaged-1") == lines
    assert not new.exists()
