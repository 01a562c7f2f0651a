"""The chances of winning as the pages show them: reckoned elsewhere, held here, told to whoever follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock

from msgspec.structs import replace

from companion.web.messages import ChancesData

NOTHING = ChancesData([], [])


class Outlook:
    """The newest chances of the game on the table; written and read from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._followers: list[Callable[[ChancesData], None]] = []
        self.newest = NOTHING

    def tell(self, shares: Sequence[float], before: Sequence[float]) -> None:
        """Chances from 0 to 1 by seat, and those before the last throw; none: nothing is known, or it is secret."""
        percent, then = _percent(shares), _percent(before or shares)
        swings = [now - old for now, old in zip(percent, then, strict=True)]
        self._hand_out(ChancesData(percent, swings))

    def rate(self, luck: Sequence[float], trades: Sequence[float]) -> None:
        """By how much luck and trades have changed each seat's chance in a game that is over, until more is told."""
        points = [[round(100 * change) for change in each] for each in (luck, trades)]
        self._hand_out(replace(self.newest, luck=points[0], trades=points[1]))

    def _hand_out(self, newest: ChancesData) -> None:
        with self._lock:
            self.newest = newest
            followers = tuple(self._followers)
        for follower in followers:
            follower(newest)

    def follow(self, follower: Callable[[ChancesData], None]) -> None:
        """Call with what is known now, and with all that comes."""
        with self._lock:
            self._followers.append(follower)
            newest = self.newest
        follower(newest)


def _percent(shares: Sequence[float]) -> list[int]:
    """Shares in whole per cent that add up to a hundred: the largest remainders are rounded up."""
    whole = [int(100 * share) for share in shares]
    by_remainder = sorted(range(len(shares)), key=lambda seat: whole[seat] - 100 * shares[seat])
    for seat in by_remainder[: 100 - sum(whole)]:
        whole[seat] += 1
    return whole
