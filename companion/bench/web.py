"""The pages: from a wish to all browsers that know of it, committed in between (performance: Pages)."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import IO, Self

import msgspec

from companion.app.assembly import spare_loaded
from companion.bench.browsers import EarReport, Place
from companion.bench.measuring import Figure, Findings, late, median
from companion.bench.seated import Seated
from companion.bench.start import resident_mib
from companion.config import WebSection
from companion.rules.game import Step
from companion.table.inputs import Stopped
from companion.web.replica import Replica
from companion.web.server import Server

BROWSERS, SPECTATORS = 4, 200
WISHES = 200  # which four browsers hear of
SECONDS = 6.0  # for which two hundred look on
QUICK, LIVELY = 40.0, 20.0  # wishes a second, at irregular moments; people come to one or two
MEDIAN_BAR, LATE_BAR = 1.0, 5.0  # ms
PATIENCE = 10.0
SHORTEST = 0.005  # s between two wishes
CALM = 0.2  # s in which everything told has arrived


class TimedWish(msgspec.Struct):
    """One wish: when it was posted, and on the disk (s of `perf_counter`), and which entry it made."""

    posted: float
    committed: float
    place: Place


class Stretch(msgspec.Struct):
    """A stretch of play: its wishes, how long each entry took the ledger (ms), and the processor time of all (ms)."""

    wishes: list[TimedWish]
    commits: list[float]
    worked: float
    seconds: float

    def decided(self) -> list[float]:
        """The ms from a wish until it is decided and committed; ordered."""
        return sorted((wish.committed - wish.posted) * 1000 for wish in self.wishes)

    def after(self, report: EarReport) -> list[float]:
        """The ms from a commit until all browsers knew of it; ordered."""
        return sorted((report.known(wish.place) - wish.committed) * 1000 for wish in self.wishes)

    def whole(self, report: EarReport) -> list[float]:
        """The ms from a wish until all browsers knew of it; ordered."""
        return sorted((report.known(wish.place) - wish.posted) * 1000 for wish in self.wishes)


class PacedPlayer:
    """Plays on at a served table, and knows which entries there are since it took over."""

    def __init__(self, seated: Seated) -> None:
        assert seated.table.game is not None
        self._seated = seated
        self._chance = Random(14)
        self._games = [seated.table.game_id]
        self._since = len(seated.table.game.steps) - 1

    def play(self, pace: float, *, wishes: int = 0, seconds: float = 0.0) -> Stretch:
        """So many wishes at least, and for so long, `pace` a second on average, at irregular moments."""
        written, worked, began = len(self._seated.ledger.spent), time.process_time(), time.perf_counter()
        made = list[TimedWish]()
        while len(made) < wishes or time.perf_counter() - began < seconds:
            made.append(self._wish(pace))
        time.sleep(CALM)
        commits = sorted(self._seated.ledger.spent[written:])
        return Stretch(made, commits, (time.process_time() - worked) * 1000, time.perf_counter() - began)

    def _wish(self, pace: float) -> TimedWish:
        asked = self._seated.asked()
        if self._seated.table.game_id != self._games[-1]:
            self._games.append(self._seated.table.game_id)
        posted = time.perf_counter()
        self._seated.table.mailbox.post(asked)
        time.sleep(SHORTEST + self._chance.expovariate(1 / (1 / pace - SHORTEST)))
        assert asked.answer.result(PATIENCE) is None
        assert self._seated.table.game is not None
        return TimedWish(posted, self._seated.ledger.done, (len(self._games), len(self._seated.table.game.steps) - 1))

    def lines(self) -> list[Place]:
        """The entries made since that have a line in the history, as a replica of each game tells."""
        told = []
        for number, game in enumerate(self._games, start=1):
            steps = [Step(entry.command, entry.events) for entry in self._seated.ledger.entries(game)]
            replica = Replica(game, steps[0])
            lines = [replica.opening(), *map(replica.take, steps[1:])]
            told += [(number, line.seq) for line in lines if line.events or line.back]
        return [place for place in told if place > (1, self._since)]


class Browsers:
    """So many browsers at a port, in a process of their own."""

    def __init__(self, port: int, count: int) -> None:
        command = [sys.executable, "-m", "companion.bench.browsers", str(port), str(count)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert _end(self._process.stdout).readline() == b"ready\n", "the browsers were not told what stands"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)
        for pipe in (self._process.stdin, self._process.stdout):
            _end(pipe).close()

    def report(self) -> EarReport:
        """What they have heard until now; they leave."""
        _end(self._process.stdin).close()
        return msgspec.json.decode(_end(self._process.stdout).read(), type=EarReport)


def _end(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def measure(seconds: float = SECONDS) -> Findings:
    """Commit and all of four browsers; then two hundred spectators who look on for so long."""
    with tempfile.TemporaryDirectory(prefix="banker-bench-") as folder, _served(Path(folder)) as (seated, server):
        few = list(_few(seated, server.port))
        many = list(_many(seated, server.port, seconds))
    notes = (
        "table and pages in one process, the browsers in another, on the loopback",
        f"{SPECTATORS} spectators look on for {seconds:g} s at {LIVELY:g} wishes a second, at irregular moments",
    )
    return Findings("web", (*few, *many), notes)


@contextmanager
def _served(folder: Path) -> Iterator[tuple[Seated, Server]]:
    seated = Seated(folder)
    thread = threading.Thread(target=seated.table.run, name="table", daemon=True)
    server = Server(seated.table.feed, seated.table, None, WebSection(port=0))
    thread.start()
    server.start()
    try:
        assert server.wait_ready(PATIENCE)
        spare_loaded()  # as the service does
        yield seated, server
    finally:
        server.stop()
        seated.table.mailbox.post(Stopped())
        thread.join(PATIENCE)
        seated.ledger.close()


def _few(seated: Seated, port: int) -> Iterator[Figure]:
    with Browsers(port, BROWSERS) as browsers:
        round_ = PacedPlayer(seated).play(QUICK, wishes=WISHES)
        report = browsers.report()
    commit, whole, after = median(round_.commits), round_.whole(report), round_.after(report)
    who = f"all of {BROWSERS} browsers"
    yield Figure(
        what=f"commit and {who}, median",
        value=median(whole),
        unit="ms",
        bar=MEDIAN_BAR,
        reference=f"the commit alone ({commit:.2f} ms)",
        ratio=median(whole) / commit,
    )
    yield Figure(what=f"commit and {who}, p99", value=late(whole), unit="ms", bar=LATE_BAR)
    yield Figure(what=f"from the commit to {who}, median", value=median(after), unit="ms", bar=MEDIAN_BAR)
    yield Figure(what=f"from the commit to {who}, p99", value=late(after), unit="ms", bar=LATE_BAR)


def _many(seated: Seated, port: int, seconds: float) -> Iterator[Figure]:
    alone = [PacedPlayer(seated).play(LIVELY, seconds=min(seconds, SECONDS) / 4)]
    before = resident_mib(os.getpid())
    with Browsers(port, SPECTATORS) as browsers:
        each = (resident_mib(os.getpid()) - before) * 1024 / SPECTATORS
        player = PacedPlayer(seated)
        watched = player.play(LIVELY, seconds=seconds)
        memory = resident_mib(os.getpid())
        report, lines = browsers.report(), player.lines()
    alone.append(PacedPlayer(seated).play(LIVELY, seconds=min(seconds, SECONDS) / 4))
    after = watched.after(report)
    yield Figure(what=f"from the commit to all of {SPECTATORS} spectators, median", value=median(after), unit="ms")
    yield Figure(what=f"from the commit to all of {SPECTATORS} spectators, p99", value=late(after), unit="ms")
    yield from _told(report, lines)
    yield from _beside(watched, alone)
    size = report.bytes / SPECTATORS / len(watched.wishes)
    yield Figure(what="told to each of them for a wish", value=size, unit="bytes")
    yield Figure(what="processor for a wish and all of them", value=watched.worked / len(watched.wishes), unit="ms")
    yield Figure(what="processor in use", value=watched.worked / watched.seconds / 10, unit="%")
    yield Figure(what="memory for each of them", value=each, unit="KiB")
    yield Figure(what="memory of table and pages at the end", value=memory, unit="MiB")


def _told(report: EarReport, lines: Sequence[Place]) -> Iterator[Figure]:
    """Who was there to the end, and whether each was told each line once."""
    wanted = set(lines)
    wrong = report.again
    for told, browsers in report.lines:
        new = [place for place in told if place >= lines[0]]
        wrong += browsers * (len(wanted.symmetric_difference(new)) + len(new) - len(set(new)))
    yield Figure(
        what="spectators there at the end", value=report.open, unit="streams", bar=SPECTATORS, more_is_better=True
    )
    yield Figure(what="lines of history told to each", value=len(lines), unit="lines")
    yield Figure(what="lines that somebody missed or was told twice", value=wrong, unit="lines", bar=0)


def _beside(watched: Stretch, alone: Sequence[Stretch]) -> Iterator[Figure]:
    """The table's own time while they look on, beside that before they came and after they left."""
    decided = sorted(spent for each in alone for spent in each.decided())
    commits = sorted(commit for each in alone for commit in each.commits)
    for what, value, reference in (
        ("a wish decided and committed, with them: median", median(watched.decided()), median(decided)),
        ("a wish decided and committed, with them: p99", late(watched.decided()), late(decided)),
        ("the commit alone, with them: median", median(watched.commits), median(commits)),
    ):
        beside = f"without them ({reference:.2f} ms)"
        yield Figure(what=what, value=value, unit="ms", reference=beside, ratio=value / reference)
