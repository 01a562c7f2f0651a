"""Half-made things: they live here and not in the ledger until somebody signs them (design: Table)."""

from __future__ import annotations

from companion.rules.codec import replace
from companion.rules.frames import Credit, Side, Waiver
from companion.rules.state import State


class TradeSketch:
    """A trade being put together by `seat` with `to`."""

    def __init__(self, seat: int, to: int, gives: Side | None = None, takes: Side | None = None) -> None:
        self.seat = seat
        self.to = to
        self.gives = gives or Side()
        self.takes = takes or Side()
        self.cards: set[tuple[int, int]] = set()  # giver and place in his hand

    def is_empty(self) -> bool:
        """Whether nothing would change hands."""
        return self.gives == Side() and self.takes == Side()

    def clear(self) -> None:
        """Begin anew."""
        self.gives = self.takes = Side()
        self.cards = set()

    def side(self, giver: int) -> Side:
        """What a player hands over."""
        return self.gives if giver == self.seat else self.takes

    def other(self, giver: int) -> int:
        """With whom a player trades."""
        return self.to if giver == self.seat else self.seat

    def toggle(self, state: State, square: int) -> bool:
        """Put a deed in on its owner's side, or take it out; False: neither of the two owns it."""
        owner = state.owner[square]
        if owner not in (self.seat, self.to):
            return False
        side = self.side(owner)
        deeds = set(side.deeds) ^ {square}
        self._set(owner, replace(side, deeds=tuple(sorted(deeds))))
        return True

    def toggle_card(self, state: State, giver: int, place: int) -> None:
        """Put a kept card in, or take it out."""
        self.cards ^= {(giver, place)}
        hand = state.kept[giver]
        cards = tuple(hand[at].card for seat, at in sorted(self.cards) if seat == giver and at < len(hand))
        side = self.side(giver)
        self._set(giver, replace(side, cards=cards))

    def replace(self, state: State, gives: Side, takes: Side) -> None:
        """Put both sides in anew, as they were put together elsewhere."""
        self.gives, self.takes = gives, takes
        self.cards = {
            (giver, place)
            for giver, side in ((self.seat, gives), (self.to, takes))
            for place in _places([kept.card for kept in state.kept[giver]], side.cards)
        }

    def pay(self, giver: int, amount: int) -> None:
        """Set the money of one side; the other side then gives none."""
        side = self.side(giver)
        self._set(giver, replace(side, money=amount))
        if amount:
            other = self.other(giver)
            self._set(other, replace(self.side(other), money=0))

    def owner_after(self, state: State, square: int) -> int:
        """Who owns a deed when all is handed over."""
        handed = dict.fromkeys(self.gives.deeds, self.to) | dict.fromkeys(self.takes.deeds, self.seat)
        return handed.get(square, state.owner[square])

    def visits(self, square: int) -> int:
        """On how many visits nothing is to be due for a deed."""
        return next((each.visits for each in self.gives.promises + self.takes.promises if each.square == square), 0)

    def promise(self, state: State, square: int, visits: int) -> None:
        """Let who will own the deed promise the other so many visits; 0: none."""
        for giver in (self.seat, self.to):
            side = self.side(giver)
            promises = [each for each in side.promises if each.square != square]
            if visits and giver == self.owner_after(state, square):
                promises.append(Waiver(square, visits))
            self._set(giver, replace(side, promises=tuple(promises)))

    def lend(self, giver: int, loan: Credit | None) -> None:
        """Let one of the two lend the other money, or nothing."""
        self._set(giver, replace(self.side(giver), loans=(loan,) if loan else ()))

    def _set(self, giver: int, side: Side) -> None:
        if giver == self.seat:
            self.gives = side
        else:
            self.takes = side

    def prune(self, state: State) -> None:
        """Take out deeds that have changed hands; money that is no longer there is refused where it is signed."""
        for giver in (self.seat, self.to):
            side = self.side(giver)
            deeds = tuple(square for square in side.deeds if state.owner[square] == giver)
            self._set(giver, replace(side, deeds=deeds))
        for giver in (self.seat, self.to):
            side = self.side(giver)
            promises = tuple(each for each in side.promises if self.owner_after(state, each.square) == giver)
            self._set(giver, replace(side, promises=promises))


def _places(hand: list[str], cards: tuple[str, ...]) -> list[int]:
    """Where these cards are in a hand: two of a name are two places."""
    places: list[int] = []
    for card in cards:
        places += [at for at, held in enumerate(hand) if held == card and at not in places][:1]
    return places


class Sketchpad:
    """The sketches of a game: one for each two players, forgotten with the game."""

    def __init__(self) -> None:
        self._trades: dict[tuple[int, int], TradeSketch] = {}

    def trade(self, state: State, seat: int, to: int) -> TradeSketch:
        """What these two have put together so far, without what is no longer theirs."""
        sketch = self._trades.setdefault((seat, to), TradeSketch(seat, to))
        sketch.prune(state)
        return sketch

    def clear(self) -> None:
        """Forget everything."""
        self._trades.clear()
