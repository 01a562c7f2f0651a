"""The list of rules and cases in docs/cases.md, made from the catalogue.

python -m tests.repo.cases      # write it anew
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.editions.registry import edition_with
from companion.words.languages import same_rules
from companion.words.words import Words
from tests.repo.sources import ROOT

PAGE = ROOT / "docs" / "cases.md"
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
`python -m tests.repo.cases` from the sentences of `companion/words/catalogue`, where every language has them.
"""


def texts() -> Iterator[tuple[str, str]]:
    """All files that people have written, but for this page, by name and content."""
    for folder in ("companion", "deploy", "docs", "firmware", "hardware", "tests"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in SUFFIXES and file != PAGE:
                yield str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")
    for file in sorted(ROOT.glob("*.md")):
        yield file.name, file.read_text(encoding="utf-8")


def sentence(name: str) -> str:
    """What the catalogue says of an id; nothing where it has no sentence."""
    told = Words("en", edition_with(name)).rule(name)
    return "" if told == name else told


def cited() -> set[str]:
    """Every id that is written somewhere."""
    return {found.group() for _, text in texts() for found in ID.finditer(text)}


def order(name: str) -> tuple[int, int]:
    prefix, _, number = name.partition("-")
    return list(TITLES).index(prefix), int(number)


def rendered() -> str:
    """The page as it has to be."""
    lines, prefix = [HEAD], ""
    for name in sorted(cited() | same_rules().keys(), key=order):
        if name.partition("-")[0] != prefix:
            prefix = name.partition("-")[0]
            lines.append(f"\n## {TITLES[prefix]}\n\n| id | rule |\n|---|---|\n")
        lines.append(f"| {name} | {sentence(name)} |\n")
    return "".join(lines)


if __name__ == "__main__":
    PAGE.write_text(rendered(), encoding="utf-8")
