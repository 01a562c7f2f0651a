"""Rooms and arrows in README.md and docs/design.md, made from the table of the import test.

python -m tests.repo.rooms      # write them anew
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.repo.sources import ROOT
from tests.repo.test_imports import EVERYTHING, MAY_ENTER

MERMAID = re.compile(r"(?<=```mermaid\n).*?(?=```)", re.DOTALL)
TABLE = re.compile(r"(?<=python -m tests\.repo\.rooms -->\n).*?(?=<!-- end of rooms -->)", re.DOTALL)


def arrows() -> Iterator[tuple[str, str, bool]]:
    """From, to, and whether the whole room may be entered; rooms that may enter all others are left out."""
    for room, entered in MAY_ENTER.items():
        if entered != EVERYTHING:
            whole = [each for each in entered if "." not in each]
            yield from ((room, each, True) for each in whole)
            parts = dict.fromkeys(each.partition(".")[0] for each in entered if "." in each)
            yield from ((room, each, False) for each in parts if each not in whole)


def picture() -> str:
    """The arrows as a Mermaid graph; dotted ones lead to single modules."""
    lines = [f"    {start} {'-->' if whole else '-.->'} {end}\n" for start, end, whole in arrows()]
    return "".join(["graph TD\n", *lines])


def table() -> str:
    """Each room with all that it may import."""
    rows = [f"| `{room}` | {_listed(entered)} |\n" for room, entered in MAY_ENTER.items()]
    return "".join(["\n| room | may import |\n|---|---|\n", *rows, "\n"])


def _listed(entered: tuple[str, ...]) -> str:
    if entered == EVERYTHING:
        return "everything"
    return ", ".join(f"`{each}`" for each in entered) or "nothing"


def rendered(page: str) -> str:
    """A page with its picture and its table as they have to be."""
    return TABLE.sub(table(), MERMAID.sub(picture(), page, count=1), count=1)


PAGES = (ROOT / "README.md", ROOT / "docs/design.md")

if __name__ == "__main__":
    for file in PAGES:
        file.write_text(rendered(file.read_text(encoding="utf-8")), encoding="utf-8")
