"""An edition whole: board, decks and options, as the first ledger entry of a game keeps it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.rules.board import Board
from companion.rules.cards import Card
from companion.rules.options import Options

RULES_VERSION = 2


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything a game is played by, so that it is readable for ever without the files it came from."""

    id: str
    title: str
    money: str = "${}"
    sources: tuple[str, ...] = ("S0", "S4")
    board: Board
    decks: dict[str, tuple[Card, ...]]
    options: Options = Options()
    profiles: tuple[str, ...] = ()
    note: str = ""

    def cited(self, ids: Sequence[str]) -> tuple[str, ...]:
        """The ids that stand in the edition's own sources; all of them if none does (rules: the five texts)."""
        return tuple(id_ for id_ in ids if id_.partition("-")[0] in self.sources) or tuple(ids)
