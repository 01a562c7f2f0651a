"""What an organiser chooses for a tournament, as data: stages, scoring, tie-breaks, the overlay of rules."""

from __future__ import annotations

from typing import Annotated

import msgspec

from companion.errors import WrongFields, message
from companion.tournament.formats import Minutes, Stage
from companion.tournament.scoring import Scoring


class Overlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By what every table plays: an edition, profiles and single rules, set once and pushed to the tables; with
    `chances`, tables show how likely each player is to win."""

    edition: str = "classic"
    profiles: tuple[str, ...] = ()
    rules: dict[str, str | int | bool] = {}
    chances: bool | msgspec.UnsetType = msgspec.UNSET


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
            raise WrongFields(("sizes", message("tournament.sizes-once")))
