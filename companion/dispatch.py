"""Tables by type that know every member of a union: what one of them lacks is said at import, not at the table."""

from collections.abc import Iterable
from typing import TypeVar, get_args

Entry = TypeVar("Entry")


def complete(union: object, table: dict[type, Entry], besides: Iterable[type] = ()) -> dict[type, Entry]:
    """The table, with an entry for each type of the union but those `besides`, which need none.

    :raises TypeError: naming the types that are missing, or that are not of the union.
    """
    members, known = set(get_args(union)), {*table, *besides}
    if members != known:
        missing, foreign = (sorted(kind.__name__ for kind in kinds) for kinds in (members - known, known - members))
        raise TypeError(f"no entry for {', '.join(missing) or 'nothing'}; of no such union: {', '.join(foreign)}")
    return table
