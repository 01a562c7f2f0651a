"""What the cards of a deck do, as data; the words on a card are made from its effect, elsewhere."""

from __future__ import annotations

import msgspec


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """One thing that a card can demand or give."""


class Advance(Effect, frozen=True, tag="advance"):
    """Move forward to a square; GO on the way pays the salary."""

    square: int


class Return(Effect, frozen=True, tag="return"):
    """Move backwards to a square, never with a salary (UK: back to Old Kent Road, C-13)."""

    square: int


class Step(Effect, frozen=True, tag="step"):
    """Move by so many squares and settle there; backwards (negative) never pays a salary (C-13)."""

    steps: int


class Nearest(Effect, frozen=True, tag="nearest"):
    """Move forward to the next deed of a group: rent `times` the usual, or `throw_times` a fresh throw (C-08, C-10)."""

    group: str
    times: int = 1
    throw_times: int = 0


class Grant(Effect, frozen=True, tag="grant"):
    """Move forward to the next deed of a group, which the bank gives for nothing if it still has it (J-08)."""

    group: str


class Arrest(Effect, frozen=True, tag="arrest"):
    """Go straight to jail (or Court) without salary; the turn is over (S0-31, S3-28)."""


class Receive(Effect, frozen=True, tag="receive"):
    """The bank pays `amount`."""

    amount: int


class Pay(Effect, frozen=True, tag="pay"):
    """Pay `amount` to the bank, or to the pot where a pot is played (S3-24, S4-60)."""

    amount: int


class Collect(Effect, frozen=True, tag="collect"):
    """Every other player still in the game pays `amount` to the drawer (opera, birthday; C-79)."""

    amount: int


class Treat(Effect, frozen=True, tag="treat"):
    """Pay `amount` to every other player still in the game (chairman; C-78)."""

    amount: int


class Levy(Effect, frozen=True, tag="levy"):
    """Every player, the drawer too, pays `amount` (all-pay)."""

    amount: int


class Repairs(Effect, frozen=True, tag="repairs"):
    """Pay so much for each house and each hotel on one's deeds (C-85)."""

    house: int
    hotel: int


class Yield(Effect, frozen=True, tag="yield"):
    """Receive so much for each shop and each market on one's deeds (building-income)."""

    house: int
    hotel: int


class DeedTax(Effect, frozen=True, tag="deed-tax"):
    """Pay `amount` for each deed one owns (deed-levy)."""

    amount: int


class Keep(Effect, frozen=True, tag="keep"):
    """Keep the card until it is used or sold: `release` leads out of jail, `permit` replaces the building fee (S0-18,
    S3-16)."""

    use: str = "release"


class PayOrDraw(Effect, frozen=True, tag="pay-or-draw"):
    """The player chooses: pay `amount`, or take a card of another deck (UK chest)."""

    amount: int
    deck: str


class ThrowAgain(Effect, frozen=True, tag="throw-again"):
    """Throw and move once more."""


AnyEffect = (
    Advance
    | Return
    | Step
    | Nearest
    | Grant
    | Arrest
    | Receive
    | Pay
    | Collect
    | Treat
    | Levy
    | Repairs
    | Yield
    | DeedTax
    | Keep
    | PayOrDraw
    | ThrowAgain
)


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card by the id that plays and ledgers use, how many of it lie in the deck, and what it does."""

    id: str
    effect: AnyEffect
    copies: int = 1


Deck = tuple[Card, ...]


def names(deck: Deck) -> list[str]:
    """The ids of a deck's cards in printed order, a card of several copies as often as it lies there."""
    return [card.id for card in deck for _ in range(card.copies)]
