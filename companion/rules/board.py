"""What is printed on a board: its squares in order from GO, and the groups its deeds belong to."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Square(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """One square of the board by its printed name."""

    name: str


class Go(Square, frozen=True, tag="go"):
    """Square 0: whoever lands on it or passes it draws the salary (S0-15, S3-11)."""


class Jail(Square, frozen=True, tag="jail"):
    """The jail corner: a mere visit costs nothing (S0-33)."""


class ToJail(Square, frozen=True, tag="to-jail"):
    """Sends the visitor straight to jail, without salary (S0-31, S0-32)."""


class Parking(Square, frozen=True, tag="parking"):
    """Free Parking, or the square that pays out the pot where a pot is played (S0-40, S4-60, S3-25)."""


class Court(Square, frozen=True, tag="court"):
    """The jail corner that arrests whoever lands on it (S3-27)."""


class Tram(Square, frozen=True, tag="tram"):
    """Takes a fare in piastres and lets the visitor ride to a square of choice (S3-26)."""

    fare: int


class Planning(Square, frozen=True, tag="planning"):
    """The City Planning Office, asleep until every deed is sold (S3-33)."""


class Tax(Square, frozen=True, tag="tax"):
    """A fixed payment to the bank, or `percent` of all one owns where the edition lets the player choose (S0-22,
    S3-22)."""

    amount: int
    percent: int = 0


class Luck(Square, frozen=True, tag="cards"):
    """The top card of a deck is taken and followed (S0-17)."""

    deck: str


class Deed(Square, frozen=True):
    """A property that can be owned: price, mortgage value (0: the bank takes none) and, where printed,
    the price of lifting the mortgage."""

    group: str
    price: int
    mortgage: int
    lift: int | None = None


class Street(Deed, frozen=True, tag="street"):
    """A lot to build on; `rents` runs from bare over 1, 2, ... houses to the hotel; one rent alone: nothing is built
    (S0-24, S0-29)."""

    rents: tuple[int, ...] = ()
    house: int = 0
    hotel: int | None = None

    @property
    def top(self) -> int:
        """The level that means a hotel: 5 on classic boards, 4 for a Sài Gòn market (S0-49, S3-18)."""
        return len(self.rents) - 1

    @property
    def hotel_price(self) -> int:
        """What the hotel costs besides the houses given back: one more house unless printed otherwise (S0-48)."""
        return self.house if self.hotel is None else self.hotel


class Railroad(Deed, frozen=True, tag="railroad"):
    """A deed whose rent depends on how many of its group the owner holds (S2-16, B-10)."""

    rents: tuple[int, ...] = ()


class Utility(Deed, frozen=True, tag="utility"):
    """A deed whose rent is the throw times a factor that depends on how many the owner holds (S2-17)."""

    factors: tuple[int, ...] = (4, 10)


AnySquare = Go | Jail | ToJail | Parking | Court | Tram | Planning | Tax | Luck | Street | Railroad | Utility


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a group of deeds looks on a screen: its color as `#rrggbb` and its printed name, if it has one."""

    color: str
    name: str = ""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All squares in order of play and the groups of their deeds, in the order of the board."""

    squares: tuple[AnySquare, ...]
    groups: dict[str, Group]
    GO: ClassVar[int] = 0

    def deeds(self) -> tuple[int, ...]:
        """The squares that can be owned, in board order from GO."""
        return tuple(at for at, square in enumerate(self.squares) if isinstance(square, Deed))

    def mates(self, square: int) -> tuple[int, ...]:
        """The squares of a deed's group, its own too; none where nothing can be owned."""
        deed = self.squares[square]
        return self.members(deed.group) if isinstance(deed, Deed) else ()

    def members(self, group: str) -> tuple[int, ...]:
        """The squares of one group in board order."""
        return tuple(at for at, square in enumerate(self.squares) if isinstance(square, Deed) and square.group == group)
