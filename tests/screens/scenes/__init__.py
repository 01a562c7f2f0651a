"""A sample of every page, as a table would show it: with usual names, or with the longest there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.table.views import AnyScreen
from tests.screens.scenes import beginning, deals, lists, money, referee, told, turn
from tests.screens.scenes.table import LONG, USUAL, Table

__all__ = ["LONG", "USUAL", "Scene", "Table", "scenes"]


class Scene(NamedTuple):
    """A page and the name of its picture."""

    name: str
    screen: AnyScreen


def scenes(table: Table) -> Iterator[Scene]:
    """Every page at least once, in every state that looks different."""
    for part in (beginning, turn, money, deals, lists, referee, told):
        yield from (Scene(name, screen) for name, screen in part.pages(table))
