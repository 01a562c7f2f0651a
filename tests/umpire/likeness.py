"""How the game of `companion.rules` and the umpire's table look side by side."""

from __future__ import annotations

from typing import Any

from companion.rules import codec
from companion.rules.frames import Auction, Contest, Estate, LastClaims, Owing, StartingThrow
from companion.rules.game import Game
from companion.rules.prompts import prompts
from companion.rules.rules import DEVELOPER
from companion.rules.state import State
from tests.umpire.book import Plain
from tests.umpire.rents import is_due, rent
from tests.umpire.table import BANK, POT, Table, loans_of, playing, worth
from tests.umpire.umpire import Umpire, begin, waiting

Picture = dict[str, Any]


def umpire_of(game: Game) -> Umpire:
    """The umpire's table for a game that stands before its first act, given position included."""
    state, edition = game.state, game.rules.edition
    t = begin(edition, state.players, -1 if isinstance(state.agenda[-1], StartingThrow) else state.turn)
    t.cash = {seat: state.accounts[seat] for seat in (*range(len(state.players)), POT, BANK)}
    t.at, t.laps, t.jailed = list(state.at), list(state.laps), list(state.jailed)
    t.kept = [[(kept.deck, kept.card) for kept in hand] for hand in state.kept]
    t.owner, t.level, t.mortgaged = list(state.owner), list(state.level), list(state.mortgaged)
    t.houses, t.hotels = state.houses, state.hotels
    t.decks = {name: list(deck) for name, deck in state.decks.items()}
    t.stacked = set(state.stacked)
    t.turns = list(state.turns)
    t.doubles, t.thrown = state.doubles, state.thrown
    t.promises = {(promise.holder, promise.square): promise.visits for promise in state.promises}
    t.loans = [codec.builtins(loan) for loan in state.loans]
    t.developers = {seat for seat in state.seats if state.token(DEVELOPER, seat)}
    return Umpire(t)


def of_game(game: Game) -> Picture:
    """What can be seen of the game."""
    state = game.state
    return {
        "cash": state.accounts[:-2],
        "pot": state.accounts[-2],
        "bank": state.accounts[-1],
        "at": state.at,
        "laps": state.laps,
        "jailed": state.jailed,
        "out": state.out,
        "kept": [sorted((kept.deck, kept.card) for kept in hand) for hand in state.kept],
        "owner": state.owner,
        "level": state.level,
        "mortgaged": state.mortgaged,
        "houses": state.houses,
        "hotels": state.hotels,
        "decks": {deck: cards if deck in state.stacked else sorted(cards) for deck, cards in state.decks.items()},
        "turn": state.turn,
        "doubles": state.doubles,
        "debts": sorted(_debts(state)),
        "claims": sorted((claim.owner, claim.visitor, claim.square, claim.amount) for claim in state.claims),
        "offers": sorted((offer.seat, offer.to, *_goods(offer.gives), *_goods(offer.takes)) for offer in state.offers),
        "sale": _sale(state),
        "estate": sorted(sum((frame.squares for frame in state.agenda if isinstance(frame, Estate)), ())),
        "promises": {(promise.holder, promise.square): promise.visits for promise in state.promises},
        "loans": [(loan.borrower, loan.lender, loan.amount, loan.due) for loan in state.loans],
        "worth": [game.rules.worth(state, seat) for seat in state.playing()],
        "rents": {at: game.rules.rent(state, at) for at in game.rules.deeds if state.owner[at] != BANK},
        "fresh": dict(state.grace),
        "names": state.players,
        "turns": state.turns,
        "waiting": {(prompt.seat, prompt.kind) for prompt in prompts(game.rules, state)},
        "over": state.over,
        "winner": state.winner,
    }


def _debts(state: State) -> list[tuple[int, int, int]]:
    owing = [frame for frame in state.agenda if isinstance(frame, Owing)]
    return [(debt.debtor, debt.creditor, debt.amount) for frame in owing for debt in frame.debts]


def _goods(side: Any) -> tuple[Any, ...]:
    return tuple(sorted(side.deeds)), side.money, tuple(sorted(side.cards)), *_terms(codec.builtins(side))


def _terms(goods: Plain) -> tuple[Any, ...]:
    return tuple(tuple(sorted(tuple(each.values()) for each in goods.get(what, ()))) for what in ("promises", "loans"))


def _sale(state: State) -> tuple[Any, ...]:
    """The auction or contest that runs; what lies under the last claims will never go on."""
    for frame in reversed(state.agenda):
        if isinstance(frame, LastClaims):
            return ()
        if isinstance(frame, Auction):
            sites = sorted((site.seat, site.square) for site in frame.sites)
            lot = BANK if sites else frame.square
            return ("auction", lot, sorted(frame.bidders), frame.leader, frame.bid, frame.minimum, sites)
        if isinstance(frame, Contest):
            return ("contest", sorted(frame.rivals), sorted((site.seat, site.square) for site in frame.sites))
    return ()


def of_table(t: Table) -> Picture:
    """What can be seen of the umpire's table."""
    return {
        "cash": [t.cash[seat] for seat in range(len(t.names))],
        "pot": t.cash[POT],
        "bank": t.cash[BANK],
        "at": t.at,
        "laps": t.laps,
        "jailed": t.jailed,
        "out": t.out,
        "kept": [sorted(hand) for hand in t.kept],
        "owner": t.owner,
        "level": t.level,
        "mortgaged": t.mortgaged,
        "houses": t.houses,
        "hotels": t.hotels,
        "decks": {deck: cards if deck in t.stacked else sorted(cards) for deck, cards in t.decks.items()},
        "turn": t.turn,
        "doubles": t.doubles,
        "debts": sorted((debt["debtor"], debt["creditor"], debt["amount"]) for debt in t.debts),
        "claims": sorted((c["owner"], c["visitor"], c["square"], c["amount"]) for c in t.claims),
        "offers": sorted((o["seat"], o["to"], *_plain_goods(o["gives"]), *_plain_goods(o["takes"])) for o in t.offers),
        "sale": _plain_sale(t),
        "estate": sorted(t.estate),
        "promises": t.promises,
        "loans": [(loan["borrower"], loan["lender"], loan["amount"], loan["due"]) for loan in t.loans],
        "worth": [worth(t, seat, t.book.options["worth_mortgaged"]) + loans_of(t, seat) for seat in playing(t)],
        "rents": {at: _rent(t, at) for at in t.book.deeds if t.owner[at] != BANK},
        "fresh": dict(t.fresh),
        "names": t.names,
        "turns": t.turns,
        "waiting": waiting(t),
        "over": t.over,
        "winner": t.winner,
    }


def _rent(t: Table, square: int) -> int:
    """What a visitor owes there, of a utility the factor."""
    if not is_due(t, square):
        return 0
    return rent(t, square, 1) // (t.book.unit if t.book.squares[square]["kind"] == "utility" else 1)


def _plain_goods(goods: Plain) -> tuple[Any, ...]:
    return tuple(sorted(goods["deeds"])), goods["money"], tuple(sorted(goods["cards"])), *_terms(goods)


def _plain_sale(t: Table) -> tuple[Any, ...]:
    if t.auction:
        a = t.auction
        return ("auction", a["square"], sorted(a["bidders"]), a["leader"], a["bid"], a["least"], sorted(a["sites"]))
    if t.contest:
        return ("contest", sorted(t.contest["rivals"]), sorted(t.contest["sites"]))
    return ()


GAME_IS_OVER = ("over", "winner", "cash", "pot", "owner", "level", "mortgaged", "out")


def differences(game: Game, t: Table) -> Picture:
    """What the two see differently, each with both values; of a game that is over only what counts."""
    ours, theirs = of_game(game), of_table(t)
    names = GAME_IS_OVER if ours["over"] and theirs["over"] else tuple(ours)
    return {name: (ours[name], theirs[name]) for name in names if ours[name] != theirs[name]}
