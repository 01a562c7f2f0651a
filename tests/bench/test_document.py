"""The figures of docs/performance.md are put in place by a program, and nothing else of the page is touched."""

from __future__ import annotations

import re

from tests.bench.document import BLOCK, PAGE, renewed

TEXT = """Prose.

    $ banker bench engine
    engine
      whole games  1

      a note

    $ TMPDIR=/tmp banker simulate --games 2 --compare "rule jail_fee 100"
    old

    $ banker luck last
    a game of somebody's

More prose.
"""


def test_only_what_was_printed_is_replaced() -> None:
    asked: list[list[str]] = []

    def say(command: object) -> str:
        asked.append(list(command) if isinstance(command, list) else [])
        return "new\n\n  lines\n"

    new = "    new\n\n      lines\n"
    assert renewed(TEXT, say, ["engine"]) == TEXT.replace("    engine\n      whole games  1\n\n      a note\n", new)
    assert asked == [["banker", "bench", "engine"]]
    assert renewed(renewed(TEXT, say), say) == renewed(TEXT, say)
    assert asked[2] == ["TMPDIR=/tmp", "banker", "simulate", "--games", "2", "--compare", "rule jail_fee 100"]


def test_what_the_page_shows_of_measurements_can_be_measured_anew() -> None:
    text = PAGE.read_text("utf-8")
    blocks = list(BLOCK.finditer(text))
    assert len(blocks) == len(re.findall(r"^    \$ .*banker (?:bench|bots|simulate)\b", text, re.MULTILINE)) > 10
    assert all(block["said"].strip() for block in blocks)
