"""An edition and the names at its table, and samples of the parts that pages are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.rules.board import Deed, Street
from companion.rules.cards import Advance, Return
from companion.rules.edition import Edition
from companion.rules.frames import BANK, POT
from companion.table.parts import CardLine, DeedRow, Lot, Party, Payment, Row
from companion.words.languages import Language
from companion.words.lexicon import Lexicon

COLORS = ("red", "blue", "green", "yellow", "purple", "orange", "white", "brown")
LONG = (
    "Nguyễn Thị Minh Khai",
    "Trần Hưng Đạo Vương",
    "Maximilian Featherstone",
    "Công Tằng Tôn Nữ Phượng",
    "Wilhelmina Abernathy",
    "Huỳnh Thúc Kháng",
    "Phạm Ngũ Lão tướng quân",
    "Bartholomew Montgomery",
)


def usual(language: str | Language) -> tuple[str, ...]:
    """The names that most players have, colors in their language."""
    return Lexicon(language, players=COLORS).players


class SampleTable:
    """An edition and the names of those who sit at it."""

    def __init__(self, edition: Edition, names: tuple[str, ...], longest: bool = False) -> None:
        self.edition = edition
        self.board = edition.board
        self.parties = [Party(seat, name) for seat, name in enumerate(names)]
        self.bank, self.pot = Party(BANK), Party(POT)
        self.red, self.blue, self.green = self.parties[:3]
        streets = [at for at, square in enumerate(self.board.squares) if isinstance(square, Street)]
        if longest:
            streets.sort(key=lambda at: -len(self.board.squares[at].name))
        self.streets = [self.lot(at) for at in (streets if longest else streets[::-1])]

    def lot(self, at: int) -> Lot:
        """A square of the board."""
        square = self.board.squares[at]
        group = square.group if isinstance(square, Deed) else ""
        return Lot(at, square.name, group, self.board.groups[group].color if group else "")

    def row(self, index: int, **rest: Any) -> DeedRow:
        """A line of a list of deeds, for one of the streets."""
        lot = self.streets[index]
        street = self.board.squares[lot.square]
        assert isinstance(street, Street)
        return DeedRow(lot, top=street.top, **rest)

    def balances(self, *, ranked: bool = False) -> tuple[Row, ...]:
        """What everybody has; one is jailed, one is out."""
        return tuple(
            Row(
                who,
                cash=0 if seat == 3 else 1500 - 137 * seat,
                worth=0 if seat == 3 else 4210 - 350 * seat,
                deeds=7 - seat,
                jailed=seat == 1,
                out=seat == 3,
                place=seat + 1 if ranked else 0,
            )
            for seat, who in enumerate(self.parties)
        )

    def card(self, deck: str, card: str) -> CardLine:
        """A card of the edition."""
        effect = next(each.effect for each in self.edition.decks[deck] if each.id == card)
        lot = self.lot(effect.square) if isinstance(effect, Advance | Return) else None
        return CardLine(card, deck, effect, lot)

    def cards(self) -> Iterator[CardLine]:
        """All cards of the edition."""
        for deck, cards in self.edition.decks.items():
            for card in cards:
                yield self.card(deck, card.id)

    def kinds_of_cards(self) -> Iterator[CardLine]:
        """One card for each kind of effect: the others of its kind look alike."""
        kinds = {type(card.effect): card for card in self.cards()}
        yield from kinds.values()

    def payment(self, amount: int = 1400, cause: str = "rent", **rest: Any) -> Payment:
        """The first player pays the second."""
        return Payment(self.red, self.blue, amount, cause, self.streets[0], **rest)

    def to_bank(self, amount: int, cause: str, **rest: Any) -> Payment:
        """The first player pays the bank."""
        return Payment(self.red, self.bank, amount, cause, **rest)
