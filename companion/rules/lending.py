"""Mortgages: the only loans there are (S0-08, S0-67)."""

from __future__ import annotations

from companion.rules.commands import Mortgage, Reason, Redeem, Refusal
from companion.rules.draft import Draft
from companion.rules.events import Cause, Mortgaged, Redeemed
from companion.rules.frames import BANK, Auction, Contest
from companion.rules.grounds import AT_ONCE, LIFT, MORTGAGE, SCARCE, Ground
from companion.rules.rules import Rules
from companion.rules.state import State


def owns(rules: Rules, state: State, seat: int, square: int, *ids: str) -> Refusal | None:
    """Refuse unless the square is a deed of the seat's (S0-57)."""
    if 0 <= square < rules.size and rules.is_deed[square] and state.owner[square] == seat:
        return None
    return Refusal(Reason.NOT_YOURS, *ids)


def has_buildings(rules: Rules, state: State, square: int, scope: str) -> bool:
    """Whether buildings stand in the way: on any lot of the group that the owner holds, on the lot, or never (S4-42,
    S4-46)."""
    if scope == "none":
        return False
    owner = state.owner[square]
    lots = rules.mates[square] if scope == "group" else (square,)
    return any(state.level[lot] for lot in lots if state.owner[lot] == owner)


def is_contested(rules: Rules, state: State, square: int) -> bool:
    """Whether a scarce building is asked for in the square's group, which stays as it is until that is settled
    (S0-51)."""
    top = state.agenda[-1]
    sites = top.sites if isinstance(top, Auction | Contest) else ()
    return any(site.square in rules.mates[square] for site in sites)


def check_mortgage(rules: Rules, state: State, command: Mortgage) -> Refusal | None:
    """Whether the seat may mortgage the deed: his, not yet mortgaged, no building in its group (S0-55, S2-35,
    S3-35)."""
    square = command.square
    refusal = owns(rules, state, command.seat, square, *MORTGAGE)
    if refusal is None and not rules.mortgages[square]:
        return Refusal(Reason.NO_MORTGAGE, *MORTGAGE)
    if refusal is None and state.mortgaged[square]:
        return Refusal(Reason.MORTGAGED, *MORTGAGE)
    if refusal is None and has_buildings(rules, state, square, rules.options.mortgage_clear):
        return Refusal(Reason.HAS_BUILDINGS, *MORTGAGE)
    if refusal is None and is_contested(rules, state, square):
        return Refusal(Reason.CONTEST_FIRST, *SCARCE)
    if refusal is None and square in rules.unpaid_lots(state, command.seat):
        return Refusal(Reason.IN_DEBT, "C-42")
    return refusal


def mortgage(draft: Draft, command: Mortgage) -> None:
    """Turn the deed and take its mortgage value from the bank (S0-55)."""
    square = command.square
    draft.emit(Mortgaged(square))
    draft.pay(BANK, command.seat, draft.rules.deed(square).mortgage, Cause.MORTGAGE, draft.ground("mortgage"), square)


def promised(rules: Rules, state: State, seat: int) -> int:
    """What the seat may have to pay at the next stroke of the hammer: its leading bid, or the price of the scarce
    building that it has asked for (S4-18, S0-51)."""
    top = state.agenda[-1]
    if type(top) is Contest:
        return sum(rules.building_price(state, seat, site.square) for site in top.sites if site.seat == seat)
    return top.bid if type(top) is Auction and top.leader == seat else 0


def check_redeem(rules: Rules, state: State, command: Redeem) -> Refusal | None:
    """Whether the seat may lift the mortgage: his, mortgaged, and the cash for value and interest (S0-56, S2-36,
    S3-38)."""
    square = command.square
    refusal = owns(rules, state, command.seat, square, *LIFT)
    if refusal is not None:
        return refusal
    if not state.mortgaged[square]:
        return Refusal(Reason.NOT_MORTGAGED, *LIFT)
    cash = max(0, state.accounts[command.seat] - promised(rules, state, command.seat))
    price = rules.redeem_price(state, square)
    return Refusal(Reason.TOO_POOR, *LIFT, needed=price, cash=cash) if cash < price else None


def redeem(draft: Draft, command: Redeem) -> None:
    """Pay value and interest, turn the deed (S0-56)."""
    square = command.square
    price, ground = draft.rules.redeem_price(draft.state, square), _lifting(draft, square)
    draft.pay(command.seat, BANK, price, Cause.REDEMPTION, ground, square)
    draft.emit(Redeemed(square))


def _lifting(draft: Draft, square: int) -> Ground:
    """What lifting is charged on: the printed price, or value and interest, less transfer interest just paid (S0-56,
    S2-36, S3-38, S4-50)."""
    deed, rate = draft.rules.deed(square), draft.rules.options.lift_interest
    grace = draft.state.grace.get(square, 0)
    paid, more = (grace,) if grace else (), AT_ONCE if grace else ()
    if rate == "printed" and deed.lift is not None:
        return draft.ground("redemption.printed", deed.lift, *paid, more=more)
    if not rate:
        return draft.ground("redemption.plain", deed.mortgage, *paid, more=more)
    return draft.ground("redemption.rate", deed.mortgage, 10 if rate == "printed" else rate, *paid, more=more)
