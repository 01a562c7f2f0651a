"""The device's key and what it vouches for."""

import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.ledger.entry import LedgerError
from companion.ledger.seal import DeviceKey, fingerprint, key_beside, make_key, public_key, public_of, read_seal
from companion.ledger.store import Archive, Ledger, seal_beside
from companion.ledger.witness import beside
from companion.rules.commands import Begin
from tests.ledger.test_store import GAME, begun, rolled
from tests.refused import refused


@pytest.fixture
def key(path: Path) -> DeviceKey:
    return make_key(key_beside(path))


def test_the_private_key_is_for_its_owner_only_and_made_once(key: DeviceKey, path: Path) -> None:
    assert stat.S_IMODE(key_beside(path).stat().st_mode) == 0o600
    assert make_key(key_beside(path)).public == key.public
    assert public_key(str(public_of(key_beside(path)))) == public_key(key.public.upper()) == key.public


def test_a_key_that_others_may_read_is_refused(key: DeviceKey) -> None:
    key.path.chmod(0o644)
    with refused(LedgerError, "chmod 600"):
        DeviceKey(key.path)


@pytest.mark.parametrize("content", ["", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_what_is_no_key_is_said_so(tmp_path: Path, content: str) -> None:
    file = tmp_path / "device.key"
    file.write_text(content)
    file.chmod(0o600)
    with refused(LedgerError, "is no private key"):
        DeviceKey(file)
    with refused(LedgerError, "is no public key"):
        public_key(str(file))


def test_missing_keys_are_said_so(tmp_path: Path) -> None:
    with refused(LedgerError, "No such file"):
        DeviceKey(tmp_path / "device.key")
    with refused(LedgerError, "64 hexadecimal digits"):
        public_key(str(tmp_path / "device.pub"))


def test_a_fingerprint_is_short_enough_to_read_out(key: DeviceKey) -> None:
    assert len(fingerprint(key.public).split()) == 5
    assert fingerprint("00" * 32) == "6668 7AAD F862 BD77 6C8F"


def test_the_last_entry_is_sealed_once(ledger: Ledger, begin: Begin, key: DeviceKey) -> None:
    begun(ledger, begin)
    rolled(ledger)
    first = ledger.seal(GAME, "pause", key)
    assert (first.seq, first.hash, first.key) == (1, ledger.entries(GAME)[-1].hash, key.public)
    assert ledger.seal(GAME, "demand", key) == first
    rolled(ledger)
    ledger.seal(GAME, "end", key)
    assert [read_seal(line).reason for line in ledger.seals(GAME)] == ["pause", "end"]


def test_a_game_in_play_can_be_sealed_from_outside(ledger: Ledger, begin: Begin, key: DeviceKey, path: Path) -> None:
    begun(ledger, begin)
    seal = seal_beside(path, GAME, key, "demand", datetime.now(UTC))
    with Archive(path) as archive:
        assert [read_seal(line) for line in archive.seals(GAME)] == [seal]
    with refused(LedgerError, "no game other"):
        seal_beside(path, "other", key, "demand", datetime.now(UTC))


@pytest.mark.parametrize("is_played", [False, True])
def test_a_seal_that_another_program_made_is_missed_when_it_is_gone(
    ledger: Ledger, begin: Begin, key: DeviceKey, path: Path, is_played: bool
) -> None:
    begun(ledger, begin)
    if not is_played:
        ledger.close()
    seal_beside(path, GAME, key, "demand", datetime.now(UTC))
    ledger.close()
    Ledger(path).close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM seals")
    with refused(LedgerError, "seal"):
        Ledger(path)


def test_a_seal_for_a_ledger_without_a_witness_makes_none(
    ledger: Ledger, begin: Begin, key: DeviceKey, path: Path
) -> None:
    begun(ledger, begin)
    ledger.close()
    beside(path).unlink()
    assert seal_beside(path, GAME, key, "demand", datetime.now(UTC)).seq == 0
    assert not beside(path).exists()
