"""Live chances: after every entry, beside the table's thread; a process that dies or hangs costs the chances only."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from queue import Queue
from subprocess import run

import pytest

from companion.app.forecast import LIVES, SILENCE, Forecast
from companion.bots.forecaster import Moment, Reckoned, work
from companion.rules.commands import Buy, Finish, Roll
from companion.web.messages import ChancesData
from companion.web.outlook import Outlook
from tests.web.feeds import GameFeed

PATIENCE = 120.0
Told = tuple[Sequence[float], Sequence[float]]
Target = Callable[[Connection, int], None]


def dies(line: Connection, number: int) -> None:
    line.recv()


def hangs(line: Connection, number: int) -> None:
    threading.Event().wait()


def is_slow(line: Connection, number: int) -> None:
    position: Moment = line.recv()
    line.send(Reckoned(position.game, position.seq, (1.0, 0.0, 0.0), 99.0))
    line.recv()


class Watched:
    """A feed with its forecast, and what that tells."""

    def __init__(
        self,
        feed: GameFeed,
        target: Target = work,
        silence: float = SILENCE,
        workers: int = 1,
        allowed: Callable[[], bool] = lambda: True,
    ) -> None:
        self.feed = feed
        self.told: Queue[Told] = Queue()
        self.forecast = Forecast(
            feed.feed,
            lambda now, before: self.told.put((now, before)),
            workers,
            target=target,
            silence=silence,
            allowed=allowed,
        )
        self.forecast.start()

    def next(self) -> Told:
        """The next that is told and is something."""
        while True:
            now, before = self.told.get(timeout=PATIENCE)
            if now:
                return now, before

    def nothing(self, times: int) -> None:
        """It was told so many times that nothing is known."""
        assert [self.told.get(timeout=PATIENCE) for _ in range(times)] == [((), ())] * times


@pytest.fixture
def feed() -> GameFeed:
    return GameFeed()


@pytest.fixture
def watch() -> Iterator[Callable[..., Watched]]:
    watched: list[Watched] = []

    def begin(*given: object, **named: object) -> Watched:
        watched.append(Watched(*given, **named))  # type: ignore[arg-type]
        return watched[-1]

    yield begin
    for each in watched:
        each.forecast.close()
        assert each.forecast.workers == []


def test_every_entry_has_its_chances_and_a_throw_its_swing(feed: GameFeed, watch: Callable[..., Watched]) -> None:
    watched = watch(feed)
    feed.begin()
    first, before = watched.next()
    assert sum(first) == pytest.approx(1)
    assert list(before) == []
    feed.ask(Roll(0, 1, 2))
    second, before = watched.next()
    assert before == first
    feed.ask(Buy(0))
    _, before = watched.next()
    assert before == first != second


def test_after_the_end_luck_and_trades_are_rated_until_the_game_goes_on(feed: GameFeed) -> None:
    rated: Queue[Told] = Queue()
    forecast = Forecast(feed.feed, lambda *_: None, 1, rated=lambda luck, trades: rated.put((luck, trades)))
    forecast.start()
    feed.begin()
    feed.ask(Roll(0, 1, 2), Buy(0), Finish("agreed"))
    luck, trades = rated.get(timeout=PATIENCE)
    assert sum(luck) == pytest.approx(0)
    assert list(trades) == [0, 0, 0]
    forecast.close()


def test_the_processes_share_the_work(feed: GameFeed, watch: Callable[..., Watched]) -> None:
    watched = watch(feed, workers=2)
    feed.begin()
    assert sum(watched.next()[0]) == pytest.approx(1)
    assert len(watched.forecast.workers) == 2


def test_a_table_reopened_in_mid_game_has_its_chances(feed: GameFeed, watch: Callable[..., Watched]) -> None:
    feed.begin()
    feed.ask(Roll(0, 1, 2), Buy(0))
    assert sum(watch(feed).next()[0]) == pytest.approx(1)


@pytest.mark.parametrize(("target", "silence"), [(dies, SILENCE), (hangs, 0.01)])
def test_a_process_that_dies_or_hangs_is_replaced_once_and_then_left_out(
    feed: GameFeed, watch: Callable[..., Watched], target: Target, silence: float, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        watched = watch(feed, target, silence)
        feed.begin()
        watched.nothing(2)  # at the beginning, and when it is over with them
    assert len(caplog.records) == LIVES
    feed.ask(Roll(0, 1, 2))  # the table plays on


def test_the_next_game_tries_again(feed: GameFeed, watch: Callable[..., Watched]) -> None:
    watched = watch(feed, dies)
    feed.begin("first")
    watched.nothing(2)
    feed.begin("second")
    watched.nothing(2)


def test_a_weak_machine_is_left_in_peace(
    feed: GameFeed, watch: Callable[..., Watched], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        watched = watch(feed, is_slow)
        feed.begin()
        watched.nothing(2)
        feed.begin("second")
        watched.nothing(1)
    assert len(caplog.records) == 1


def test_where_cash_is_secret_nothing_is_reckoned(watch: Callable[..., Watched]) -> None:
    watched = watch(GameFeed(profiles=("hidden-cash",)))
    watched.feed.begin()
    watched.nothing(1)
    watched.feed.ask(Roll(0, 1, 2))
    watched.forecast.close()
    assert watched.told.empty()
    assert watched.forecast.workers == []


def test_where_they_are_not_wanted_nothing_is_reckoned_until_the_next_game(
    feed: GameFeed, watch: Callable[..., Watched]
) -> None:
    wanted = iter((False, True))
    watched = watch(feed, allowed=lambda: next(wanted))
    feed.begin()
    feed.ask(Roll(0, 1, 2))
    watched.nothing(1)
    feed.begin("second")
    assert sum(watched.next()[0]) == pytest.approx(1)


def test_without_a_core_to_spare_nothing_is_made(feed: GameFeed, watch: Callable[..., Watched]) -> None:
    threads = threading.active_count()
    watched = watch(feed, workers=0)
    feed.begin()
    assert watched.forecast.workers == []
    assert threading.active_count() == threads


def test_a_table_that_reckons_nothing_imports_nothing_for_it() -> None:
    script = "import sys, companion.app.play; print([name for name in sys.modules if 'multiprocessing' in name])"
    shown = run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert shown.stdout.strip() == "[]"


def test_whole_per_cent_add_up_to_a_hundred() -> None:
    outlook = Outlook()
    for shares in ((0.2652, 0.6883, 0.0465, 0.0), (1 / 3, 1 / 3, 1 / 3), (0.005,) * 200, (1.0, 0.0)):
        outlook.tell(shares, ())
        assert sum(outlook.newest.percent) == 100
        assert all(abs(each - 100 * share) < 1 for each, share in zip(outlook.newest.percent, shares, strict=True))


def test_an_outlook_tells_those_who_come_late_in_whole_per_cent() -> None:
    outlook = Outlook()
    told: list[ChancesData] = []
    outlook.tell((0.614, 0.386), (0.5, 0.5))
    outlook.follow(told.append)
    outlook.rate((0.304, -0.304), (-0.02, 0.02))
    outlook.tell((), ())
    assert [(each.percent, each.swings) for each in told] == [([61, 39], [11, -11])] * 2 + [([], [])]
    assert [(each.luck, each.trades) for each in told] == [([], []), ([30, -30], [-2, 2]), ([], [])]
