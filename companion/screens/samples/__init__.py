"""A sample of every page, as a table would show it: with usual names, or with the longest there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.screens.samples import beginning, deals, lists, money, referee, told, turn
from companion.screens.samples.table import LONG, SampleTable, usual
from companion.table.views import AnyScreen

__all__ = ["LONG", "Sample", "SampleTable", "sample_pages", "usual"]


class Sample(NamedTuple):
    """A page and the name of its picture."""

    name: str
    screen: AnyScreen


def sample_pages(table: SampleTable) -> Iterator[Sample]:
    """Every page at least once, in every state that looks different."""
    for part in (beginning, turn, money, deals, lists, referee, told):
        yield from (Sample(name, screen) for name, screen in part.pages(table))
