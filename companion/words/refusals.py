"""Words for what was refused, made last: by the command line, a page's response, the display."""

from __future__ import annotations

from functools import lru_cache

from companion.errors import Message, UserError
from companion.words.languages import DEFAULT
from companion.words.lexicon import Lexicon


def worded(said: UserError | Message, language: str = DEFAULT) -> str:
    """An error, or a message, in a language: its text from the catalogue with the figures in place."""
    return _lexicon(language).message(said)


@lru_cache(maxsize=16)
def _lexicon(language: str) -> Lexicon:
    return Lexicon(language)
