"""All that the program says to people: sentences for events, labels for wishes, reasons, rulings and rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from companion.rules.options import Options
from companion.words.languages import placeholders, same_rules
from companion.words.lexicon import MINUS, Lexicon
from companion.words.telling import tell

if TYPE_CHECKING:
    from companion.rules.commands import AnyCommand, Refusal
    from companion.rules.events import AnyEvent

THOUSAND, MILLION = 1_000, 1_000_000
VEIL = "•••"


class Words(Lexicon):
    """What people read on the display, on web pages, at the command line and in exports."""

    def sentence(self, event: AnyEvent) -> str:
        """One plain sentence that tells a person what happened."""
        return tell(self._sentences, event)

    @cached_property
    def _sentences(self) -> Lexicon:
        return Sentences(self._spoken, self.edition, self.names)

    def label(self, command: AnyCommand) -> str:
        """The short name of a wish, as on a button: `Buy`, `Pass`."""
        return self.raw(f"label.{type(command).__name__}")

    def prompt(self, kind: str, seat: int) -> str:
        """What the table waits for, from whom: `Red: roll the dice` (plays: waiting)."""
        return self.text(f"prompt.{kind}", seat=seat)

    def reason(self, refusal: Refusal) -> str:
        """Why a command was refused, with the figures that decided and the rules it rests on."""
        cited = self.cited(refusal.rules)
        return self.refused(refusal.reason, refusal.figures) + (f" ({', '.join(cited)})" if cited else "")

    def refused(self, reason: str, figures: Mapping[str, int]) -> str:
        """As `reason`, without the rules: the fullest text whose figures are all known."""
        keys = (f"reason.{reason}.{fullness}" for fullness in ("full", "more", "short"))
        key = next(key for key in keys if self.has(key) and placeholders(self.raw(key)).keys() <= figures.keys())
        return self.text(key, **figures)

    def ruled(self, topic: str, figures: Mapping[str, int], square: int = -1, card: str = "") -> str:
        """What was ruled and by which figures: `rent $32 = $16 × 2`; the topic as in `companion.rules.why`. Of an
        older ledger's charge the amount and its cause; a figure may be kept secret."""
        if self.has(f"reason.{topic}.short"):
            return self.refused(topic, figures)
        what = self.buildings(square, figures["level"]) if "level" in figures else ""
        shown = {"what": what, **figures}
        key = f"ruling.{topic}"
        if "amount" in figures and not (self.has(key) and "amount" in placeholders(self.raw(key))):
            return self.text("ruling.charge", amount=figures["amount"], why=self.why(topic, square))
        is_told = placeholders(self.raw(key)).keys() <= shown.keys()
        text = self.text(key if is_told else f"ruling.secret.{topic}", **shown)
        if "times" in figures:
            text = self.text("ruling.times", base=text, times=figures["times"])
        if "paid" in figures:
            text = self.text("ruling.less", base=text, paid=figures["paid"])
        return self.text("ruling.led", base=text, card=card) if card else text

    def put_back(self, what: str, figures: Mapping[str, int | str]) -> str:
        """What people do by hand to put one thing right on the board."""
        if what == "buildings":
            buildings = self.buildings(int(figures["square"]), int(figures["level"]))
            return self.text("ledger.back.buildings", **dict(figures) | {"buildings": buildings})
        return self.text(f"ledger.back.{what}", **figures)

    def cited(self, rules: Sequence[str]) -> tuple[str, ...]:
        """Those of the rules that hold in the edition and have a sentence: a bare id says nothing to anybody."""
        asked = tuple(rules)
        if asked not in self._cited:
            held = self.edition.cited(asked) if self.edition else asked
            self._cited[asked] = tuple(rule for rule in held if self.has(_key_of(rule)))
        return self._cited[asked]

    @cached_property
    def _cited(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        return {}

    def rules(self) -> list[str]:
        """All rules of the edition's texts that hold by its options, in their order; no cases."""
        known = {**self._default.family("rule"), **same_rules()}
        held = self.edition.cited(list(known)) if self.edition else ()
        return sorted((rule for rule in held if not rule.startswith(("C-", "B-"))), key=lambda rule: (len(rule), rule))

    def rule(self, rule: str) -> str:
        """One line that says in our words what a rule of the sources demands, with the sums that were chosen; the bare
        id where none is told."""
        key = _key_of(rule)
        return self.text(key, **self._choices) if self.has(key) else rule

    @cached_property
    def _choices(self) -> Mapping[str, object]:
        return asdict(self.edition.options if self.edition else Options())


class VeiledWords(Words):
    """What everybody may read of a game whose balances are secret: all that happens, and no sum of money."""

    def sentence(self, event: AnyEvent) -> str:
        """As `Words.sentence`, without a sum."""
        return tell(self, event)

    def sum(self, amount: int) -> str:
        """Some money."""
        del amount
        return VEIL


def _key_of(rule: str) -> str:
    return f"rule.{same_rules().get(rule, rule)}"


class BriefWords(Words):
    """What a small display says: large sums stand in thousands and millions where that is exact, without currency."""

    def sentence(self, event: AnyEvent) -> str:
        """As `Words.sentence`, with sums as brief as all others."""
        return tell(self, event)

    def money(self, amount: int) -> str:
        """`$1,500`, and of large sums `15k`, `1,34tr`."""
        short = shortened(self, abs(amount), self._marks)
        return (MINUS if amount < 0 else "") + short if short else super().money(amount)

    def sum(self, amount: int) -> str:
        """An amount without its currency."""
        return shortened(self, amount, self._marks) or super().sum(amount)

    @property
    def _marks(self) -> Mapping[int, str]:
        return {THOUSAND: self.manner.thousand, MILLION: self.manner.million}


class Sentences(Lexicon):
    """The words of sentences, in which large sums are said as the language says them: `1,5 triệu đ`."""

    def sum(self, amount: int) -> str:
        """An amount without its currency."""
        names = {self.manner.scale[word]: f" {word}" for word in self.manner.said}
        return shortened(self, amount, names) or super().sum(amount)


def shortened(words: Lexicon, amount: int, names: Mapping[int, str]) -> str:
    """A sum in the largest size of which two decimals tell it, with the name of that; "" where there is none. Where a
    unit is small, no thousands."""
    unit = words.edition.unit if words.edition else 1
    sizes = [
        size for size in names if amount >= size and amount * 100 % size == 0 and (unit >= THOUSAND or size > THOUSAND)
    ]
    if not sizes:
        return ""
    whole, rest = divmod(amount, size := max(sizes))
    hundredths = f"{100 * rest // size:02}".rstrip("0")
    decimals = words.manner.decimal + "".join(words.number(int(digit)) for digit in hundredths) if hundredths else ""
    return words.number(whole) + decimals + names[size]
