"""No forgery holds without the private key of the device; with it, only what lies outside the box remembers."""

import pytest

from companion.ledger.audit import Verdict, audit
from tests.attack.forgeries import Forger, resealed, verdicts


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
    for name in ("a negative payment", "a deed of GO", "nine houses", "time running backwards"):
        assert said[name] is Verdict.FORGED
    assert said["1,000 more for a player"] is Verdict.NOT_PROVEN
