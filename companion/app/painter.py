"""From pages to pixels and from sounds to tones, in a thread of its own: the game never waits for a picture."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.devices.ports import Buzzer, Panel
from companion.rules.edition import Edition
from companion.table.parts import Sound
from companion.table.views import Display

if TYPE_CHECKING:
    from companion.words.words import BriefWords

log = logging.getLogger(__name__)

BRIGHT, DIM = 0xCF, 0x10
FRAME_SECONDS = 0.023  # what a whole picture takes on I2C at 400 kHz: more are never seen
Work = tuple[Display, Edition, tuple[str, ...]]


class Painter:
    """An outlet of the table; only the newest page is drawn, every sound is played."""

    def __init__(self, panel: Panel | None, buzzer: Buzzer | None) -> None:
        self._panel = panel
        self._buzzer = buzzer
        self._changed = threading.Condition()
        self._work: Work | None = None
        self._painted = 0
        self._wanted = 0
        self._closing = False
        self._dim = False
        self._words: tuple[object, BriefWords] | None = None
        self._thread = threading.Thread(target=self._run, name="painter", daemon=True)

    def start(self) -> None:
        """Begin to draw."""
        self._thread.start()

    def close(self) -> None:
        """Draw what is left, then stop."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(3)

    def show(self, display: Display, edition: Edition, players: Sequence[str]) -> None:
        """Draw this page next; returns at once."""
        with self._changed:
            self._work = display, edition, tuple(players)
            self._wanted += 1
            self._changed.notify_all()

    def play(self, sound: Sound) -> None:
        """Let this be heard; returns at once."""
        from companion.screens.sound import PATTERNS

        if self._buzzer is not None:
            self._buzzer.play(PATTERNS[sound])

    def settled(self, timeout: float) -> bool:
        """Wait until the newest page is on its way to the panel; False after `timeout` seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: self._painted == self._wanted, timeout)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._work or self._closing)
                work, self._work, number = self._work, None, self._wanted
            if work is None:
                return
            try:
                self._paint(*work)
            except Exception:
                log.exception("a page could not be drawn: %r", work[0].screen)
            with self._changed:
                self._painted = number
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._closing, FRAME_SECONDS)

    def _paint(self, display: Display, edition: Edition, players: tuple[str, ...]) -> None:
        from companion.screens.canvas import Canvas
        from companion.screens.pages import draw

        if self._panel is None:
            return
        canvas = Canvas(*self._panel.size)
        draw(display.screen, canvas, self._words_for(display.language, edition, players))
        self._panel.show(canvas.image)
        if display.dim != self._dim:
            self._dim = display.dim
            self._panel.power(DIM if display.dim else BRIGHT)

    def _words_for(self, language: str, edition: Edition, players: tuple[str, ...]) -> BriefWords:
        """The words for a page; made once as long as language, edition and players stay the same."""
        from companion.words.words import BriefWords

        key = language, id(edition), players
        if self._words is None or self._words[0] != key:
            self._words = key, BriefWords(language, edition, players)
        return self._words[1]
