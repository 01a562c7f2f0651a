"""The thread that takes what tables say, in batches, and tries a batch again until the database has it.

What comes while the inbox is full is left out; the tables send it again, since nobody acknowledges it (wire.py).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from queue import Empty, SimpleQueue
from threading import Event, Thread

from sqlalchemy.exc import DBAPIError

log = logging.getLogger(__name__)

BATCH = 400
FULL = 20_000  # messages; a thousand tables that come back together bring a few thousand
LOOK_SECONDS = 1.0
RETRY_SECONDS = 1.0

Message = tuple[str, str, bytes, datetime]  # box, kind, payload, when it came


class Worker:
    """Calls `process` with messages, again while the database fails, and `look` every second, busy or not."""

    def __init__(self, process: Callable[[Sequence[Message]], None], look: Callable[[], None]) -> None:
        self._process, self._look = process, look
        self._inbox: SimpleQueue[Message | None] = SimpleQueue()
        self._closing = Event()
        self._looked = 0.0
        self._is_full = False
        self._thread = Thread(target=self._run, name="intake", daemon=True)

    def put(self, message: Message) -> None:
        """Queue a message, or leave it out where too many wait; returns at once."""
        was_full, self._is_full = self._is_full, self._inbox.qsize() >= FULL
        if not self._is_full:
            self._inbox.put(message)
        elif not was_full:
            log.warning("%d messages wait already; what comes now is left out, the tables will send it again", FULL)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Take no more; what is not acknowledged comes again."""
        self._closing.set()
        self._inbox.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._closing.is_set():
            messages = self._gather()
            while messages and not self._closing.is_set() and not self._try(messages):
                self._closing.wait(RETRY_SECONDS)
            if time.monotonic() - self._looked >= LOOK_SECONDS:
                self._looked = time.monotonic()
                self._try(())

    def _gather(self) -> list[Message]:
        messages: list[Message] = []
        try:
            message = self._inbox.get(timeout=LOOK_SECONDS)
            while message is not None:
                messages.append(message)
                message = self._inbox.get_nowait() if len(messages) < BATCH else None
        except Empty:
            return messages
        return messages

    def _try(self, messages: Sequence[Message]) -> bool:
        """Take a batch, or look when there is none; False when the database failed."""
        try:
            self._process(messages) if messages else self._look()
        except DBAPIError as error:
            log.warning("the database does not answer, the tables wait: %s", error.orig)
            return False
        except Exception:
            log.exception("a batch of messages is left out; the tables will send it again")
        return True
