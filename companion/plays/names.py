"""Who and what the words of a play stand for on the board of its edition."""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import message
from companion.plays.lexis import Word, quote, unexpected
from companion.rules.board import AnySquare
from companion.rules.commands import AnyCommand, HandOver, Join, TakeBack
from companion.rules.edition import Edition
from companion.rules.frames import BANK, POT
from companion.rules.options import fold

ACCOUNTS = {"bank": BANK, "pot": POT}
GONE = -3  # the seat of who has none any more


class Names:
    """Looks up players, squares, decks and cards by their words, and writes them as words."""

    def __init__(self, edition: Edition, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self._seats = {fold(player): seat for seat, player in reversed(list(enumerate(players)))}
        self._before: list[tuple[tuple[str, ...], dict[str, int]]] = []  # one for each action that counts
        self.squares: tuple[AnySquare, ...] = edition.board.squares
        self.decks = list(edition.decks)
        self.cards = list(dict.fromkeys(card.id for deck in edition.decks.values() for card in deck))

    def seat(self, word: Word) -> int:
        """The seat of a player; `GONE` for one who has handed his chair over.

        :raises PlayError: nobody has this name.
        """
        if word.key in self._seats:
            return self._seats[word.key]
        raise unexpected(word, message("play.one-of.player", names=self.players), self.players)

    def follow(self, command: AnyCommand) -> None:
        """Let the names stand for what they do once this is carried out: who has a chair, who is new, what is back."""
        if isinstance(command, TakeBack):
            kept = len(self._before) - command.count
            if 0 <= kept < len(self._before):
                self.players, self._seats = self._before[kept]
                del self._before[kept:]
            return
        self._before.append((self.players, self._seats))
        if isinstance(command, HandOver) and command.seat >= 0:
            old, seat = self.players[command.seat], command.seat
            self.players = (*self.players[:seat], command.name, *self.players[seat + 1 :])
            self._seats = {**self._seats, fold(old): GONE, fold(command.name): seat}
        elif isinstance(command, Join):
            self._seats = {**self._seats, fold(command.name): len(self.players)}
            self.players = (*self.players, command.name)

    def account(self, word: Word) -> int:
        """The account of a player, the bank or the pot; in quotes it is always a player."""
        for name, account in ACCOUNTS.items():
            if word.is_bare(name):
                return account
        return self.seat(word)

    def square(self, word: Word) -> int:
        """The square of `@N` or of a printed name.

        :raises PlayError: there is none, or there are several of this name.
        """
        found = self.squares_of(word)
        if len(found) > 1:
            raise unexpected(word, message("play.several", squares=tuple(f"@{at}" for at in found)))
        if not found:
            raise unexpected(
                word, message("play.square-to", last=len(self.squares) - 1), [each.name for each in self.squares]
            )
        return found[0]

    def squares_of(self, word: Word) -> list[int]:
        """All squares that a word may mean."""
        if is_number_of_square(word):
            at = int(word.text[1:])
            return [at] if at < len(self.squares) else []
        return [at for at, square in enumerate(self.squares) if fold(square.name) == word.key]

    def deck(self, word: Word) -> str:
        """A deck of the edition.

        :raises PlayError: there is no such deck.
        """
        if word.key in self.decks:
            return word.key
        raise unexpected(word, message("play.one-of.deck", names=tuple(self.decks)), self.decks)

    def card(self, word: Word) -> str:
        """A card of one of the decks.

        :raises PlayError: no deck has it.
        """
        if word.key in self.cards:
            return word.key
        raise unexpected(word, message("play.card"), self.cards)

    def shown(self, account: int) -> str:
        """The word for an account; a name that could be taken for something else stands in quotes."""
        return next((word for word, known in ACCOUNTS.items() if known == account), "") or name(self.players[account])


def is_number_of_square(word: Word) -> bool:
    """Whether a word has the form `@N`."""
    digits = word.text[1:]
    return not word.quoted and word.text[:1] == "@" and digits.isascii() and digits.isdecimal() and len(digits) < 5


# A player of one of these names is written in quotes: bare, they mean something of their own.
TAKEN = {"bank", "deck", "debt", "edition", "gavel", "given", "highest", "loan", "over", "players", "pot", "profile"}
TAKEN |= {"promise", "referee", "rule", "takes", "turn", "waiting", "winner"}


def name(text: str) -> str:
    """A name as a play writes it: bare if it can be nothing but a name."""
    return text if text.isalpha() and text.isascii() and text.casefold() not in TAKEN else quote(text)
