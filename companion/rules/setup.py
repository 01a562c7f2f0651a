"""How a game begins: accounts, decks, dealt deeds, and who throws first."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules import cards
from companion.rules.commands import Begin, Reason, Refusal
from companion.rules.draft import Draft
from companion.rules.edition import RULES_VERSION, Edition
from companion.rules.events import AnyEvent, Began, Cause, StartAsked, TurnBegan
from companion.rules.frames import BANK, FREE
from companion.rules.options import fold, named_sums
from companion.rules.rules import Rules
from companion.rules.state import State


def opening(edition: Edition, players: tuple[str, ...], decks: dict[str, tuple[str, ...]]) -> State:
    """The state that `Began` stands for: everybody on GO with the start money, or what a handicap gives him, the bank
    with all the rest (S0-05, J-02)."""
    count, squares, options = len(players), len(edition.board.squares), edition.options
    handicap = named_sums(options.handicap)
    usual = max(0, options.start_cash - options.start_cash_step * (count - options.min_players))
    cash = [handicap.get(fold(player), usual) for player in players]
    return State(
        players=players,
        accounts=[*cash, 0, -sum(cash)],
        at=[0] * count,
        laps=[0] * count,
        jailed=[FREE] * count,
        out=[False] * count,
        left=[*range(1, count), 0],
        kept=[[] for _ in players],
        owner=[BANK] * squares,
        level=[0] * squares,
        mortgaged=[False] * squares,
        houses=options.houses,
        hotels=options.hotels,
        decks={name: list(decks.get(name, cards.names(deck))) for name, deck in edition.decks.items()},
        stacked=sorted(decks),
        agenda=[],
        turns=[0] * count,
        revisions=[0] * (count + 2),
    )


def strangers(handicap: str, players: Sequence[str]) -> list[str]:
    """The names in a handicap that none of the players has."""
    return sorted(named_sums(handicap).keys() - {fold(player) for player in players})


def check_begin(begin: Begin) -> Refusal | None:
    """Whether the number of players suits the edition, and every chance from outside is whole (S1-02, S3-03, S4-02)."""
    options, count = begin.edition.options, len(begin.players)
    if not options.min_players <= count <= options.max_players or len(set(begin.players)) < count:
        return Refusal(
            Reason.PLAYERS, "S1-02", "S3-03", "S4-02", least=options.min_players, most=options.max_players, found=count
        )
    if strangers(options.handicap, begin.players):
        return Refusal(Reason.PLAYERS, "C-103")
    for name, order in begin.decks.items():
        if sorted(order) != sorted(cards.names(begin.edition.decks.get(name, ()))):
            return Refusal(Reason.NO_SUCH_CARD, "S0-04")
    dealt = [square for hand in begin.deal for square in hand]
    doubtful = dealt and (len(set(dealt)) < len(dealt) or not set(dealt) <= set(begin.edition.board.deeds()))
    if doubtful or len(begin.deal) > count:
        return Refusal(Reason.NOT_YOURS, "S0-68")
    return None if -1 <= begin.first < count else Refusal(Reason.PLAYERS, "S0-10")


def begin_game(rules: Rules, begin: Begin) -> tuple[State, list[AnyEvent]]:
    """Set up a game: deal what is dealt, free or paid, then let the first player or the highest throw start (S0-10,
    S0-68).

    :raises Refusal: `players`, `no-such-card` for a deck that is not whole, `not-yours` for deeds dealt twice.
    """
    refusal = check_begin(begin)
    if refusal is not None:
        raise refusal
    state = opening(begin.edition, begin.players, begin.decks)
    draft = Draft(rules, state)
    draft.emit(Began(begin.edition, RULES_VERSION, begin.players, begin.decks))
    draft.seed_pot()
    for seat, hand in enumerate(begin.deal):
        for square in hand:
            draft.convey(square, seat)
            if begin.edition.options.deal_paid:
                price = rules.deed(square).price
                draft.charge(seat, BANK, price, Cause.PRICE, draft.ground("price.dealt"), square)
    draft.emit(StartAsked(tuple(state.seats)) if begin.first < 0 else TurnBegan(begin.first))
    return state, draft.events


def hands(edition: Edition, count: int, pile: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """What a shuffled pile of all deeds gives to each of `count` seats; nothing where the edition deals none (S0-68,
    S4-61)."""
    left, size = list(pile), hand_size(edition, count)
    return tuple(_hand(edition, left, size) for _ in range(count)) if size else ()


def _hand(edition: Edition, pile: list[int], size: int) -> tuple[int, ...]:
    """Take a hand off the pile; of deeds that are paid no two are of one group, as long as there are others."""
    hand: list[int] = []
    barred: set[int] = set()
    while len(hand) < size:
        square = next((square for square in pile if square not in barred), pile[0])
        pile.remove(square)
        hand.append(square)
        if edition.options.deal_paid:
            barred.update(edition.board.mates(square))
    return tuple(hand)


def hand_size(edition: Edition, count: int) -> int:
    """How many deeds each of `count` players is dealt: a fixed number as far as they go, or all that can be shared
    equally (S0-68, S4-61)."""
    equal = len(edition.board.deeds()) // count
    return equal if edition.options.deal_all else min(edition.options.deal_deeds, equal)
