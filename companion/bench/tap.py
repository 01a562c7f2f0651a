"""From a tap to the glass: the stages on simulated chips with the modelled bus clocks, and all at
once.

Buses take what their clocks say, on any machine. Processor time is measured here and scaled to the boards; what a
commit takes on an SD card is assumed, not measured.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import msgspec

from companion.app.assembly import virtual_tags
from companion.app.play import is_pi
from companion.bench.measuring import Figure, Findings, median
from companion.bench.seated import Seated
from companion.bots.simulate.figures import quantile
from companion.demo.evening import simulated_table
from companion.demo.hands import ChipHands
from companion.devices.bands import page_bytes
from companion.devices.oled import open_panel
from companion.devices.settings import BoxSettings, PanelSettings, ReaderSettings
from companion.editions import registry
from companion.screens.canvas import Canvas
from companion.screens.pages import draw
from companion.simulator.box import SimulatedBox
from companion.simulator.card import NfcTag
from companion.table.inputs import Tapped
from companion.table.parts import Do
from companion.table.tags import DeedTag, board_key
from companion.words.words import Words

ENTRIES, TAPS = 300, 60
SCAN_MS = 5.7  # the panel's own picture rate, mean (SSD1306 data sheet 8.3)
UID = "04a1b2c3"
EMPTY_BAR, READ_BAR = 50, 75  # SPI transfers
TARGET = 100.0  # ms, p95, tap to new pixels on a Pi Zero 2 W
PATIENCE = 5.0


class PiModel(msgspec.Struct, frozen=True):
    """A Raspberry Pi: how many times slower than this machine (assumed), and a commit on its SD card, in ms
    (assumed)."""

    name: str
    slower: float
    commit: float


# a Zero 2 W is 9 to 15 times slower than the machine of its figures
BOARDS = (PiModel("Pi Zero 2 W", 12.0, 5.0), PiModel("Pi 4", 4.5, 4.0), PiModel("Pi 5", 2.0, 3.0))


class Stages(msgspec.Struct):
    """What 95 of 100 taps stay below in each stage, in ms: processor time of this machine, and time on buses."""

    wait: float = 0.0
    look: float = 0.0
    decide: float = 0.0
    commit: float = 0.0
    picture: float = 0.0
    bus: float = 0.0

    def on(self, board: PiModel) -> float:
        """The sum on a board, in ms."""
        return self.wait + self.look + self.bus + SCAN_MS + board.commit + board.slower * (self.decide + self.picture)

    def here(self) -> float:
        """The sum if this machine had the wires."""
        return self.on(PiModel("here", 1.0, self.commit))


def measure() -> Findings:
    """Each stage, their sums on three boards, and real taps through all threads on simulated chips."""
    with tempfile.TemporaryDirectory(prefix="banker-bench-") as folder:
        place = Path(folder)
        stages, figures = Stages(), list[Figure]()
        figures += _reader(stages)
        figures += _game(stages, place)
        sums = [Figure(what="sum of the stages here, p95", value=stages.here(), unit="ms")]
        sums += [
            Figure(
                what=f"sum on a {board.name}, p95",
                value=stages.on(board),
                unit="ms",
                bar=TARGET,
                reference=f"processor {board.slower:g} x, commit {board.commit:g} ms, both assumed",
            )
            for board in BOARDS
        ]
        return Findings("tap", (*figures, *sums, *_whole(place)), _notes())


def _notes() -> tuple[str, ...]:
    where = "on this Raspberry Pi: its sum is `here`" if is_pi() else "not on a Raspberry Pi: its sums are scaled"
    return (f"p95 of each stage added up, an upper bound; {where}", "a beep follows the commit, before the picture")


def _reader(stages: Stages) -> Iterator[Figure]:
    """Looks at an empty reader and at a card, in transfers and in time on the bus."""
    settings = ReaderSettings()
    stages.wait = settings.poll_ms * 0.95
    yield Figure(what="wait for the next poll, p95", value=stages.wait, unit="ms")
    with SimulatedBox(BoxSettings(reader=settings, panel=None, buttons=None, buzzer=None)) as bench:
        from companion.devices.rc522 import Rc522  # finds a board only when the bench is there

        chip = Rc522(settings)
        try:
            empty, _ = _look(bench, chip.look)
            bench.field.cards = (NfcTag(bytes.fromhex(UID)),)
            read, micros = _look(bench, chip.look)
        finally:
            chip.close()
    stages.look = micros / 1000
    yield Figure(what="an empty poll", value=empty, unit="SPI transfers", bar=EMPTY_BAR)
    yield Figure(what="request and anticollision", value=read, unit="SPI transfers", bar=READ_BAR)
    yield Figure(what="request and anticollision on SPI", value=stages.look, unit="ms")


def _look(bench: SimulatedBox, look: Callable[[], object]) -> tuple[int, float]:
    before = bench.rc522.transfers, bench.rc522.bus_us
    look()
    return bench.rc522.transfers - before[0], bench.rc522.bus_us - before[1]


def _game(stages: Stages, place: Path) -> Iterator[Figure]:
    """A game's commands and look-ups: reading, deciding, committing, drawing, and the bytes on the bus."""
    seated = Seated(place)
    with SimulatedBox(BoxSettings(reader=None, panel=PanelSettings(), buttons=None, buzzer=None)) as bench:
        assert bench.settings.panel is not None
        wire, chip = open_panel(bench.settings.panel)
        rows = [_step(seated, bench, chip.put, number) for number in range(ENTRIES)]
        chip.persist = True
        wire.cleanup()
    seated.ledger.close()
    decide, commit, picture, bus, count = (sorted(column) for column in zip(*rows, strict=True))
    stages.decide, stages.commit = quantile(decide, 0.95), quantile(commit, 0.95)
    stages.picture, stages.bus = quantile(picture, 0.95), quantile(bus, 0.95)
    yield Figure(what="read, decide, fold, make the page: p95", value=stages.decide, unit="ms")
    yield Figure(what="commit here (WAL, FULL): p95", value=stages.commit, unit="ms")
    yield Figure(what="draw and turn into page bytes: p95", value=stages.picture, unit="ms")
    yield Figure(what="new pages on I2C: median", value=median(count), unit="bytes")
    yield Figure(what="new pages on I2C: p95", value=quantile(count, 0.95), unit="bytes")
    yield Figure(what="new pages at 400 kHz: p95", value=stages.bus, unit="ms")


def _step(
    seated: Seated, bench: SimulatedBox, put: Callable[[bytes], None], number: int
) -> tuple[float, float, float, float, float]:
    """One input, its page drawn and put on the glass; every third is a look-up of a deed, without an entry."""
    given = seated.asked() if number % 3 else _tapped(seated, number)
    written = len(seated.ledger.spent)
    began = time.thread_time()
    seated.table.handle(given)
    handled = (time.thread_time() - began) * 1000 - sum(seated.ledger.worked[written:])
    commit = sum(seated.ledger.spent[written:])
    assert seated.shown.page is not None
    display, edition, players = seated.shown.page
    words = Words(display.language, edition, players)
    began = time.thread_time()
    canvas = Canvas(128, 64)
    draw(display.screen, canvas, words)
    memory = page_bytes(canvas.image)
    picture = (time.thread_time() - began) * 1000
    before = bench.i2c.bytes, bench.i2c.bus_us
    put(memory)
    return handled, commit, picture, (bench.i2c.bus_us - before[1]) / 1000, bench.i2c.bytes - before[0]


def _tapped(seated: Seated, number: int) -> Tapped:
    edition = seated.table.edition()
    deeds = edition.board.deeds()
    tag = DeedTag(board_key(edition.board), deeds[number % len(deeds)])
    return Tapped(seated.table.tags.uids(tag)[0])


def _whole(place: Path) -> Iterator[Figure]:
    """Deeds laid on the simulated reader at any moment, until the glass changes: real time through all threads."""
    edition = registry.load("classic")
    key = board_key(edition.board)
    deeds = [uid for uid, tag in virtual_tags([edition]).items() if isinstance(tag, DeedTag) and tag.board == key]
    chance = Random(13)
    with simulated_table(place / "whole.sqlite", "classic", 4, chance) as stand:
        bench = stand.bench
        assert bench is not None
        ChipHands(bench, stand.box, stand.table).pick(Do.SAME_AGAIN)
        stand.painter.settled(PATIENCE)
        bench.slow_i2c(400_000)
        spent = sorted(_until_seen(bench, deeds[number % len(deeds)], chance) for number in range(TAPS))
    yield Figure(what="tag laid to new pixels, all threads: median", value=median(spent), unit="ms")
    yield Figure(what="tag laid to new pixels, all threads: p95", value=quantile(spent, 0.95), unit="ms")


def _until_seen(bench: SimulatedBox, uid: str, chance: Random) -> float:
    """Lay a tag; ms until the glass has changed. Then take it off, and wait until nothing moves any more."""
    time.sleep(chance.uniform(0.05, 0.06))  # at any moment between two polls, with the last picture long on the glass
    version, began = bench.panel_version, time.perf_counter()
    bench.field.cards = (NfcTag(bytes.fromhex(uid)),)
    bench.wait_panel(version, PATIENCE)
    spent = (time.perf_counter() - began) * 1000
    bench.field.cards = ()
    return spent
