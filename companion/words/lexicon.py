"""The texts of a language by key, filled with the names and the money of an edition.

A text is asked for by a key, `family.name`; the family is a file of the language's catalogue
(`catalogue/en/event.toml`). A name may have variants, the most special one that fits is taken:

    Jailed@court      on a board with a courthouse, whose game speaks of Court, shops and markets (S3)
    house.one         for exactly one of what is counted, else `house.many`

A text holds raw figures in braces and says after the colon how each is shown (`_Figures`), so that the fields of an
event fill its sentence as they are: `{payer:P} pays {payee:p} {amount:$}`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from errno import errorcode
from typing import TYPE_CHECKING, Any

from companion.errors import Fault, Message, UserError
from companion.rules.board import Board, Court, Luck, Street
from companion.rules.cards import AnyEffect, Card, Keep, Nearest, Step
from companion.rules.dice import Dice
from companion.rules.frames import BANK, POT, Side
from companion.text import printable
from companion.words.languages import DEFAULT, Language, language_named, parts
from companion.words.sums import read_sum

if TYPE_CHECKING:
    from companion.rules.edition import Edition
    from companion.rules.state import State

MINUS = "\u2212"


class Lexicon:
    """The texts of one language for one edition and the names of those who play.

    Without an edition (before one is chosen) amounts are bare numbers and squares have no names.
    """

    def __init__(self, spoken: str | Language, edition: Edition | None = None, players: Sequence[str] = ()) -> None:
        self._spoken = language_named(spoken) if isinstance(spoken, str) else spoken
        self._default = language_named(DEFAULT)
        self.manner = self._spoken.manner
        self._digits = str.maketrans(dict(zip("0123456789,.", self.manner.marks, strict=True)))
        self.language = self._spoken.id
        self.edition = edition
        self._figures = _Figures(self)
        self._cut: dict[str, Sequence[tuple[str, str | None, str]]] = {}
        self._at_court = edition is not None and any(isinstance(square, Court) for square in edition.board.squares)
        self.names = tuple(players)
        self.players = tuple(map(self.person, players))

    def text(self, key: str, /, **figures: object) -> str:
        """The text of a key with its figures in place; KeyError where the catalogue lacks it."""
        found = self._cut.get(key)
        if found is None:
            found = self._cut[key] = parts(self.raw(key))
        shown = self._figures.shown
        return "".join([each[0] if each[1] is None else each[0] + shown(figures[each[1]], each[2]) for each in found])

    def raw(self, key: str) -> str:
        """The text of a key as the catalogue has it."""
        found = self._find(key)
        if found is None:
            raise KeyError(f"no text {key!r} in {self.language}")
        return found

    def has(self, key: str) -> bool:
        """Whether the catalogue has this key."""
        return self._find(key) is not None

    def either(self, *keys: str) -> str:
        """The first of the keys that the catalogue has; the last one must be there."""
        return next((key for key in keys if self.has(key)), keys[-1])

    def _find(self, key: str) -> str | None:
        group, _, name = key.partition(".")
        for each in (self._spoken, self._default):
            texts = each.family(group)
            found = texts.get(f"{name}@court", texts.get(name)) if self._at_court else texts.get(name)
            if found is not None:
                return found
        return None

    @property
    def board(self) -> Board:
        """The board that squares are named from."""
        assert self.edition is not None
        return self.edition.board

    # figures and names

    def number(self, value: int) -> str:
        """A whole number with the language's thousands mark and a true minus sign: `1,500`, `1.500`."""
        digits = f"{abs(value):,}".translate(self._digits)
        return f"{MINUS}{digits}" if value < 0 else digits

    def digits(self, value: int) -> str:
        """A whole number by which something is called, without marks between its thousands: `2026`, `٢٠٢٦`."""
        return str(value).translate(self._digits)

    def dice(self, dice: Dice) -> str:
        """What the dice of a throw show: `3 + 4`."""
        return " + ".join(
            self.digits(face) if isinstance(face, int) else self.raw(f"term.face.{face}") for face in dice
        )

    def decimal(self, value: float, places: int = 1) -> str:
        """A number with so many places after the language's decimal mark: `29.5`, `29,5`."""
        return (MINUS if round(value, places) < 0 else "") + f"{abs(value):,.{places}f}".translate(self._digits)

    def money(self, amount: int) -> str:
        """An amount in the edition's currency: `$1,500`, `1.500đ`."""
        template = self.edition.money if self.edition else "{}"
        return printable((MINUS if amount < 0 else "") + template.format(self.sum(abs(amount))))

    def sum(self, amount: int) -> str:
        """An amount without its currency."""
        return self.number(amount)

    def amount(self, written: str) -> int:
        """The sum that somebody has written in the edition's money; raises `UserError` where it is none."""
        return read_sum(written, self.manner, *((self.edition.money, self.edition.unit) if self.edition else ("{}", 1)))

    def factor(self, times: int) -> str:
        """What each point of a throw costs: `4`, and of a money whose unit is large `40.000 đ`."""
        unit = self.edition.unit if self.edition else 1
        return self.digits(times) if unit == 1 else self.money(times * unit)

    def counted(self, thing: str, count: int) -> str:
        """So many of a thing, `1 house`, `3 houses`: the text `count.THING.one`, `.many`, or another plural form."""
        key = self.either(f"count.{thing}.{self.manner.form(count)}", f"count.{thing}.many")
        return self.text(key, n=self.number(count))

    def party(self, account: int, *, first: bool = False) -> str:
        """An account in a sentence: a player's name, the bank or the pot; `first`: at the start of the sentence."""
        if account in (BANK, POT):
            return self.raw(f"term.{'bank' if account == BANK else 'pot'}.{'first' if first else 'inside'}")
        return self.players[account]

    def person(self, name: str) -> str:
        """A player's name; those who are called by a color of the catalogue are called so in its language."""
        return self.raw(f"color.{name}") if self.has(f"color.{name}") else printable(name)

    def square(self, at: int) -> str:
        """The printed name of a square."""
        return printable(self.board.squares[at].name)

    def group(self, name: str) -> str:
        """A group as its board names it, else by the usual color, else by its own key.

        A printed name that is but the usual English word for such a group is told in the language.
        """
        printed = self.board.groups[name].name if self.edition and name in self.board.groups else ""
        usual = self._default.family("group").get(name, "")
        told = self.raw(f"group.{name}") if usual else name.replace("-", " ")
        return printed if printed and (printed.casefold() != usual.casefold() or told == usual) else told

    def deck(self, deck: str) -> str:
        """A deck by the name printed on its squares, else by its own key."""
        squares = self.board.squares if self.edition else ()
        return next((square.name for square in squares if isinstance(square, Luck) and square.deck == deck), deck)

    def level(self, level: int, top: int) -> str:
        """What stands on a lot whose level `top` is the hotel: `no buildings`, `3 houses`, `1 hotel` (S0-49, S3-18)."""
        if level == 0:
            return self.raw("term.bare")
        return self.counted("hotel", 1) if level == top else self.counted("house", level)

    def buildings(self, square: int, level: int) -> str:
        """As `level`, for a square of the board."""
        lot = self.board.squares[square]
        return self.level(level, lot.top if isinstance(lot, Street) else 0)

    def listed(self, things: Iterable[str], joint: str = "and") -> str:
        """`a`, `a and b`, `a, b and c`; of nothing, the word for it; `joint` is `and` or `or`."""
        *front, last = list(things) or [self.raw("term.nothing")]
        return self.text(f"term.{joint}", front=self.manner.comma.join(front), last=last) if front else last

    def about(self, name: object, what: object) -> str:
        """What is said of something, behind its name: `Red: rent`."""
        return self.text("term.about", name=name, what=what)

    def asked(self, what: str) -> str:
        """A few words as a question: `Blue?`."""
        return self.text("term.asked", what=what)

    def side(self, side: Side) -> str:
        """What one side of a trade hands over, or `nothing` (C-86)."""
        money = [self.money(side.money)] if side.money else []
        return self.listed([*map(self.square, side.deeds), *money, *map(self.title, side.cards), *self.terms(side)])

    def terms(self, side: Side) -> list[str]:
        """The promises and loans of one side of a trade, each in a few words (P-01, P-04)."""
        promises = [self.text("term.promise", square=each.square, visits=each.visits) for each in side.promises]
        loans = [self.text("term.loan", money=each.money, back=each.back, turns=each.turns) for each in side.loans]
        return [*promises, *loans]

    def open_terms(self, state: State) -> list[str]:
        """A sentence for each promise and each loan that is open (P-01, P-04)."""
        promises = [
            self.text(
                "term.open-promise",
                holder=each.holder,
                owner=state.owner[each.square],
                square=each.square,
                visits=each.visits,
            )
            for each in state.promises
        ]
        loans = [
            self.text(
                "term.open-loan",
                borrower=each.borrower,
                lender=each.lender,
                amount=each.amount,
                turns=state.turns_left(each),
            )
            for each in state.loans
        ]
        return [*promises, *loans]

    # what was refused

    def message(self, said: UserError | Message | Fault) -> str:
        """What is said by a key and its figures, of a fault behind its place; a message without a key says nothing."""
        if isinstance(said, Fault):
            about = f"{said.key}: " if said.key else ""
            return f"{said.place}: {about}{self.message(said.message)}"
        key, figures = said.message if isinstance(said, UserError) else said
        return self.text(key if "." in key else f"refusal.{key}", **dict(figures)) if key else ""

    def system(self, error: OSError) -> str:
        """What the operating system refused, in words; in its own where the catalogue has none."""
        key = f"system.{errorcode.get(error.errno or 0, '')}"
        return self.raw(key) if self.has(key) else error.strerror or str(error)

    # cards

    def title(self, card: str) -> str:
        """A card by name; a card of somebody's own deck goes by its id."""
        return self.raw(f"title.{card}") if self.has(f"title.{card}") else card.replace("-", " ")

    def card(self, card: Card) -> str:
        """What a card says, worded from its effect."""
        return self.effect(card.effect)

    def card_of(self, deck: str, card: str) -> str:
        """What the card of that id in that deck says."""
        assert self.edition is not None
        return self.card(next(each for each in self.edition.decks[deck] if each.id == card))

    def effect(self, effect: AnyEffect, square: str | None = None) -> str:
        """What a card demands or gives; `square`: its name, where no board is at hand."""
        figures: dict[str, object] = {field: getattr(effect, field) for field in effect.__struct_fields__}
        if isinstance(effect, Step):
            figures["steps"] = abs(effect.steps)
        if square is not None:
            figures["square"] = square
        return self.text(f"effect.{_effect(effect)}", **figures)

    # why

    def said(self, reason: str) -> str:
        """A referee's reason: one of the usual ones by its key, else as it was typed; without one it says so."""
        if not reason.strip():
            return self.raw("term.no-reason")
        return self.raw(f"because.{reason}") if self.has(f"because.{reason}") else reason

    def why(self, cause: str, square: int | str = -1) -> str:
        """Why money moved or is owed, in a few words: `rent for Boardwalk`; the square by number or name."""
        if square != -1 and self.has(f"cause.{cause}.at"):
            return self.text(f"cause.{cause}.at", square=square)
        return self.raw(f"cause.{cause}.alone")

    def why_in_brief(self, cause: str, square: int | str = -1) -> str:
        """As `why`, as a heading with little room, in which the name of the square may be abbreviated."""
        if square != -1 and self.has(f"cause.{cause}.brief"):
            return self.text(f"cause.{cause}.brief", square=square)
        return self.why(cause, square)


def _effect(effect: AnyEffect) -> str:
    name = type(effect).__name__
    match effect:
        case Step():
            return f"{name}.{'forward' if effect.steps > 0 else 'back'}"
        case Nearest(_, times, throw_times):
            return f"{name}.{'throw' if throw_times else 'plain' if times == 1 else 'times'}"
        case Keep():
            return f"{name}.{effect.use}"
    return name


class _Figures:
    """Shows figures, each the way that its text says after the colon."""

    def __init__(self, words: Lexicon) -> None:
        self._ways: Mapping[str, Callable[[Any], str]] = {
            "$": words.money,
            "row": lambda amounts: " ".join(map(words.money, amounts)),
            "n": words.number,
            "x": words.factor,
            "xs": lambda factors: " ".join(map(words.factor, factors)),
            "@": lambda square: square if isinstance(square, str) else words.square(square),
            "p": words.party,
            "P": lambda account: words.party(account, first=True),
            "card": words.title,
            "deck": words.deck,
            "group": words.group,
            "side": words.side,
            "said": words.said,
            "lines": lambda values: "\n".join(map(self._plain, values)),
            "or": lambda values: words.listed(map(self._plain, values), "or"),
            "seats": lambda seats: words.listed(map(words.party, seats)),
            "squares": lambda squares: words.listed(map(words.square, squares)),
        }
        self._words = words

    def shown(self, value: Any, way: str) -> str:
        """A figure as it is wanted: by a key of the table, `#THING` a count, a dot for each decimal, else as it is."""
        if way.startswith("#"):
            return self._words.counted(way[1:], value)
        if way.startswith("."):
            return self._words.decimal(value, len(way))
        told = self._ways[way](value) if way else self._plain(value)
        return told if way == "lines" or isinstance(value, UserError | Message | Fault) else printable(told)

    def _plain(self, value: Any) -> str:
        """A figure as it is: the further messages among them in their words."""
        match value:
            case UserError() | Message() | Fault():
                return self._words.message(value)
            case OSError():
                return self._words.system(value)
            case list() | tuple():
                return self._words.manner.comma.join(map(self._plain, value))
            case int():
                return self._words.digits(value)
        return printable(str(value))
