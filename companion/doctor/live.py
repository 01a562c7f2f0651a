"""`banker doctor --live`: every tap, press, turn and roll as it comes, and the last ones on the panel with a beep.

On simulated chips, where nobody could tap, hands do everything once and the same lines prove the whole way.
"""

import signal
import threading
import time
from collections import deque

from PIL import Image

from companion.devices.box import Box
from companion.devices.ports import FaultKind, Source
from companion.doctor.patient import Patient
from companion.errors import Message, message
from companion.screens import fonts
from companion.simulator import SimulatedBox
from companion.words.refusals import worded

_BEEP = ((880, 30),)
_LINE = 13  # rows
_SAMPLES = ("deadbeef", "04a1b2c3d4e5f6")
_READY_SECONDS = 5


class Watcher:
    """A `devices.ports.Listener` that prints what it hears, with the seconds since the start."""

    def __init__(self, language: str) -> None:
        self._language = language
        self.box: Box | None = None
        self._start = time.monotonic()
        self._last: deque[str] = deque(maxlen=4)
        self._printing = threading.Lock()

    def laid(self, uid: str) -> None:
        """A tag was laid on the reader."""
        self._say("tag", uid=uid)

    def lifted(self, uid: str) -> None:
        """A tag was taken off."""
        self._say("off", beep=False, uid=uid)

    def clashed(self) -> None:
        """Two tags lie on the reader."""
        self._say("two")

    def pressed(self, name: str) -> None:
        """A button went down."""
        self._say("pressed", name=name)

    def held(self, name: str) -> None:
        """A button is held."""
        self._say("held", name=name)

    def released(self, name: str) -> None:
        """A button was let go."""
        self._say("released", beep=False, name=name)

    def turned(self, step: int) -> None:
        """The dial went on by a detent."""
        self._say("turned", step=f"{step:+d}")

    def rolled(self, dice: tuple[int, ...], speed: str, source: str, sequence: int) -> None:
        """The die was read."""
        faces = " ".join(filter(None, (*map(str, dice), speed)))
        self._say("rolled", faces=faces, source=source, sequence=f"{sequence:08x}")

    def remembered(self, words: tuple[str, ...], source: str) -> None:
        """What a die keeps is the table's to judge."""

    def faulted(self, device: str, kind: FaultKind, detail: Message) -> None:  # noqa: ARG002
        """A part has failed."""
        self._say("faulted", beep=False, device=message(f"device.{device}"), detail=detail)

    def recovered(self, device: str) -> None:
        """A part works again."""
        self._say("works", device=message(f"device.{device}"))

    def _say(self, what: str, *, beep: bool = True, **figures: object) -> None:
        text = worded(message(f"doctor.live.{what}", **figures), self._language)
        with self._printing:
            print(f"{time.monotonic() - self._start:8.3f}  {text}", flush=True)
            self._last.append(text)
            if self.box and self.box.panel:
                self.box.panel.show(self._picture(self.box.panel.size))
            if self.box and self.box.buzzer and beep:
                self.box.buzzer.play(_BEEP)

    def _picture(self, size: tuple[int, int]) -> Image.Image:
        image = Image.new("1", size)
        for row, text in enumerate(self._last):
            image.paste(1, (0, row * _LINE), fonts.body().mask(text).crop((0, 0, size[0], _LINE)))
        return image


def watch(patient: Patient, language: str) -> int:
    """Open the box and tell until interrupted, or until simulated hands have done everything once."""
    watcher = Watcher(language)
    box = Box(patient.box, watcher)
    watcher.box = box
    with box:
        if patient.bench:
            print(worded(message("doctor.live.by-hand"), language), flush=True)
            return _by_hand(patient.bench, box)
        print(worded(message("doctor.live.begin"), language), flush=True)
        _wait_for_signal()
    return 0


def _wait_for_signal() -> None:
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    while not stop.wait(1):
        pass


def _by_hand(bench: SimulatedBox, box: Box) -> int:
    """Lay, press, turn and roll once; 1 when a part stayed silent."""
    sources: tuple[Source | None, ...] = (box.reader, box.buttons, box.encoder)
    bench.follow(reader=box.reader, buttons=box.buttons, encoder=box.encoder)
    if not box.wait_ready(_READY_SECONDS):
        return 1
    if box.reader:
        for uid in _SAMPLES:
            bench.lay(uid)
            bench.lift(uid)
    for name in bench.button_names():
        bench.tap(name)
    for step in (1, -1) if box.encoder else ():
        bench.turn(step)
    rolled = bench.roll(3, 4) if box.die else True
    if box.panel:
        box.panel.wait_shown(_READY_SECONDS)
    return int(not rolled or any(source.told == 0 for source in sources if source))
