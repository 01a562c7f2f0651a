"""What is said to people, before it has words: a key of the catalogue and the figures of its text.

`companion.words` makes the sentence, last, in the language of whoever reads it.
"""

from collections.abc import Iterable
from typing import NamedTuple


class Message(NamedTuple):
    """A text of the catalogue by its key, and its figures: numbers, names, paths, system errors, further messages.

    A key without a dot is one of the family `refusal`; the empty key says nothing.
    """

    key: str
    figures: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        """For people who read logs: the key and the figures, no sentence."""
        return " ".join([self.key, *(f"{name}={value}" for name, value in self.figures)])


NOTHING = Message("")


def message(key: str, /, **figures: object) -> Message:
    """A message with its figures by name."""
    return Message(key, tuple(figures.items()))


class UserError(Exception):
    """Something a person can mend; `exit_code` (1 to 125) is what the command ends with."""

    def __init__(self, reason: str, exit_code: int = 1, /, **figures: object) -> None:
        self.message = message(reason, **figures)
        self.exit_code = exit_code
        super().__init__(reason, figures)

    @property
    def reason(self) -> str:
        """The key of what is said."""
        return self.message.key

    @property
    def figures(self) -> dict[str, object]:
        """The figures of what is said."""
        return dict(self.message.figures)

    def __str__(self) -> str:
        return str(self.message)


class Fault(NamedTuple):
    """One thing wrong in a file, at a line and column counted from 1; `key` is dotted, empty for the whole file."""

    file: str
    line: int
    column: int
    key: str
    message: Message

    @property
    def place(self) -> str:
        """Where it is, as compilers write it: `board.toml:3:15`; within a text that is no file `3:15`."""
        return f"{self.file}:{self.line}:{self.column}".removeprefix(":")


class FaultyFile(UserError):
    """A file cannot be used; `faults` are told one a line, in the order of the file."""

    def __init__(self, faults: Iterable[Fault], exit_code: int = 1) -> None:
        self.faults = sorted(faults, key=lambda fault: fault[:4])
        super().__init__("faulty-file", exit_code, faults=tuple(self.faults))


class WrongFields(ValueError):
    """What a `__post_init__` finds wrong with fields that belong together: of each its dotted key and what is said."""

    def __init__(self, *wrong: tuple[str, Message]) -> None:
        super().__init__(*wrong)
        self.wrong = wrong
