"""Measures anew what docs/performance.md shows: the output of each command that stands there behind a `$`.

python -m tests.bench.document [WORD ...]    # all blocks, or those whose command has one of these words
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence

from tests.repo.sources import ROOT

PAGE = ROOT / "docs" / "performance.md"
BLOCK = re.compile(
    r"^    \$ (?P<line>(?:\w+=\S+ )*banker (?:bench|bots|simulate) .+)\n"
    r"(?P<said>(?:    (?!\$ ).*\n|\n(?=    (?!\$ )))*)",
    re.MULTILINE,
)
"""What measures, each with what it printed; settings of the environment may stand before it, as in a shell."""


def renewed(text: str, say: Callable[[Sequence[str]], str], words: Sequence[str] = ()) -> str:
    """The text with what `say` prints now below each command that has one of the words; without words, of each."""

    def replaced(block: re.Match[str]) -> str:
        command = shlex.split(block["line"])
        if words and not set(words) & set(command):
            return block[0]
        lines = (f"    {line}".rstrip() for line in say(command).splitlines())
        return "\n".join([f"    $ {block['line']}", *lines, ""])

    return BLOCK.sub(replaced, text)


def said(command: Sequence[str]) -> str:
    """What a command prints here, without settings or games of anybody's; a bar that is missed is no failure."""
    print(*command, file=sys.stderr)
    at = command.index("banker")
    settings = dict(setting.split("=", 1) for setting in command[:at])
    with tempfile.TemporaryDirectory() as home:
        around = os.environ | {"HOME": home, "XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home, "LC_ALL": "C.UTF-8"}
        banker = [sys.executable, "-m", "companion", *command[at + 1 :]]
        done = subprocess.run(banker, cwd=ROOT, env=around | settings, stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8"), said, sys.argv[1:]), "utf-8")
