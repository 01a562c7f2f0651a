"""The dice of a throw: which they are, and what they show."""

from __future__ import annotations

from functools import cache

from msgspec import UNSET, UnsetType

Face = int | str  # what one die shows: a number, or what else is printed on it
Die = tuple[Face, ...]  # all that one die can show, each as likely as the others
Dice = tuple[Face, ...]  # what the dice of one throw show
Lain = Face | UnsetType  # what a further die shows, or that there was none

PLAIN: Die = (1, 2, 3, 4, 5, 6)
SPEED: Die = (1, 2, 3, "bus", "mr", "mr")


def dice_of(first: Face, second: Lain, third: Lain) -> Dice:
    """The dice of a throw in the order in which they were read."""
    if second is UNSET:
        return (first,)
    return (first, second) if third is UNSET else (first, second, third)


def laid(dice: Dice) -> tuple[Face, Lain, Lain]:
    """The first three dice of a throw of one or more, one by one."""
    first, second, third = (*dice, UNSET, UNSET)[:3]
    assert first is not UNSET
    return first, second, third


@cache
def total(dice: Dice) -> int:
    """The sum of what the dice show; what is no number counts nothing."""
    return sum([face for face in dice if type(face) is int])


def spelled(dice: Dice) -> str:
    """What the dice show in one word: `3-4`."""
    return "-".join(map(str, dice))
