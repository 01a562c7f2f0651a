"""The list of rules and cases in docs/cases.md, made from the catalogue and docs/cases.toml.

python -m tests.repo.cases      # write it anew
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

from tests.repo.sources import ROOT

PAGE = ROOT / "docs" / "cases.md"
TABLES = (ROOT / "companion/words/catalogue/en/rule.toml", ROOT / "docs/cases.toml")  # the first one to know an id wins
ID = re.compile(r"\b(S[0-4]|SD|J|P|C|B)-(\d{2,3})\b")
TITLES = {
    "S0": "S0: the classic game",
    "S1": "S1: the game on the web",
    "S2": "S2: Gold",
    "S3": "S3: Sài Gòn",
    "S4": "S4: the classic game and two variants",
    "SD": "SD: the Speed Die",
    "J": "J: Junior",
    "P": "P: promises and loans",
    "C": "C: disputes and their rulings",
    "B": "B: what other programs got wrong",
}
SUFFIXES = {".css", ".html", ".js", ".md", ".play", ".py", ".sh", ".toml", ".yml"}
HEAD = """# Rules and cases

What the ids in code, plays, pages and `banker why` stand for, one sentence each. S0 to S4 are five published rule texts
in Vietnamese, told in our words; where they say nothing, the rulings of the cases hold. This page is written by
`python -m tests.repo.cases`: the sentences that players read come from `companion/words/catalogue`, all others from
`docs/cases.toml`.
"""


def texts() -> Iterator[tuple[str, str]]:
    """All files that people have written, but for this page, by name and content."""
    for folder in ("companion", "deploy", "docs", "firmware", "hardware", "tests"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in SUFFIXES and file != PAGE:
                yield str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")
    for file in sorted(ROOT.glob("*.md")):
        yield file.name, file.read_text(encoding="utf-8")


def known() -> dict[str, str]:
    """Every sentence by its id."""
    found: dict[str, str] = {}
    for table in reversed(TABLES):
        found |= tomllib.loads(table.read_text(encoding="utf-8"))
    return found


def cited() -> set[str]:
    """Every id that is written somewhere."""
    return {found.group() for _, text in texts() for found in ID.finditer(text)}


def order(name: str) -> tuple[int, int]:
    prefix, _, number = name.partition("-")
    return list(TITLES).index(prefix), int(number)


def rendered() -> str:
    """The page as it has to be."""
    sentences = known()
    lines, prefix = [HEAD], ""
    for name in sorted(cited() | sentences.keys(), key=order):
        if name.partition("-")[0] != prefix:
            prefix = name.partition("-")[0]
            lines.append(f"\n## {TITLES[prefix]}\n\n| id | rule |\n|---|---|\n")
        lines.append(f"| {name} | {sentences.get(name, '*no text*')} |\n")
    return "".join(lines)


if __name__ == "__main__":
    PAGE.write_text(rendered(), encoding="utf-8")
