"""What an organiser chooses for a tournament, as data: stages, scoring, tie-breaks, the overlay of rules."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from companion.errors import UserError

HUNDRED = 100
"""All points are whole hundredths, so that sums are exact; people read them divided by this."""

TieBreak = Literal["worth", "wins", "head-to-head", "buchholz"]
Minutes = Annotated[int, msgspec.Meta(ge=0, le=600)]


class HubError(UserError):
    """The hub refuses, and nothing has changed."""


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rounds of one kind: `spread` few repeats, `swiss` equals meet, `rank` best at table 1, `knockout` of the `top`.

    A knock-out goes on until one table is left, `advance` players of each table going on; the other kinds last for
    `rounds`. `minutes` 0 plays without a clock.
    """

    kind: Literal["spread", "swiss", "rank", "knockout"] = "spread"
    rounds: Annotated[int, msgspec.Meta(ge=1, le=40)] = 1
    minutes: Minutes = 90
    top: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    advance: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1

    def __post_init__(self) -> None:
        if (self.kind == "knockout") != bool(self.top):
            raise ValueError("top: a knock-out, and nothing else, is for so many of the best")


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game is worth: by `place` (1 is best), by `share` of the table's wealth, or by a table of `points`.

    `outright` is what the last one in the game gets instead when all others are bankrupt, `win_bonus` what any winner
    gets on top; both in whole points, -1 for none.
    """

    by: Literal["place", "share", "points"] = "share"
    points: tuple[int, ...] = ()
    outright: int = -1
    win_bonus: int = 0
    ties: tuple[TieBreak, ...] = ("worth", "wins", "head-to-head", "buchholz")

    def __post_init__(self) -> None:
        if (self.by == "points") != bool(self.points):
            raise ValueError("points: one number a place, when games count by points")
        if len(set(self.ties)) < len(self.ties):
            raise ValueError("ties: each tie-break stands once")

    @property
    def lowest_wins(self) -> bool:
        """Whether the smallest sum leads, as with places."""
        return self.by == "place"


class Overlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By what every table plays: an edition, profiles and single rules, set once and pushed to the tables."""

    edition: str = "classic"
    profiles: tuple[str, ...] = ()
    rules: dict[str, str | int | bool] = {}


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole tournament; `sizes` are the table sizes that are played, the best liked first."""

    name: str
    stages: Annotated[tuple[Stage, ...], msgspec.Meta(min_length=1)] = (Stage(rounds=3), Stage("knockout", top=4))
    scoring: Scoring = Scoring()
    overlay: Overlay = Overlay()
    sizes: Annotated[tuple[Annotated[int, msgspec.Meta(ge=2, le=8)], ...], msgspec.Meta(min_length=1)] = (4, 5, 3, 6)
    seeds_apart: bool = False
    last_turn_minutes: Minutes = 5

    def __post_init__(self) -> None:
        if len(set(self.sizes)) < len(self.sizes):
            raise ValueError("sizes: each size stands once")
