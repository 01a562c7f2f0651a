"""Languages that people keep beside their settings, made for a test."""

from __future__ import annotations

from pathlib import Path

from companion.words.translating import begin

PSEUDO = "qps"


def pseudo_language(home: Path) -> str:
    """Put the pseudo-language among the languages of this home, and give its name (pages and display then offer it)."""
    folder = home / ".config/banker/languages" / PSEUDO
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        begin(folder, pseudo=True)
    return PSEUDO
