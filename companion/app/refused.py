"""A start that was refused: the panel says why in a sentence, and where the whole of it can be read; then it is tried
again, so that a box that was put right opens by itself and none stays dark."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import TypeVar

from companion.app.assembly import keeper_of
from companion.app.painter import Painter
from companion.config import Config
from companion.devices.panel import OledPanel
from companion.devices.ports import FaultKind
from companion.editions import registry
from companion.errors import Fault, FaultyFile, Message, UserError, message
from companion.table.parts import Trouble
from companion.table.shown import Address, Notice
from companion.table.views import Display
from companion.web.refusing import RefusalServer
from companion.words.refusals import worded

log = logging.getLogger(__name__)

ROOM = 72  # letters on the smallest panel
TURN_SECONDS = 6.0  # in which one reads a sentence, or takes a picture of a code


Opened = TypeVar("Opened")


def patiently(
    opening: Callable[[], Opened], sign_for: Callable[[UserError], RefusalSign], stop: Event
) -> Opened | None:
    """What is opened, as soon as nothing is wrong with it; until then a sign says what is. None: stopped before."""
    sign: RefusalSign | None = None
    try:
        while not stop.is_set():
            try:
                return opening()
            except (UserError, OSError) as refused:
                error = refused if isinstance(refused, UserError) else UserError("start-failed", error=refused)
                if sign is None or not sign.says(error):
                    sign = _renewed(sign, sign_for, error)
                sign.show(error)
            stop.wait(TURN_SECONDS)
        return None
    finally:
        if sign is not None:
            sign.close()


def _renewed(sign: RefusalSign | None, sign_for: Callable[[UserError], RefusalSign], error: UserError) -> RefusalSign:
    """Another sign for another error: the settings that it goes by may have changed too."""
    if sign is not None:
        sign.close()
    return sign_for(error)


class RefusalSign:
    """Panel and page of a box that does not open, until it is closed."""

    def __init__(self, config: Config, error: UserError) -> None:
        self._language = _language(config)
        self._edition = registry.load("classic")
        self._panel = OledPanel(config.box.panel, self) if config.box.panel else None
        self._painter = Painter(self._panel, None)
        self._server = RefusalServer(config.web, self._language, error)
        self._error = error
        self._url = ""
        self._turns = 0
        self._painter.start()
        if self._panel:
            self._panel.start()
        try:
            self._server.start()
        except UserError as refused:
            log.warning("no page says why: %s", refused)
        else:
            self._url = self._server.shared_url

    def says(self, error: UserError) -> bool:
        """Whether this is what it was put up for."""
        return str(error) == str(self._error)

    def show(self, error: UserError) -> None:
        """Say why; in turns with the address, where phones can reach it."""
        shows_address = self._url and self._turns % 2
        self._turns += 1
        screen = (
            Address(url=self._url) if shows_address else Notice(Trouble.NOT_OPEN, name=brief(error, self._language))
        )
        self._painter.show(Display(screen, self._language), self._edition, ())

    def close(self) -> None:
        """Give panel and port to the table."""
        self._server.stop()
        self._painter.close()
        if self._panel:
            self._panel.close()

    def faulted(self, device: str, kind: FaultKind, detail: Message) -> None:
        """The panel does not answer; it is tried again by itself."""
        log.warning("%s: %s: %s", device, kind.value, detail)

    def recovered(self, device: str) -> None:
        """The panel answers again, and shows what it should."""


def _language(config: Config) -> str:
    """The language that was spoken last, else that of the settings."""
    try:
        return keeper_of(config).evening.language
    except UserError:
        return config.table.language


def brief(error: UserError, language: str) -> str:
    """The first thing that is wrong, with files by their names, and as much of what to do as fits on a small panel."""
    if not (isinstance(error, FaultyFile) and error.faults):
        return _fitted(_named(error.message), language)
    first = error.faults[0]
    fault = first._replace(file=Path(first.file).name, message=_named(first.message))
    told = _fitted(fault, language)
    return told if len(told) <= ROOM else _fitted(fault._replace(message=message("file.no-good")), language)


def _fitted(said: Message | Fault, language: str) -> str:
    """The first part of a sentence, and those after it that there is room for."""
    shown, *parts = worded(said, language).split(";")
    for part in parts:
        if len(shown) + len(part) >= ROOM:
            break
        shown = f"{shown};{part}"
    return shown.strip()


def _named(said: Message) -> Message:
    """The same with files by their names only, and without what a library says in its own language."""
    if said.key == "file.not-toml":
        return message("file.no-toml")
    return message(said.key, **{name: _short(value) for name, value in said.figures})


def _short(value: object) -> object:
    if isinstance(value, Path):
        return value.name
    return _named(value) if isinstance(value, Message) else value
