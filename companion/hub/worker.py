"""The thread that takes what tables say, in batches, and tries a batch again until the database has it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from queue import Empty, SimpleQueue
from threading import Event, Thread

from sqlalchemy.exc import DBAPIError

log = logging.getLogger(__name__)

BATCH = 400
LOOK_SECONDS = 1.0
RETRY_SECONDS = 1.0

Message = tuple[str, str, bytes, datetime]  # box, kind, payload, when it came


class Worker:
    """Calls `process` with messages, again while the database fails, and `look` when all is quiet."""

    def __init__(self, process: Callable[[Sequence[Message]], None], look: Callable[[], None]) -> None:
        self._process, self._look = process, look
        self._inbox: SimpleQueue[Message | None] = SimpleQueue()
        self._closing = Event()
        self._thread = Thread(target=self._run, name="intake", daemon=True)

    def put(self, message: Message) -> None:
        """Queue a message; returns at once."""
        self._inbox.put(message)

    def start(self) -> None:
        """Begin to take messages."""
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
            while not self._closing.is_set() and not self._try(messages):
                self._closing.wait(RETRY_SECONDS)

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
        """Take a batch; False when the database failed."""
        try:
            self._process(messages) if messages else self._look()
        except DBAPIError as error:
            log.warning("the database does not answer, the tables wait: %s", error.orig)
            return False
        except Exception:
            log.exception("a batch of messages is left out; the tables will send it again")
        return True
