"""Ledgers of every version from the first one on can be read, proved and continued."""

from pathlib import Path

import msgspec
import pytest

from companion.ledger.audit import audit
from companion.ledger.entry import FORMAT, place_of, read
from companion.ledger.history import fold
from companion.ledger.record import from_text
from companion.ledger.statement import movements
from tests.ledger.recording import FOLDER, Outcome, outcome

RECORDED = sorted(FOLDER.glob("*.jsonl"))


@pytest.fixture(params=RECORDED, ids=lambda file: file.stem)
def file(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_there_is_one_of_each_format_and_edition() -> None:
    openings = [place_of(file.read_bytes().partition(b"\n")[0]) for file in RECORDED]
    assert {place.format for place in openings if place} == set(range(1, FORMAT + 1))
    assert {"classic", "classic-2008", "gold", "saigon", "uk"} <= {file.stem.rpartition("-")[0] for file in RECORDED}


def test_it_is_still_what_was_written(file: Path) -> None:
    [record] = from_text(file.read_bytes())
    report = audit(record)
    assert report.faults == []
    assert (report.sound, report.over, report.unsealed) == (len(record.lines), True, 0)


def test_it_comes_to_the_same_end(file: Path) -> None:
    [record] = from_text(file.read_bytes())
    entries = list(read(record.lines))
    state = fold(entries).state
    assert outcome(state) == msgspec.json.decode(file.with_suffix(".json").read_bytes(), type=Outcome)
    for seat in state.seats:
        assert movements(entries, seat)[-1].balance == state.accounts[seat]
