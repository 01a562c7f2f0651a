"""The table of choices in docs/editions.md, made from the options and what the catalogue says of them.

python -m tests.editions.choices      # write it anew
"""

from __future__ import annotations

import re

from companion.editions.command import about_in
from companion.editions.explained import allowed
from companion.rules.options import Options, rules_behind
from companion.words.lexicon import Lexicon
from tests.repo.sources import ROOT

ABOUT = about_in(Lexicon("en"))
PAGE = ROOT / "docs" / "editions.md"
TABLE = re.compile(
    r"(?<=\| option \| classic \| may be \| what it decides \| rules \|\n\|---\|---\|---\|---\|---\|\n)(\|.*\n)+"
)


def cells(key: str) -> tuple[str, ...]:
    classic = str(getattr(Options(), key)).lower()
    return f"`{key}`", classic, allowed(key), ABOUT(key), ", ".join(rules_behind(key))


def rendered() -> str:
    """The page as it has to be."""
    rows = "".join(f"| {' | '.join(cells(key))} |\n" for key in Options.__struct_fields__)
    return TABLE.sub(rows, PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(rendered(), encoding="utf-8")
