"""Words for what was refused, made last: by the command line, a page's response, the display."""

from __future__ import annotations

from functools import lru_cache

from companion.errors import Fault, Message, UserError
from companion.words.languages import DEFAULT
from companion.words.lexicon import Lexicon


def worded(said: UserError | Message | Fault, language: str = DEFAULT) -> str:
    """An error, a message, or a fault in a file, in a language: the catalogue's text with the figures in place."""
    return _lexicon(language).message(said)


@lru_cache(maxsize=16)
def _lexicon(language: str) -> Lexicon:
    return Lexicon(language)
