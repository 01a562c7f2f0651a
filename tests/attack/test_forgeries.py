"""No forgery holds without the private key of the device; with it, only what lies outside the box remembers."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.ledger.audit import Verdict, audit
from companion.ledger.record import from_archive
from companion.ledger.recovery import recover, save
from companion.ledger.seal import public_of
from companion.ledger.store import Archive
from tests.attack.forgeries import GAME, WHOLE, Forger, resealed, verdicts


@pytest.fixture(scope="module")
def forger(tmp_path_factory: pytest.TempPathFactory) -> Forger:
    return Forger(tmp_path_factory.mktemp("forger"))


def test_the_true_game_holds_for_whoever_knows_the_key(forger: Forger) -> None:
    assert audit(forger.true, key=forger.key.public).verdict is Verdict.HOLDS
    assert audit(forger.true).verdict is Verdict.NOT_PROVEN


@pytest.mark.parametrize("with_key", [True, False])
def test_no_forgery_holds(forger: Forger, *, with_key: bool) -> None:
    said = verdicts(forger, with_key=with_key)
    assert len(said) > 84
    assert [name for name, verdict in said.items() if verdict is Verdict.HOLDS] == []


def test_what_rules_cannot_do_is_forged_whoever_signs_it(forger: Forger) -> None:
    said = {name: audit(record, key=forger.key.public).verdict for name, record in resealed(forger)}
    for name in (
        "a negative payment",
        "a deed of GO",
        "nine houses",
        "time running backwards",
        "facts in what is taken back",
    ):
        assert said[name] is Verdict.FORGED
    assert said["1,000 more for a player"] is Verdict.NOT_PROVEN


@pytest.mark.parametrize("name", ["a whole game of one's own", "cut off right at the seal of the pause"])
def test_a_ledger_is_not_proven_by_what_came_with_it(forger: Forger, tmp_path: Path, name: str) -> None:
    path = tmp_path / "stick" / "ledger.sqlite"
    path.parent.mkdir()
    save([WHOLE[name](forger)], path)
    signer = forger.own if name.startswith("a whole") else forger.key
    shutil.copy(public_of(signer.path), public_of(path.with_name("device.key")))
    assert main(["verify", str(path), "--ledger", str(tmp_path / "own" / "ledger.sqlite")]) == 3


@pytest.mark.parametrize("order", [1, -1], ids=["doubled", "turned round"])
def test_seals_hold_however_often_and_in_whatever_order_they_stand(forger: Forger, tmp_path: Path, order: int) -> None:
    seals = [*forger.true.seals[::order], forger.true.seals[0]]
    assert audit(replace(forger.true, seals=seals), key=forger.key.public).verdict is Verdict.HOLDS
    export = tmp_path / "twice.jsonl"
    export.write_bytes(
        replace(forger.true, seals=seals).text() + replace(forger.true, lines=forger.true.lines[:9]).text()
    )
    recover(export, tmp_path / "new.sqlite")
    with Archive(tmp_path / "new.sqlite") as archive:
        assert from_archive(archive, GAME).lines == forger.true.lines
