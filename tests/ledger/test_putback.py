"""What must be put back is exactly what differs."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.ledger.putback import BoardChange, Movable, changes
from companion.rules.frames import BANK, POT, Kept
from companion.rules.game import copy
from companion.rules.state import State
from tests.ledger.playing import new_game, play


def put_back(state: State, found: list[BoardChange]) -> None:
    """Do by hand what the list says."""
    for change in found:
        where, value = change.where, change.value
        match change.thing:
            case Movable.TOKEN:
                state.at[where] = value
            case Movable.DEED:
                state.owner[where] = value
            case Movable.FACE:
                state.mortgaged[where] = bool(value)
            case Movable.BUILDINGS:
                state.level[where] = value
            case Movable.CASH:
                state.accounts[where] = value
            case Movable.CARD:
                _move_card(state, change)


def _move_card(state: State, change: BoardChange) -> None:
    """Back to its deck from this hand; or to a hand, from another one or from the deck."""
    kept = Kept(change.deck, change.card)
    if change.value == BANK:
        state.kept[change.where].remove(kept)
    else:
        state.kept[change.value].append(kept)


@settings(max_examples=15)
@given(st.integers(0, 30), st.integers(1, 250), st.sampled_from(["classic", "saigon"]))
def test_doing_what_the_list_says_gives_the_table_as_it_was(seed: int, back: int, edition: str) -> None:
    game = new_game(seed, 3, edition)
    for _ in play(game, seed, 200):
        pass
    then = game.at(max(1, len(game.steps) - back))
    now = copy(game.state)
    put_back(now, changes(now, then))
    assert (now.owner, now.mortgaged, now.level, now.accounts[:-1]) == (
        then.owner,
        then.mortgaged,
        then.level,
        then.accounts[:-1],
    )
    for hand, wanted in zip(now.kept, then.kept, strict=True):
        assert Counter(wanted) - Counter(hand) == Counter()  # a card that was handed on is not counted twice
    assert [at for at, out in zip(now.at, then.out, strict=True) if not out] == [
        at for at, out in zip(then.at, then.out, strict=True) if not out
    ]
    assert changes(then, then) == []


def test_the_pot_and_a_token_in_jail_are_named() -> None:
    now = new_game(1, 2).state
    then = copy(now)
    then.accounts[POT], then.jailed[1] = 50, 0
    assert changes(now, then) == [BoardChange(Movable.TOKEN, 1, 0), BoardChange(Movable.CASH, POT, 50)]
