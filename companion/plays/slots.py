"""The blanks of the forms that a line can have: what may stand there, what it means, how it is written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import Message, message
from companion.plays.lexis import Word, quote, unexpected
from companion.plays.names import Names, is_number_of_square, name
from companion.rules.commands import Reason
from companion.rules.dice import PLAIN, SPEED
from companion.rules.frames import FREE, Credit, Side, Waiver
from companion.rules.options import HIGHEST_SUM

Value = Any  # int, str, bool or an Item, by the slot

KINDS = ["roll", "buy", "auction", "draw", "choose", "throw", "goto", "pay", "claim", "jail", "end", "contest", "trade"]
START = "start"  # the throw that decides who begins


class Slot:
    """A blank of a form; by itself it takes any word as it stands."""

    def __init__(self, noun: str) -> None:
        self.noun: Message = message(f"play.{noun}")

    def fits(self, word: Word) -> bool:
        """Whether the word can stand here, whatever the edition."""
        return bool(word.text)

    def span(self, words: Sequence[Word]) -> int:
        """How many words, from the first on, stand here for one value: none if it does not fit."""
        return int(self.fits(words[0]))

    def bind(self, _names: Names, word: Word) -> Value:
        """What the word means in this game.

        :raises PlayError: it means nothing.
        """
        return word.text

    def bind_all(self, names: Names, words: Sequence[Word]) -> Value:
        """What the words of one value mean in this game.

        :raises PlayError: they mean nothing.
        """
        return self.bind(names, words[0])

    def show(self, _names: Names, value: Value) -> str:
        """The word for a value."""
        return str(value)

    def known(self) -> list[str]:
        """The words that fit, if they can be listed."""
        return []


class NumberSlot(Slot):
    """A whole number between two limits."""

    def __init__(self, noun: str, low: int, high: int) -> None:
        super().__init__(noun)
        self.low = low
        self.high = high

    def fits(self, word: Word) -> bool:
        is_number = not word.quoted and re.fullmatch(r"-?[0-9]{1,13}", word.text)
        return bool(is_number) and self.low <= int(word.text) <= self.high

    def bind(self, _names: Names, word: Word) -> Value:
        return int(word.text)


class ChoiceSlot(Slot):
    """One of a few words."""

    def __init__(self, values: Mapping[str, Value], noun: Message | None = None) -> None:
        super().__init__("word")
        self.noun = noun or message("play.either", nouns=tuple(f'"{word}"' for word in values))
        self.values = values

    def fits(self, word: Word) -> bool:
        return not word.quoted and word.key in self.values

    def bind(self, _names: Names, word: Word) -> Value:
        return self.values[word.key]

    def show(self, _names: Names, value: Value) -> str:
        return next(word for word, known in self.values.items() if known == value)

    def known(self) -> list[str]:
        return list(self.values)


class TriesSlot(NumberSlot):
    """How often somebody has tried to leave jail, or `no` for being free."""

    def fits(self, word: Word) -> bool:
        return word.is_bare("no") or super().fits(word)

    def bind(self, names: Names, word: Word) -> Value:
        return FREE if word.is_bare("no") else super().bind(names, word)

    def show(self, _names: Names, value: Value) -> str:
        return "no" if value == FREE else str(value)


class LowerSlot(Slot):
    """An id in lower case."""

    def bind(self, _names: Names, word: Word) -> Value:
        return word.key


class ValueSlot(LowerSlot):
    """What an option is set to."""

    def show(self, _names: Names, value: Value) -> str:
        return str(value) if re.fullmatch(r"[\w-]+", str(value)) else quote(str(value))


class NameSlot(Slot):
    """The name that a player is given."""

    def show(self, _names: Names, value: Value) -> str:
        return name(value)


class PlayerSlot(Slot):
    """A player by name."""

    def fits(self, word: Word) -> bool:
        return bool(word.text) and (word.quoted or not word.text.startswith(("@", "=", "!", "-")))

    def bind(self, names: Names, word: Word) -> Value:
        return names.seat(word)

    def show(self, names: Names, value: Value) -> str:
        return names.shown(value)


class AccountSlot(PlayerSlot):
    """A player, the bank or the pot."""

    def bind(self, names: Names, word: Word) -> Value:
        return names.account(word)


class SquareSlot(Slot):
    """A square by `@N` or by its printed name."""

    def fits(self, word: Word) -> bool:
        return bool(word.text) and (not word.text.startswith("@") or word.quoted or is_number_of_square(word))

    def bind(self, names: Names, word: Word) -> Value:
        return names.square(word)

    def show(self, _names: Names, value: Value) -> str:
        return f"@{value}"


class DeckSlot(Slot):
    """A deck by its id."""

    def bind(self, names: Names, word: Word) -> Value:
        return names.deck(word)


class CardSlot(Slot):
    """A card that one of the decks has."""

    def bind(self, names: Names, word: Word) -> Value:
        return names.card(word)


class TextSlot(Slot):
    """A sentence in quotes."""

    def fits(self, word: Word) -> bool:
        return word.quoted

    def show(self, _names: Names, value: Value) -> str:
        return quote(value)


class ItemSlot(Slot):
    """A deed, an amount, a kept card, a promise or a loan in a trade; bound as a `Side` of its own."""

    def fits(self, word: Word) -> bool:
        return SUM.fits(word) or SQUARE.fits(word)

    def span(self, words: Sequence[Word]) -> int:
        return min(len(words), 1 + len(self._terms(words[0]))) if self.fits(words[0]) else 0

    def _terms(self, word: Word) -> tuple[Slot, ...]:
        """What stands behind a word that opens a promise or a loan."""
        return next((TERMS[opening] for opening in TERMS if word.is_bare(opening)), ())

    def bind_all(self, names: Names, words: Sequence[Word]) -> Value:
        slots = self._terms(words[0])
        if not slots:
            return self.bind(names, words[0])
        if len(words) <= len(slots):
            raise unexpected(words[-1].end(), slots[len(words) - 1].noun)
        for slot, word in zip(slots, words[1:], strict=True):
            if not slot.fits(word):
                raise unexpected(word, slot.noun)
        values = [slot.bind(names, word) for slot, word in zip(slots, words[1:], strict=True)]
        return Side(promises=(Waiver(*values),)) if len(values) == 2 else Side(loans=(Credit(*values),))

    def bind(self, names: Names, word: Word) -> Value:
        if SUM.fits(word):
            return Side(money=int(word.text))
        if names.squares_of(word) or is_number_of_square(word):
            return Side(deeds=(names.square(word),))
        if word.key in names.cards:
            return Side(cards=(word.key,))
        known = [*names.cards, *(square.name for square in names.squares)]
        raise unexpected(word, self.noun, known)

    def show(self, _names: Names, value: Value) -> str:
        words = [*(f"@{deed}" for deed in value.deeds), *([str(value.money)] if value.money else []), *value.cards]
        words += [f"promise @{waiver.square} {waiver.visits}" for waiver in value.promises]
        words += [f"loan {credit.money} {credit.back} {credit.turns}" for credit in value.loans]
        return " ".join(words)


SUM = NumberSlot("sum", 0, HIGHEST_SUM)
SQUARE = SquareSlot("square")
COUNT = NumberSlot("number", 0, HIGHEST_SUM)
TERMS: dict[str, tuple[Slot, ...]] = {"promise": (SQUARE, COUNT), "loan": (SUM, SUM, COUNT)}
SLOTS: dict[str, Slot] = {
    "ACCOUNT": AccountSlot("account"),
    "AMOUNT": NumberSlot("number", -HIGHEST_SUM, HIGHEST_SUM),
    "CARD": CardSlot("card"),
    "COUNT": COUNT,
    "DECK": DeckSlot("deck"),
    "DIE": NumberSlot("die", 1, 6),
    "FACE": ChoiceSlot({str(face): face for face in (*PLAIN, *SPEED)}, message("play.die")),
    "DRAWN": LowerSlot("card"),
    "ID": LowerSlot("id"),
    "ITEM": ItemSlot("item"),
    "KIND": ChoiceSlot({kind: kind for kind in [*KINDS, START]}, message("play.kind", kinds=tuple(KINDS))),
    "NAME": NameSlot("name"),
    "OPTION": LowerSlot("option"),
    "PLAYER": PlayerSlot("player"),
    "REASON": ChoiceSlot({reason.value: reason for reason in Reason}, message("play.reason")),
    "SQUARE": SQUARE,
    "STANDING": ChoiceSlot({"in": False, "out": True}),
    "SUM": SUM,
    "TEXT": TextSlot("text"),
    "TRIES": TriesSlot("tries", 0, 9),
    "VALUE": ValueSlot("value"),
    "WAY": LowerSlot("way"),
    "YESNO": ChoiceSlot({"yes": True, "no": False}),
}
