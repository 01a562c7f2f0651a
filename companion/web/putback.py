"""What must be put back on the board when entries are taken back: the difference of two states, thing by thing."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.state import FREE, State

Thing = dict[str, int | str | bool]


def put_back(now: State, then: State) -> list[Thing]:
    """What people do by hand so that the board stands as it did `then`."""
    return [*_players(now, then), *_deeds(now, then)]


def _players(now: State, then: State) -> Iterator[Thing]:
    for seat in now.seats:
        if now.out[seat] and not then.out[seat]:
            yield {"what": "back", "seat": seat}
        if now.at[seat] != then.at[seat]:
            yield {"what": "at", "seat": seat, "square": then.at[seat]}
        if (now.jailed[seat] == FREE) != (then.jailed[seat] == FREE):
            yield {"what": "jailed", "seat": seat, "on": then.jailed[seat] != FREE}
        if now.accounts[seat] != then.accounts[seat]:
            yield {"what": "cash", "seat": seat, "amount": then.accounts[seat]}
        if now.kept[seat] != then.kept[seat]:
            yield {"what": "cards", "seat": seat, "count": len(then.kept[seat])}


def _deeds(now: State, then: State) -> Iterator[Thing]:
    for square, owner in enumerate(then.owner):
        if now.owner[square] != owner:
            yield {"what": "owner", "square": square, "seat": owner}
        if now.level[square] != then.level[square]:
            yield {"what": "level", "square": square, "level": then.level[square]}
        if now.mortgaged[square] != then.mortgaged[square]:
            yield {"what": "mortgaged", "square": square, "on": then.mortgaged[square]}
