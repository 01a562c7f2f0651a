"""How a page asks the table: an input into the mailbox, an answer out of it, and the game that it is about."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import Annotated

from msgspec import Meta

from companion.rules.commands import Refusal
from companion.table.inputs import AnyInput, Mailbox
from companion.web.answers import RequestError
from companion.web.publisher import StreamPublisher
from companion.web.replica import Replica

ANSWER_SECONDS = 10.0

Face = Annotated[int, Meta(ge=1, le=6)]
Uid = Annotated[str, Meta(pattern="^([0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20})$")]


async def answered(mailbox: Mailbox, given: Callable[[Future[Refusal | None]], AnyInput]) -> Refusal | None:
    """Post what is given an answer to fill, and wait for that: the refusal, or none.

    :raises RequestError: 503 the table has not answered within ten seconds.
    """
    answer: Future[Refusal | None] = Future()
    mailbox.post(given(answer))
    try:
        return await asyncio.wait_for(asyncio.wrap_future(answer), ANSWER_SECONDS)
    except TimeoutError:
        raise RequestError(503, "request.silent") from None


def game_at(publisher: StreamPublisher) -> Replica:
    """The game as it stands this moment.

    :raises RequestError: 409 no game has been on the table.
    """
    publisher.catch_up()
    if publisher.replica is None:
        raise RequestError(409, "request.no-game")
    return publisher.replica
