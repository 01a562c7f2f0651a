"""Why a bot does what it has just chosen: a text of the catalogue (family `motive`) with the figures that decided.

What it would pay at most, or keep, is not among the figures: others sit at the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.bots.bot import Bot
from companion.errors import Message, message
from companion.rules.commands import (
    Accept,
    AnyCommand,
    Bid,
    Build,
    Buy,
    Choose,
    Clear,
    ContestFor,
    Decline,
    GiveUp,
    GoTo,
    Mortgage,
    Pass,
    PayBail,
    Propose,
    Redeem,
    Reject,
    Sell,
    UseCard,
    Wait,
)
from companion.rules.frames import Auction, Contest, Offered
from companion.rules.purchase import lowest_bid
from companion.rules.state import State


def motive(bot: Bot, state: State, command: AnyCommand) -> Message | None:
    """Why the bot does this in this state, in which it has just chosen it; nothing for what nobody chooses."""
    made = MOTIVES.get(type(command))
    return made(bot, state, command) if made else None


def _deed(bot: Bot, state: State, square: int) -> Message:
    """What makes a deed worth having."""
    others = {state.owner[mate] for mate in bot.rules.mates[square] if mate != square}
    if bot.rules.street(square) and others == {bot.seat}:
        return message("motive.whole", square=square)
    if bot.guide.is_rival_waiting(state, bot.seat, square):
        return message("motive.rival", square=square, seat=state.owner[bot.rules.partners[square]])
    return message("motive.worth", square=square)


def _buy(bot: Bot, state: State, _: Buy) -> Message:
    top = state.agenda[-1]
    assert isinstance(top, Offered)
    return _deed(bot, state, top.square)


def _decline(bot: Bot, state: State, _: Decline) -> Message:
    top = state.agenda[-1]
    assert isinstance(top, Offered)
    if bot.reckoned is not None:
        return message("motive.without", square=top.square)
    return message("motive.keeps")


def _bid(bot: Bot, state: State, _: Bid) -> Message:
    top = state.agenda[-1]
    assert isinstance(top, Auction)
    site = next((site for site in top.sites if site.seat == bot.seat), None)
    return message("motive.site", square=site.square) if site else _deed(bot, state, top.square)


def _pass(bot: Bot, state: State, _: Pass) -> Message | None:
    top = state.agenda[-1]
    if not isinstance(top, Auction):
        return message("motive.keeps") if isinstance(top, Contest) else None
    if not top.sites and lowest_bid(bot.rules, top) > bot.limit(state, top):
        return message("motive.dear", square=top.square)
    return message("motive.keeps")


def _build(bot: Bot, state: State, command: Build) -> Message:
    return _rent(bot, state, command.square)


def _rent(bot: Bot, state: State, square: int) -> Message:
    street = bot.rules.street(square)
    assert street is not None
    above = bot.rules.level_above(street, state.level[square])
    return message("motive.rent", square=square, rent=street.rents[above])


def _contest(bot: Bot, state: State, command: ContestFor) -> Message:
    return _rent(bot, state, command.square)


def _raise(bot: Bot, state: State, _: Mortgage | Sell | Clear) -> Message:
    top, debts = state.agenda[-1], state.debts_of(bot.seat)
    if isinstance(top, Offered) and not debts:
        return message("motive.buys", square=top.square)
    return message("motive.owes", amount=sum(debt.amount for debt in debts))


def _out(_bot: Bot, _state: State, _: PayBail | UseCard) -> Message:
    return message("motive.out")


def _propose(bot: Bot, state: State, command: Propose) -> Message:
    owner = state.owner.copy()
    for square in command.takes.deeds:
        owner[square] = bot.seat
    wholes = bot.guide.whole_groups(owner, bot.seat)
    made = next((square for square in command.takes.deeds if any(square in group for group in wholes)), None)
    return message("motive.gain", seat=command.to) if made is None else message("motive.whole", square=made)


def _accept(bot: Bot, _state: State, command: Accept) -> Message:
    return _likelier(bot) or message("motive.gain", seat=command.of)


def _reject(bot: Bot, _state: State, _: Reject) -> Message:
    return _likelier(bot) or message("motive.loss")


def _likelier(bot: Bot) -> Message | None:
    """How often it wins this way and otherwise; untold where everybody's cash, which it rests on, is secret."""
    if bot.reckoned is None or bot.rules.options.cash_hidden:
        return None
    best, other = (round(100 * share) for share in bot.reckoned)
    return message("motive.likelier", best=best, other=other)


MOTIVES: dict[type, Callable[[Bot, State, Any], Message | None]] = {
    Buy: _buy,
    Decline: _decline,
    Bid: _bid,
    Pass: _pass,
    Build: _build,
    ContestFor: _contest,
    Mortgage: _raise,
    Sell: _raise,
    Clear: _raise,
    Redeem: lambda _bot, _state, command: message("motive.earns", square=command.square),
    PayBail: _out,
    UseCard: _out,
    Wait: lambda _bot, _state, _: message("motive.stay"),
    Propose: _propose,
    Accept: _accept,
    Reject: _reject,
    Choose: lambda _bot, _state, _: message("motive.cheaper"),
    GoTo: lambda _bot, _state, command: message("motive.ride", square=command.square),
    GiveUp: lambda _bot, _state, _: message("motive.broke"),
}
