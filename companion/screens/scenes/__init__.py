"""A sample of every page, as a table would show it: with usual names, or with the longest there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.screens.scenes import beginning, deals, lists, money, referee, told, turn
from companion.screens.scenes.table import LONG, Table, usual
from companion.table.views import AnyScreen

__all__ = ["LONG", "Scene", "Table", "scenes", "usual"]


class Scene(NamedTuple):
    """A page and the name of its picture."""

    name: str
    screen: AnyScreen


def scenes(table: Table) -> Iterator[Scene]:
    """Every page at least once, in every state that looks different."""
    for part in (beginning, turn, money, deals, lists, referee, told):
        yield from (Scene(name, screen) for name, screen in part.pages(table))
