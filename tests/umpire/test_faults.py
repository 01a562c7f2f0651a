"""The planted faults still have a place in the rules, and one of each kind is found by a few games."""

from __future__ import annotations

import pytest

from tests.umpire.faults import FAULTS, RULES, Fault, planted, seconds_to_find


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_fault_can_be_planted(fault: Fault) -> None:
    file = f"{fault.file}.py"
    compile(planted(fault, (RULES / file).read_text("utf-8")), file, "exec")


def test_a_fault_is_found() -> None:
    fault = next(fault for fault in FAULTS if fault.name == "an heir pays no interest")
    assert seconds_to_find(fault) is not None
