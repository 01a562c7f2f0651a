"""What has to be done before anything else: the reason behind every refusal that comes of the table's waiting."""

from __future__ import annotations

from msgspec import UNSET

from companion.dispatch import complete
from companion.rules.commands import DiceCommand, Reason, Refusal
from companion.rules.frames import (
    AnyFrame,
    Auction,
    AwaitChoice,
    AwaitDestination,
    AwaitDraw,
    AwaitEnd,
    AwaitRoll,
    AwaitThrow,
    Contest,
    Estate,
    LastClaims,
    Offered,
    Owing,
    SecondMove,
    StartingThrow,
    Travel,
)
from companion.rules.grounds import DEBT
from companion.rules.rules import Rules
from companion.rules.state import State


def busy(state: State, seat: int, *ids: str) -> Refusal:
    """The refusal that says what the table waits for instead: the seat's own debt, somebody's bid, a throw."""
    return Refusal(Reason.IN_DEBT, *DEBT) if state.debts_of(seat) else Refusal(FIRST[type(state.agenda[-1])], *ids)


def missing(state: State, kind: type, seat: int, reason: Reason, *ids: str) -> Refusal:
    """The refusal of what the table does not wait for: for `reason`, or for what lies above it, a debt mostly."""
    waits = any(type(frame) is kind for frame in state.agenda[:-1])
    return busy(state, seat, *ids) if waits else Refusal(reason, *ids)


FIRST: dict[type, Reason] = complete(
    AnyFrame,
    {
        AwaitRoll: Reason.ROLL_FIRST,
        AwaitEnd: Reason.THROWN,
        Offered: Reason.DEED_FIRST,
        Auction: Reason.AUCTION_FIRST,
        Estate: Reason.AUCTION_FIRST,
        Contest: Reason.CONTEST_FIRST,
        AwaitDraw: Reason.DRAW_FIRST,
        AwaitChoice: Reason.CHOICE_FIRST,
        AwaitThrow: Reason.THROW_FIRST,
        AwaitDestination: Reason.RIDE_FIRST,
        Owing: Reason.DEBT_FIRST,
        Travel: Reason.DEBT_FIRST,
        SecondMove: Reason.DEBT_FIRST,
        LastClaims: Reason.CLAIMS_FIRST,
        StartingThrow: Reason.START_FIRST,
    },
)


def off_unit(unit: int, *amounts: int) -> Refusal | None:
    """Refuse sums that the smallest note does not divide (plays: Actions)."""
    return Refusal(Reason.UNIT, unit=unit) if any(amount % unit for amount in amounts) else None


def wrong_dice(rules: Rules, state: State, command: DiceCommand) -> Refusal | None:
    """Refuse other dice than the seat throws with: another number of them, or none that shows this (S0-03, SD-02)."""
    dice = rules.dice_for(state, command.seat)
    needed, found = len(dice), 1 if command.second is UNSET else 2 if command.third is UNSET else 3
    if found == needed and (found < 3 or command.third in dice[2]):
        return None
    reason = Reason.SPEED_DIE if needed > 2 else Reason.NO_SPEED_DIE if found > 2 else Reason.DICE_COUNT
    return Refusal(reason, "S0-03", "SD-02", needed=needed, found=found)
