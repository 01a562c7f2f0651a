"""Whatever a page refuses, it refuses in a sentence of whoever asks."""

from __future__ import annotations

import json

import pytest

from companion.app.assembly import OpenTable
from companion.web.server import Server
from companion.words.languages import known
from tests.web.listener import Answer, ask
from tests.web.stands import Signed

PATHS = (
    "/", "/screen", "/screen/events", "/help", "/help/rules", "/head", "/head?seq=x", "/about", "/events",
    "/words/xx.json", "/static/nothing.js",
    "/table", "/table/events", "/table/hands", "/phone", "/phone/pair", "/phone/out", "/phone/session",
    "/phone/account",
    "/phone/trade", "/referee", "/referee/in", "/referee/out", "/referee/session", "/referee/events", "/referee/ask",
    "/referee/undo", "/referee/undo?seq=7", "/referee/throw", "/referee/game.jsonl", "/referee/ledger.db", "/nowhere",
)  # fmt: skip
METHODS = ("GET", "POST", "PUT", "DELETE", "OPTIONS", "BREW")
BODIES = (None, b"", b"{", b"[]", b'{"do":"nothing"}', b"\xff", b'{"pin":"000000"}', b"[" * 9000, b"x" * 20_000)
STREAMS = tuple(path for path in PATHS if path.endswith("/events"))


def refusals(port: int, **headers: str) -> dict[tuple[str, str, bytes | None], Answer]:
    """All that is refused of every path, method and body."""
    asked = {
        (path, method, body): ask(port, method, path, body, content_type="application/json", **headers)
        for path in PATHS
        for method in METHODS
        for body in (BODIES if method == "POST" else BODIES[:1])
        if not (method == "GET" and path in STREAMS)
    }
    return {place: answer for place, answer in asked.items() if answer[0] >= 400}


@pytest.mark.parametrize("signed", [False, True])
def test_every_refusal_is_a_sentence_in_the_language_of_whoever_asks(
    server: Server, stand: OpenTable, signed: bool
) -> None:
    who = Signed(server.port) if signed else None
    headers = {"cookie": who.cookie, "x_proof": who.proof} if who else {}
    told = {name: refusals(server.port, accept_language=name, **headers) for name in known()}
    english = told.pop("en")
    assert len(english) > 250
    for place, (status, _, body) in english.items():
        sentence = json.loads(body)["error"]
        assert sentence[0].isupper(), place
        assert sentence[-1] in ".?!", place
        for other in told.values():
            assert other[place][0] == status or 429 in (status, other[place][0]), place
            assert json.loads(other[place][2])["error"] != sentence, place
    assert stand.table.mailbox.settled()
