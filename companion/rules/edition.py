"""An edition whole: board, decks and options, as the first ledger entry of a game keeps it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from companion.rules.board import Board
from companion.rules.cards import Card, Keep
from companion.rules.inforce import HOLDS, is_decisive, is_in_force
from companion.rules.options import Options, rules_behind

RULES_VERSION = 2
TEXTS = ("S0", "S1", "S2", "S3", "S4", "J")
CLASSIC = ("S0", "S4")
CASES = ("C", "B", "P", "SD")
HOUSE_RULES = (  # what profiles and single choices bring to editions whose own texts know nothing of it
    *("S0-46", "S0-69", "S0-70", "S0-71", "S4-60", "S2-36", "S2-42"),
    *("S3-10", "S3-12", "S3-15", "S3-19", "S3-29", "S3-35", "S3-36", "S3-38", "S3-41"),
    *("J-02", "J-04", "J-07"),
)


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything a game is played by, so that it is readable for ever without the files it came from."""

    id: str
    title: str
    money: str = "${}"
    unit: int = 1  # the smallest sum: all others are multiples of it, and options' classic values count it
    sources: tuple[str, ...] = ("S0", "S4")
    board: Board
    decks: dict[str, tuple[Card, ...]]
    options: Options = Options()
    profiles: tuple[str, ...] = ()
    note: str = ""

    def cited(self, ids: Sequence[str]) -> tuple[str, ...]:
        """The ids of the edition's own texts and of the cases that no option contradicts; where they say nothing,
        the house rules that a profile or a choice may have brought in."""
        held, own = self._held(ids)
        return own or tuple(id_ for id_ in held if id_ in HOUSE_RULES)

    def untold(self, rules: Iterable[str]) -> list[str]:
        """The choices that decide something and whose value none of the rules tells, in the order of `Options`."""
        told = {key for rule in rules for key, values in HOLDS.get(rule, {}).items() if len(values) == 1}
        untold = [key for key in Options.__struct_fields__ if key not in told]
        return [key for key in untold if self.decides(key)]

    def decides(self, choice: str) -> bool:
        """Whether a choice decides anything beside the others."""
        return is_decisive(choice, self.options, self.unit)

    def behind(self, choice: str) -> tuple[tuple[str, ...], bool]:
        """The rules of its own texts on which the value of a choice rests, and True; without any those of other texts,
        and False: here it is a house rule."""
        held, own = self._held(rules_behind(choice))
        return own or held, bool(own)

    def _held(self, ids: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Those of the ids that no option contradicts, and those among them of the edition's own texts."""
        held = tuple(id_ for id_ in ids if is_in_force(id_, self.options, self.unit))
        texts = self.texts()
        return held, tuple(id_ for id_ in held if id_.partition("-")[0] in texts)

    def kept_cards(self) -> list[str]:
        """The names of all cards that can be kept, in the order of the decks."""
        every = [card for cards in self.decks.values() for card in cards]
        return list(dict.fromkeys(card.id for card in every if isinstance(card.effect, Keep)))

    def texts(self) -> tuple[str, ...]:
        """The published texts and lists of cases that its rules are told from; a board of one's own plays the classic
        game, but for its options."""
        return (*([text for text in self.sources if text in TEXTS] or CLASSIC), *CASES)
