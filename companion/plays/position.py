"""How a game stands by the `given` lines of a play; it need not be reachable, but it must be consistent."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import message
from companion.plays.forms import Fills
from companion.plays.lexis import Word, fault
from companion.rules.board import Deed
from companion.rules.cards import Keep
from companion.rules.events.promises import set_visits
from companion.rules.frames import BANK, FREE, POT, Kept, Loan
from companion.rules.rules import DEVELOPER, Rules
from companion.rules.state import State

MOST_DOUBLES = 2


class Position:
    """Changes a fresh game into the given one; what was said where is kept for the errors."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.said: dict[tuple[object, ...], Word] = {}
        self.on_top = dict.fromkeys(state.decks, 0)

    # One method a form: the words of its slots, then their values

    def deck(self, fills: Fills, deck: str, cards: tuple[str, ...]) -> None:
        """Lay cards on top of a deck, the first to be drawn first, the rest as printed; the bank draws by itself."""
        self._say(fills, "deck", deck)
        rest = self.state.decks[deck]
        for word, card in zip(fills[1], cards, strict=True):
            if card not in rest:
                raise fault(word, message("play.still-in", deck=deck), card)
            rest.remove(card)
        rest[:0] = cards
        self.on_top[deck] = len(cards)
        self.state.stacked.append(deck)

    def keeps(self, fills: Fills, seat: int, card: str) -> None:
        """Give a card out of the first deck that has it to spare."""
        for name, deck in self.state.decks.items():
            below = self.on_top[name]
            if card in deck[below:] and isinstance(self.rules.effect(name, card), Keep):
                del deck[deck.index(card, below)]
                self.state.kept[seat].append(Kept(name, card))
                return
        raise fault(fills[1][0], message("play.to-keep"), card)

    def cash(self, fills: Fills, seat: int, amount: int) -> None:
        """Set a player's cash; the bank has the difference."""
        self._say(fills, "cash", seat)
        self._hold(fills[-1][0], seat, amount)

    def pot(self, fills: Fills, amount: int) -> None:
        """Set what lies in the middle; the bank has the difference."""
        self._say(fills, "pot")
        self._hold(fills[-1][0], POT, amount)

    def at(self, fills: Fills, seat: int, square: int) -> None:
        """Put a token on a square."""
        self._say(fills, "at", seat)
        self.state.at[seat] = square

    def owns(self, fills: Fills, seat: int, squares: tuple[int, ...]) -> None:
        """Give deeds that nobody owns yet."""
        for word, square in zip(fills[1], squares, strict=True):
            owner = self.state.owner[square]
            if not isinstance(self.rules.squares[square], Deed):
                raise fault(word, message("play.deed"), message("play.unownable", name=self.rules.name(square)))
            if owner != BANK:
                raise fault(word, message("play.free-deed"), message("play.owned", name=self.state.players[owner]))
            self.state.owner[square] = seat

    def jailed(self, fills: Fills, seat: int, tries: int) -> None:
        """Put a player in jail after failed tries, or turns waited where there is no try (S3-30)."""
        self._say(fills, "jailed", seat)
        most = self.rules.options.jail_tries - 1 if self.rules.options.jail_tries else 1
        if tries > most:
            raise fault(fills[1][0], message("play.to-here", most=most), str(tries))
        self.state.jailed[seat] = tries

    def doubles(self, fills: Fills, seat: int, count: int) -> None:
        """Count doubles that the player whose turn it is has thrown in it."""
        self._say(fills, "doubles", seat)
        if count > MOST_DOUBLES or seat != self.state.turn:
            raise fault(fills[1][0], message("play.doubles", most=MOST_DOUBLES), str(count))
        self.state.doubles = count
        self.state.thrown = count > 0

    def laps(self, fills: Fills, seat: int, count: int) -> None:
        """Count how often a player has passed GO."""
        self._say(fills, "laps", seat)
        self.state.laps[seat] = count

    def buildings(self, fills: Fills, square: int, level: int) -> None:
        """Put buildings on an owned street."""
        self._say(fills, "buildings", square)
        street = self.rules.street(square)
        if street is None or self.state.owner[square] == BANK:
            raise fault(fills[0][0], message("play.owned-street"), self.rules.name(square))
        most = self.rules.needs[street.top]
        if level > most and level != street.top:
            raise fault(fills[1][0], message("play.levels", most=most, top=street.top), str(level))
        houses, hotels = self.rules.stock(street, 0, level)
        self.state.level[square] = level
        self.state.houses += houses
        self.state.hotels += hotels
        if level and self.rules.options.build_fee:
            self._has_paid_the_fee(self.state.owner[square])

    def mortgaged(self, fills: Fills, square: int) -> None:
        """Turn an owned deed face down."""
        self._say(fills, "mortgaged", square)
        if self.state.owner[square] == BANK:
            raise fault(fills[0][0], message("play.owned-deed"), self.rules.name(square))
        if not self.rules.mortgages[square]:
            raise fault(fills[0][0], message("play.mortgage-value"), self.rules.name(square))
        self.state.mortgaged[square] = True

    def promise(self, fills: Fills, holder: int, square: int, visits: int) -> None:
        """Let a player off the rent of somebody else's deed for so many visits."""
        self._say(fills, "promise", holder, square)
        if self.state.owner[square] in (BANK, holder):
            raise fault(fills[1][0], message("play.others-deed"), self.rules.name(square))
        set_visits(self.state, holder, square, visits)

    def loan(self, fills: Fills, borrower: int, lender: int, amount: int, turns: int) -> None:
        """Make a player owe another a sum at the end of his turn so many turns after this one."""
        if lender == borrower:
            raise fault(fills[1][0], message("play.another"), self.state.players[lender])
        self._check_notes(fills[2][0], amount)
        self.state.loans.append(Loan(borrower, lender, amount, self.state.turns[borrower] + turns))

    def houses(self, fills: Fills, count: int) -> None:
        """Set the stock of houses, whatever stands on the board."""
        self._say(fills, "houses")
        self.state.houses = count

    def hotels(self, fills: Fills, count: int) -> None:
        """Set the stock of hotels, whatever stands on the board."""
        self._say(fills, "hotels")
        self.state.hotels = count

    def settle(self) -> None:
        """Check what only the whole position shows.

        :raises PlayError: a jailed player stands elsewhere, or more stands on the board than the bank ever had.
        """
        for seat in self.state.seats:
            if self.state.jailed[seat] != FREE:
                self._put_in_jail(seat)
        for what, left in (("houses", self.state.houses), ("hotels", self.state.hotels)):
            if left < 0:
                word = next(word for said, word in reversed(self.said.items()) if said[0] == "buildings")
                raise fault(word, message(f"play.stock.{what}"), message("play.too-many", count=-left))

    def _put_in_jail(self, seat: int) -> None:
        word = self.said.get(("at", seat))
        if word is not None and self.state.at[seat] != self.rules.jail:
            raise fault(
                word, message("play.in-jail", square=self.rules.jail, name=self.state.players[seat]), word.shown()
            )
        self.state.at[seat] = self.rules.jail

    def _hold(self, word: Word, account: int, amount: int) -> None:
        self._check_notes(word, amount)
        accounts = self.state.accounts
        accounts[BANK] -= amount - accounts[account]
        accounts[account] = amount

    def _check_notes(self, word: Word, amount: int) -> None:
        if amount % self.rules.unit:
            raise fault(word, message("play.whole-notes", unit=self.rules.unit), str(amount))

    def _has_paid_the_fee(self, seat: int) -> None:
        self.state.tokens.setdefault(DEVELOPER, [0] * (len(self.state.players) + 1))[seat] = 1

    def _say(self, fills: Fills, *what: object) -> None:
        word = fills[-1][-1]
        if what in self.said:
            raise fault(word, message("play.once"), message("play.given-too", line=self.said[what].line))
        self.said[what] = word


# In the order in which they are carried out, whatever their order in the file.
GIVEN: dict[str, Callable[..., None]] = {
    "given deck DECK CARD+": Position.deck,
    "given PLAYER keeps CARD": Position.keeps,
    "given PLAYER cash SUM": Position.cash,
    "given pot SUM": Position.pot,
    "given PLAYER at SQUARE": Position.at,
    "given PLAYER owns SQUARE+": Position.owns,
    "given PLAYER jailed COUNT": Position.jailed,
    "given PLAYER doubles COUNT": Position.doubles,
    "given PLAYER laps COUNT": Position.laps,
    "given SQUARE buildings COUNT": Position.buildings,
    "given SQUARE mortgaged": Position.mortgaged,
    "given promise PLAYER SQUARE COUNT": Position.promise,
    "given loan PLAYER PLAYER SUM COUNT": Position.loan,
    "given bank houses COUNT": Position.houses,
    "given bank hotels COUNT": Position.hotels,
}
