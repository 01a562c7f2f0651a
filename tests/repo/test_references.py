"""Every reference leads somewhere: to a heading in docs/, a numbered fault, or a rule or case with a sentence."""

import re
from collections.abc import Iterator

from tests.repo import cases
from tests.repo.sources import ROOT

PAGES = ("design", "performance", "plays")
TO_A_HEADING = re.compile(rf"\b({'|'.join(PAGES)}): ([A-Z][^);.:\"`]*)")
TO_A_FAULT = re.compile(r"\bfaults?(?:\.md)? #?(\d+)\b")
TO_A_FILE = re.compile(r"\bdocs/[a-z][\w.-]*\.(?:md|png|toml)\b")
NOWHERE = re.compile(
    r"\b(?:(?:issues?|design|boards|peers|cases|hardware) #?\d[\w.]*"
    r"|(?:rules|plays) \d+\.\d|(?:performance|rules|plays|wishes)\.md \d+|performance \d)"
)
HERE = "tests/repo/test_references.py"


def headings(page: str) -> set[str]:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    return set(re.findall(r"^#+ (.+)$", text, re.MULTILINE))


def flowing(text: str) -> str:
    """The text with its line ends as blanks, those inside a comment too."""
    return re.sub(r"\s*\n\s*(?:#(?!#) ?)?", " ", text)


def texts() -> Iterator[tuple[str, str]]:
    return ((name, flowing(text)) for name, text in cases.texts() if name != HERE)


def test_headings_that_are_cited_stand_in_their_page() -> None:
    known = {page: headings(page) for page in PAGES}
    wrong = [
        f"{name}: {page} has no heading {heading!r}"
        for name, text in texts()
        for page, cited in TO_A_HEADING.findall(text)
        for heading in re.split(r", (?=[A-Z])", cited)
        if not any(f"{heading} ".startswith((f"{each} ", f"{each}, ")) for each in known[page])
    ]
    assert wrong == []


def test_faults_that_are_cited_are_listed() -> None:
    listed = set(re.findall(r"^\| (\d+) \|", (ROOT / "docs/faults.md").read_text(encoding="utf-8"), re.MULTILINE))
    wrong = [f"{name}: fault {number}" for name, text in texts() for number in TO_A_FAULT.findall(text)]
    assert [each for each in wrong if each.rpartition(" ")[2] not in listed] == []


def test_files_that_are_cited_are_there() -> None:
    cited = {file for _, text in texts() for file in TO_A_FILE.findall(text) if "SET" not in file}
    assert [file for file in sorted(cited) if not (ROOT / file).exists()] == []


def test_nothing_cites_by_a_number_that_no_page_has() -> None:
    wrong = [f"{name}: {found.group()}" for name, text in texts() for found in NOWHERE.finditer(text)]
    assert wrong == []


def test_rules_and_cases_have_a_sentence() -> None:
    assert [name for name in sorted(cases.cited()) if not cases.sentence(name)] == []


def test_the_page_of_rules_and_cases_is_as_its_tables_say() -> None:
    page = cases.PAGE.read_text(encoding="utf-8")
    assert page == cases.rendered(), "python -m tests.repo.cases writes it anew"
