"""The languages that come along, and one that people keep beside their settings, made for a test."""

from __future__ import annotations

from pathlib import Path

from companion.words.languages import BUILT_IN, MANNER
from companion.words.translating import begin

PSEUDO = "qps"


def built_in() -> list[str]:
    """The languages that come along, whatever the person who runs the tests keeps of his own."""
    return sorted(file.parent.name for file in BUILT_IN.glob(f"*/{MANNER}"))


def pseudo_language(home: Path) -> str:
    """Put the pseudo-language among the languages of this home, and give its name (pages and display then offer it)."""
    folder = home / ".config/banker/languages" / PSEUDO
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        begin(folder, pseudo=True)
    return PSEUDO
