"""What the files of an edition and of a profile may hold; board.toml is a `Board`, cards.toml is `Decks`."""

from typing import Annotated, Literal

import msgspec

from companion.errors import WrongFields, message
from companion.rules.cards import Card
from companion.rules.options import Options

Decks = dict[str, tuple[Card, ...]]
PRINTED_SUMS = frozenset(("price", "mortgage", "lift", "rents", "house", "hotel", "amount", "fare"))
Text = Annotated[str, msgspec.Meta(min_length=1)]
Need = Literal[
    "jail",
    "bare-parking",
    "parking-square",
    "group-needed",
    "free-start",
    "transfer-interest",
    "two-dice",
    "trades",
    "debts",
    "choice",
    "mortgages",
    "buildings",
]


class Patch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What is printed differently on one square of a board that another edition lends."""

    name: str | None = None
    group: str | None = None
    price: int | None = None
    mortgage: int | None = None
    lift: int | None = None
    rents: tuple[int, ...] | None = None
    house: int | None = None
    hotel: int | None = None
    factors: tuple[int, ...] | None = None
    amount: int | None = None
    percent: int | None = None
    fare: int | None = None
    deck: str | None = None


class EditionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """edition.toml: `board` and `decks` name the edition that lends its own, whose sums are counted in `unit` here;
    `options` holds only what is not classic."""

    title: Text
    count: dict[str, int] = {}
    money: str = "${}"
    unit: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    sources: tuple[Text, ...] = ()
    note: str = ""
    board: str | None = None
    decks: str | None = None
    odd_figures: tuple[int, ...] = ()
    squares: dict[int, Patch] = {}
    options: Options = Options()

    def __post_init__(self) -> None:
        if self.money.count("{}") != 1 or self.money.count("{") + self.money.count("}") != 2:
            raise WrongFields(("money", message("edition.money", braces="{}")))


class ProfileFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """profiles/ID.toml: choices laid over an edition that has what the profile `needs`; to sums it `adds`."""

    title: Text
    options: Options
    adds: dict[str, int] = {}
    sources: tuple[Text, ...] = ()
    note: str = ""
    needs: tuple[Need, ...] = ()
