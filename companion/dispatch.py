"""Tables by type that know every member of a union: what one of them lacks is said at import, not at the table."""

from collections.abc import Iterable, Iterator
from typing import TypeVar, get_args

Entry = TypeVar("Entry")


def members(union: object) -> tuple[type, ...]:
    """The types of a union; of a class, which a compiled program has in its place, those that are no base of others."""
    return tuple(_leaves(union)) if isinstance(union, type) else get_args(union)


def _leaves(kind: type) -> Iterator[type]:
    below: list[type] = kind.__subclasses__()
    for each in below:
        yield from _leaves(each)
    if not below:
        yield kind


def complete(union: object, table: dict[type, Entry], besides: Iterable[type] = ()) -> dict[type, Entry]:
    """The table, with an entry for each type of the union but those `besides`, which need none.

    :raises TypeError: naming the types that are missing, or that are not of the union.
    """
    every, known = set(members(union)), {*table, *besides}
    if every != known:
        missing, foreign = (sorted(kind.__name__ for kind in kinds) for kinds in (every - known, known - every))
        raise TypeError(f"no entry for {', '.join(missing) or 'nothing'}; of no such union: {', '.join(foreign)}")
    return table
