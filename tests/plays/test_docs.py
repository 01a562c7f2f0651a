"""docs/plays.md says what is so: its plays hold, and it knows every form, reason and kind of question."""

from __future__ import annotations

import re

from companion.plays import runner
from companion.plays.actions import ACTIONS
from companion.plays.expectations import EXPECTATIONS
from companion.plays.parser import SETTINGS, parse
from companion.plays.position import GIVEN
from companion.plays.scene import stage
from companion.plays.slots import KINDS, START
from companion.rules.commands import Reason
from tests.repo.sources import ROOT

TEXT = (ROOT / "docs" / "plays.md").read_text(encoding="utf-8")


def test_plays_in_the_text_hold() -> None:
    plays = re.findall(r"```play\n(.*?)```", TEXT, re.DOTALL)
    assert plays
    for play in plays:
        assert runner.run(stage(parse(play))) is None


def test_the_reference_has_every_form_and_no_other() -> None:
    reasons = {reason.value for reason in Reason}
    rows = [row for row in re.findall(r"^\| `(.*?)` \|", TEXT, re.MULTILINE) if row not in reasons]
    assert rows == [*dict.fromkeys(rows)]
    assert set(rows) == {*SETTINGS, *GIVEN, *ACTIONS, *EXPECTATIONS}


def test_the_reference_has_every_reason_and_kind() -> None:
    words = set(re.findall(r"`([a-z-]+)`", TEXT))
    assert {reason.value for reason in Reason} | {*KINDS, START} <= words


def test_the_reference_has_the_general_reason_of_each() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| [^`]* \| (`.*) \|$", TEXT, re.MULTILINE)
    told = {(exact, general) for general, rest in rows for exact in re.findall(r"`([a-z-]+)`", rest)}
    assert told == {(reason.value, reason.general.value) for reason in Reason if reason.general is not reason}
