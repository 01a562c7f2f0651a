"""What is refused is a fact; tests read it in the words that people read."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from companion.errors import Message, UserError
from companion.words.refusals import worded

E = TypeVar("E", bound=UserError)


@contextmanager
def refused(kind: type[E], match: str) -> Iterator[pytest.ExceptionInfo[E]]:
    """Expect a refusal of a kind whose English words match a pattern, as `pytest.raises` does for other errors."""
    with pytest.raises(kind) as caught:
        yield caught
    assert re.search(match, worded(caught.value)), worded(caught.value)


def told(said: str | Message) -> str:
    """What a figure says in English: the words of a message, a name as it is."""
    return worded(said) if isinstance(said, Message) else said
