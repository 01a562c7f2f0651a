"""`docs/faults.md` has every known fault, and says "doctor" of those, and only those, that the doctor looks for."""

import ast
import re
from collections.abc import Iterator

from tests.repo.sources import ROOT, python_files, tree_of

PAGE = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
KNOWN = 62
WAYS = {"prevented", "doctor", "documented"}


def rows() -> dict[int, tuple[str, str, set[str]]]:
    found = re.findall(r"^\| (\d+) \| (.+) \| (.+) \| ([a-z, ]+) \|$", PAGE, re.MULTILINE)
    return {int(number): (seen, done, set(how.split(", "))) for number, seen, done, how in found}


def numbers_in(text: str) -> Iterator[int]:
    """Find the numbers of faults that a text refers to, as `faults.md #24, #25` or `#51 to #56`."""
    for first, last in re.findall(r"(?:faults\.md|\(|,) ?#(\d+)(?: to #(\d+))?", text):
        yield from range(int(first), int(last or first) + 1)


def documented(folder: str) -> set[int]:
    """Collect the numbers that docstrings and comments of a folder's files name."""
    return {number for file in python_files(folder) for number in numbers_in(file.read_text(encoding="utf-8"))}


def told() -> set[int]:
    """Collect the numbers that the doctor's findings carry as they stand in its source."""
    calls = (node for file in python_files("companion/doctor") for node in ast.walk(tree_of(file)))
    named = [node for node in calls if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    findings = [node for node in named if isinstance(node.func, ast.Name) and node.func.id in {"fault", "warning"}]
    constants = [argument.value for node in findings for argument in node.args if isinstance(argument, ast.Constant)]
    return {number for number in constants if isinstance(number, int)}


def test_every_fault_is_there_once_and_in_order() -> None:
    assert list(rows()) == list(range(1, KNOWN + 1))
    assert all(how and how <= WAYS for _, _, how in rows().values())


def test_what_the_doctor_tells_is_marked() -> None:
    assert told()
    assert [number for number in sorted(told()) if "doctor" not in rows()[number][2]] == []


def test_what_is_marked_the_doctor_tells() -> None:
    marked = {number for number, (_, _, how) in rows().items() if "doctor" in how}
    assert sorted(marked - told() - documented("companion/doctor")) == []


def test_the_builders_table_names_known_faults() -> None:
    guide = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
    named = [
        int(number) for cell in re.findall(r"\| ([\d, ]+) \|$", guide, re.MULTILINE) for number in cell.split(", ")
    ]
    assert named
    assert set(named) <= rows().keys()
