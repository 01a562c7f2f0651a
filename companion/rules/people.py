"""Who sits at the table: leaving without a debt, handing a chair over, joining late (C-104 to C-106)."""

from __future__ import annotations

from companion.rules.commands import HandOver, Join, Leave, Reason, Refusal
from companion.rules.debt import dissolve, fall_to_bank, go_on
from companion.rules.draft import Draft
from companion.rules.events import Cause, Departed, HandedOver, Joined
from companion.rules.frames import BANK, MOST_SEATS, Auction, Contest, LastClaims, Owing, StartingThrow
from companion.rules.options import fold
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.rules.waiting import busy

# Leaving


def check_leave_game(rules: Rules, state: State, command: Leave) -> Refusal | None:
    """Whether the seat may leave: the table allows it, it owes nothing, also no rent that may still be claimed, and
    nothing is auctioned or asked for (C-104)."""
    seat = command.seat
    if rules.options.leave == "no":
        return Refusal(Reason.LEAVE_NO, "C-104")
    if _owes(state, seat):
        return Refusal(Reason.IN_DEBT, "C-104")
    top = state.agenda[-1]
    return busy(state, seat, "C-104") if isinstance(top, Auction | Contest | LastClaims | StartingThrow) else None


def _owes(state: State, seat: int) -> bool:
    """Whether somebody has something to come from the seat: a debt, a rent that he may claim, a loan (C-104)."""
    is_claimed = any(claim.visitor == seat for claim in state.claims)
    return bool(state.debts_of(seat)) or is_claimed or any(loan.borrower == seat for loan in state.loans)


def leave_game(draft: Draft, command: Leave) -> None:
    """Sell the buildings and leave all to the bank, which auctions the deeds or has them free again; it is no
    bankruptcy (C-104)."""
    state, seat = draft.state, command.seat
    dissolve(draft, seat)
    draft.emit(Departed(seat))
    draft.pay(seat, BANK, state.accounts[seat], Cause.LEFT, draft.ground("left"))
    deeds = state.deeds_of(seat)
    fall_to_bank(draft, seat, deeds)
    go_on(draft, seat, tuple(deeds) if draft.rules.options.leave == "auction" else ())


# Handing over


def check_hand_over(rules: Rules, state: State, command: HandOver) -> Refusal | None:
    """Whether the chair may go to the one who is called so: somebody who is not in the game (C-105)."""
    if not rules.options.takes:
        return Refusal(Reason.TAKES_NO, "C-105")
    playing = {fold(state.players[seat]) for seat in state.playing()}
    wrong = not command.name.strip() or fold(command.name) in playing
    return Refusal(Reason.NAME_TAKEN, "C-105") if wrong else None


def hand_over(draft: Draft, command: HandOver) -> None:
    """All that is the chair's stays with it, what it is asked and owes too; only the name changes (C-105)."""
    draft.emit(HandedOver(command.seat, command.name, draft.state.players[command.seat]))


# Joining


def check_join_game(rules: Rules, state: State, command: Join) -> Refusal | None:
    """Whether somebody new may join: there is a chair for him, nobody was ever called so in this game, and no auction,
    contest or debt is open (C-106)."""
    if rules.options.join == "no":
        return Refusal(Reason.JOIN_NO, "C-106")
    ever = {fold(name) for name in (*state.players, *state.former)}
    if not command.name.strip() or fold(command.name) in ever:
        return Refusal(Reason.NAME_TAKEN, "C-106")
    if len(state.playing()) >= rules.options.max_players or len(state.players) >= MOST_SEATS:
        least, most = rules.options.min_players, rules.options.max_players
        return Refusal(Reason.PLAYERS, "C-106", least=least, most=most, found=len(state.playing()) + 1)
    top = state.agenda[-1]
    is_busy = isinstance(top, Auction | Contest | Owing | LastClaims | StartingThrow)
    return busy(state, BANK, "C-106") if is_busy else None


def join_game(draft: Draft, command: Join) -> None:
    """He sits down last, on GO, with the mean of the others' cash, at most the start money (C-106)."""
    state, rules = draft.state, draft.rules
    others = state.playing()
    mean = rules.share(sum(state.accounts[seat] for seat in others), len(others))
    last = others[-1]
    draft.emit(Joined(command.name, state.turns[last] - (state.turn == last)))
    share = min(mean, rules.options.start_cash)
    draft.pay(BANK, len(state.players) - 1, share, Cause.SHARE, draft.ground("share"))
