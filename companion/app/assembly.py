"""A whole table put together: devices or simulated chips, ledger, table and display, started and closed in order."""

from __future__ import annotations

import gc
import hashlib
import logging
import random
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

from companion.app.backups import Backups
from companion.app.painter import Painter
from companion.config import Config
from companion.devices.box import Box
from companion.devices.ports import FaultKind
from companion.devices.settings import BoxSettings
from companion.disk import put_aside
from companion.errors import Message, UserError
from companion.ledger.store import Ledger
from companion.paths import state_directory
from companion.rules.edition import Edition
from companion.table.inputs import (
    Button,
    Clashed,
    DiceRead,
    Faulted,
    Held,
    Lifted,
    Mailbox,
    Pressed,
    Recovered,
    Remembered,
    Stopped,
    Tapped,
    Turned,
)
from companion.table.keeper import Keeper
from companion.table.settings import COLORS, Evening, TableSettings
from companion.table.table import Table
from companion.table.tags import AnyTag, CardTag, DeedTag, PlayerTag, RefereeTag, TagBook, board_key

if TYPE_CHECKING:
    from companion.simulator.box import SimulatedBox


def spare_loaded() -> None:
    """Let full collections pass over what is loaded by now and stays: each look at it would stop all threads."""
    gc.collect()
    gc.freeze()


def keeper_of(config: Config) -> Keeper:
    """The evening that this table keeps.

    :raises UserError: the file cannot be read, or is none of ours.
    """
    table = config.table
    fields = {field: getattr(table, field) for field in Evening.__struct_fields__ if hasattr(table, field)}
    return Keeper.read(state_directory() / "evening.json", Evening(**fields))


Kept = TypeVar("Kept")


def sound_or_aside(path: Path, read: Callable[[], Kept], aside: list[Path]) -> Kept:
    """What a file says that is kept beside the ledger; one that cannot be used is put aside, noted, and begun anew.

    :raises UserError: the disk refuses, or it is not the file's fault.
    """
    try:
        return read()
    except UserError as error:
        if error.reason == "file" or not path.exists():
            raise
        try:
            aside.append(put_aside(path))
        except OSError as refused:
            raise UserError("file", path=path, error=refused) from error
        return read()


log = logging.getLogger(__name__)

BUTTONS = {button.value: button for button in Button} | {"menu": Button.INFO, "push": Button.OK}


class DeviceInputs:
    """A `devices.ports.Listener` that turns what it hears into inputs of the table."""

    def __init__(self, mailbox: Mailbox) -> None:
        self._post = mailbox.post

    def laid(self, uid: str) -> None:
        """A tag was laid on the reader."""
        self._post(Tapped(uid))

    def lifted(self, uid: str) -> None:
        """A tag was taken off."""
        self._post(Lifted(uid))

    def clashed(self) -> None:
        """Two tags lie on the reader."""
        self._post(Clashed())

    def pressed(self, name: str) -> None:
        """A button went down; one of another name than the table's is only logged."""
        if name in BUTTONS:
            self._post(Pressed(BUTTONS[name]))
        else:
            log.warning("button %r means nothing to the table", name)

    def held(self, name: str) -> None:
        """A button has been held."""
        if name in BUTTONS:
            self._post(Held(BUTTONS[name]))

    def released(self, name: str) -> None:
        """Letting go means nothing."""

    def turned(self, step: int) -> None:
        """The dial went on by a detent."""
        self._post(Turned(step))

    def rolled(self, dice: tuple[int, ...], speed: str, source: str, sequence: int) -> None:
        """The die was read."""
        shown = (*dice, int(speed) if speed.isdigit() else speed) if speed else dice
        self._post(DiceRead(shown, f"{source}:{sequence}"))

    def remembered(self, words: tuple[str, ...], source: str) -> None:  # noqa: ARG002
        """The die was found, with what it keeps."""
        self._post(Remembered(words))

    def faulted(self, device: str, kind: FaultKind, detail: Message) -> None:  # noqa: ARG002
        """A device has failed."""
        self._post(Faulted(device, kind.value))

    def recovered(self, device: str) -> None:
        """A device works again."""
        self._post(Recovered(device))


CARD_BYTES, STICKER_BYTES = 4, 7  # a plastic card, an NTAG sticker


def virtual_tags(editions: Iterable[Edition], players: Iterable[str] = ()) -> dict[str, AnyTag]:
    """UIDs for all colors, these players, and everything that these editions have, the same ones every time."""
    tags: dict[str, AnyTag] = {_uid(PlayerTag(name), CARD_BYTES): PlayerTag(name) for name in (*COLORS, *players)}
    tags[_uid(RefereeTag(), CARD_BYTES)] = RefereeTag()
    for edition in editions:
        board = board_key(edition.board)
        deeds: list[AnyTag] = [DeedTag(board, square) for square in edition.board.deeds()]
        cards: list[AnyTag] = [CardTag(board, deck, card.id) for deck, pile in edition.decks.items() for card in pile]
        tags |= {_uid(tag, STICKER_BYTES): tag for tag in deeds + cards}
    return tags


def virtual_book(editions: Iterable[Edition], players: Iterable[str] = ()) -> TagBook:
    """A book of these tags that is not kept."""
    return TagBook(None, virtual_tags(editions, players))


def _uid(tag: AnyTag, length: int) -> str:
    """A UID as the chips have them: 04 stands for NXP; 88 never comes first (ISO 14443-3 6.5.4)."""
    return "04" + hashlib.sha256(repr(tag).encode()).hexdigest()[: 2 * (length - 1)]


STOP_SECONDS = 5.0


class OpenTable:
    """One table; with a bench it stands on simulated chips, and nothing else is different."""

    def __init__(
        self,
        box: BoxSettings,
        ledger: Path,
        tags: TagBook,
        keeper: Keeper,
        settings: TableSettings,
        *,
        simulated: bool,
        clock: Callable[[], float] = time.monotonic,
        chance: random.Random | None = None,
    ) -> None:
        self.ledger = Ledger(ledger)
        self._backups = Backups(ledger)
        self.bench = _bench(box) if simulated else None
        self._box_settings = self.bench.settings if self.bench else box
        mailbox = Mailbox()
        self.box = Box(self._box_settings, DeviceInputs(mailbox))
        self.painter = Painter(self.box.panel, self.box.buzzer)
        self.table = Table(
            self.ledger,
            tags,
            keeper,
            settings,
            self.painter,
            mailbox=mailbox,
            clock=clock,
            chance=chance,
            at_rest=self._backups.ask,
            die=self.box.die,
        )
        self._thread = threading.Thread(target=self.table.run, name="table", daemon=True)

    @property
    def is_running(self) -> bool:
        """Whether the thread of the game lives."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Start the display, the devices and the game; what is missing is said on the display, never an error here."""
        if self.bench:
            self.bench.follow(reader=self.box.reader, buttons=self.box.buttons, encoder=self.box.encoder)
            if self.box.die:
                self.bench.die.plug()
        self.painter.start()
        self.box.start()
        self._thread.start()

    def close(self) -> None:
        """End the game's thread first, so that nothing is half done, then everything else."""
        self.table.mailbox.post(Stopped())
        if self._thread.is_alive():
            self._thread.join(STOP_SECONDS)
        self._backups.close()
        self.painter.close()
        self.box.close()
        if self.bench:
            self.bench.close()
        self.ledger.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _bench(settings: BoxSettings) -> SimulatedBox:
    from companion.simulator.box import SimulatedBox

    return SimulatedBox(settings)
