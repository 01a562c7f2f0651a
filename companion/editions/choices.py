"""Choices laid over an edition: profiles first, then single `rule KEY VALUE` lines (plays: Head)."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.editions.figures import option_doubts
from companion.editions.files import Need, ProfileFile
from companion.editions.shelf import BUILT_IN, misnamed
from companion.errors import Fault, FaultyFile, UserError, message
from companion.rules.board import Deed, Jail, Parking, Planning
from companion.rules.edition import Edition
from companion.rules.options import SUMS, Options
from companion.tomlcheck import decode, read

Value = int | str  # bool is an int


class Refused(UserError):
    """A profile or a rule that the edition cannot be played with; `about` is a need, `conflict` or an option's key."""

    def __init__(self, about: str, reason: str, /, **figures: object) -> None:
        super().__init__(reason, **figures)
        self.about = about


class Profile(NamedTuple):
    """A named bundle of choices, of which only those it states are laid over an edition; sums count its unit."""

    id: str
    file: ProfileFile
    choices: dict[str, Value]


def _has_mortgages(edition: Edition) -> bool:
    return any(isinstance(square, Deed) and square.mortgage > 0 for square in edition.board.squares)


NEEDS: dict[Need, Callable[[Edition], bool]] = {
    "jail": lambda edition: _has(edition, Jail),
    "bare-parking": lambda edition: edition.options.parking == "nothing",
    "parking-square": lambda edition: _has(edition, Parking),
    "group-needed": lambda edition: not _has(edition, Planning),
    "buildings": lambda edition: edition.options.houses > 0,
    "free-start": lambda edition: edition.options.buy_from == "start",
    "two-dice": lambda edition: edition.options.dice == 2,
    "transfer-interest": lambda edition: edition.options.transfer_interest > 0 and _has_mortgages(edition),
    "trades": lambda edition: edition.options.trade_from != "never",
    "debts": lambda edition: edition.options.end != "first-unpaid",
    "choice": lambda edition: not edition.options.must_buy,
    "mortgages": _has_mortgages,
}


def _has(edition: Edition, kind: type) -> bool:
    return any(isinstance(square, kind) for square in edition.board.squares)


def read_profile(file: Path) -> tuple[Profile | None, list[Fault]]:
    """Reads a profile; the profile, or all its faults."""
    document = read(file)
    content = document.decode(ProfileFile)
    if said := misnamed(file, BUILT_IN / "profiles"):
        document.blame((), said)
    if content is None or document.faults:
        return None, document.faults
    return Profile(file.stem, content, document.data["options"]), []


def load_profile(file: Path) -> Profile:
    """Reads a profile; raises `FaultyFile` with every fault there is."""
    profile, faults = read_profile(file)
    if profile is None:
        raise FaultyFile(faults)
    return profile


def option(key: str, value: Value) -> Value:
    """The typed value of a choice, also from the text of a `rule KEY VALUE` line; raises `UserError`."""
    options, faults = decode(f"{json.dumps(key)} = {_written(key, value)}", Options, "rule")
    if options is None:
        raise UserError("edition.option", key=key, what=faults[0].message)
    typed: Value = getattr(options, key)
    return typed


def _written(key: str, value: Value) -> str:
    """The value as TOML; in a play `yes` and `no` stand for true and false."""
    if isinstance(getattr(Options(), key, None), bool) and isinstance(value, str):
        if value not in ("yes", "no"):
            raise UserError("edition.yes-or-no", key=key, value=value)
        return "true" if value == "yes" else "false"
    is_number = isinstance(value, str) and re.fullmatch(r"-?(0|[1-9][0-9]*)", value)
    return str(value) if is_number else json.dumps(value, ensure_ascii=False)


def choose(edition: Edition, profiles: Iterable[Profile], rules: Mapping[str, Value]) -> Edition:
    """An edition under profiles and, over them, single rules; raises `Refused` where they do not fit."""
    profiles = tuple(profiles)
    chosen = {**_joined(edition, profiles), **rules}
    options = msgspec.convert(msgspec.to_builtins(edition.options) | chosen, Options)
    for key, what in option_doubts(options, edition.board, edition.decks, edition.unit):
        raise Refused(key, "edition.unfit", edition=edition.id, key=key, what=what)
    names = tuple(profile.id for profile in profiles)
    return msgspec.structs.replace(edition, options=options, profiles=names)


def _joined(edition: Edition, profiles: tuple[Profile, ...]) -> dict[str, Value]:
    joined: dict[str, Value] = {}
    for profile in profiles:
        _check_needs(edition, profile)
        for key, stated in profile.choices.items():
            value = stated * edition.unit if key in SUMS else stated
            if joined.setdefault(key, value) != value:
                others = tuple(each.id for each in profiles if each.choices.get(key) not in (None, stated))
                raise Refused("conflict", "edition.conflict", profile=profile.id, others=others, key=key)
    for key, amount in (each for profile in profiles for each in profile.file.adds.items()):
        joined[key] = int(joined.get(key, getattr(edition.options, key))) + amount * edition.unit
    return joined


def _check_needs(edition: Edition, profile: Profile) -> None:
    for need in profile.file.needs:
        if not NEEDS[need](edition):
            why = message(f"edition.needs.{need}")
            figures = {"profile": profile.id, "edition": edition.id, "title": edition.title, "why": why}
            raise Refused(need, "edition.need", **figures)
