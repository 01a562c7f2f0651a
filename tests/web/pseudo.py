"""A language that nobody speaks: every letter that can have an accent has one, and every text is 40 % longer."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from companion.words.languages import BUILT_IN, DEFAULT, MANNER, language_named

NAME = "en-x-long"
ACCENTS = str.maketrans("aeiouyAEIOUYcnszCNSZ", "àëîõúýÀËÎÕÚÝçñšžÇÑŠŽ")
PLAIN = re.compile(r"[^\W\d_]*[aeiouAEIOU][^\W\d_]*")  # what the language would never write


def stretched(text: str) -> str:
    """A text as it is in this language; figures in braces stay."""
    accented = "".join(
        part if part.startswith("{") else part.translate(ACCENTS) for part in re.split(r"(\{.*?\})", text)
    )
    return accented + " ŵŵŵŵ" * max(1, round(len(text) * 0.4 / 5))


def write(directory: Path) -> None:
    """Write the language among people's own."""
    folder = directory / NAME
    folder.mkdir(parents=True)
    shutil.copy(BUILT_IN / DEFAULT / MANNER, folder)
    spoken = language_named(DEFAULT)
    for family in spoken.families():
        lines = [f"{json.dumps(key)} = {json.dumps(stretched(text))}\n" for key, text in spoken.family(family).items()]
        (folder / f"{family}.toml").write_text("".join(lines), encoding="utf-8")
