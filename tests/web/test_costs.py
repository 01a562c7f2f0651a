"""What one wish costs with four browsers at the table, by count: messages, wordings, transactions and flushes."""

from __future__ import annotations

import asyncio
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.bench.seated import Seated
from companion.editions import registry
from companion.ledger import seal
from companion.ledger.entry import LedgerError
from companion.rules import edition
from companion.rules.events import TurnBegan
from companion.web.pages import SPECTATOR
from companion.web.publisher import StreamPublisher
from companion.web.stream import Reader, Stream, Write
from companion.words.words import Words

BROWSERS, WISHES = 4, 80
TOPIC = re.compile(rb"^event: (\w+)$", re.MULTILINE)


class Notebook:
    """Writes down calls, which are carried out all the same."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[str] = []
        self._monkeypatch = monkeypatch

    def watch(self, owner: object, name: str) -> None:
        real: Callable[..., object] = getattr(owner, name)

        def noted(*given: object, **named: object) -> object:
            self.calls.append(name)
            return real(*given, **named)

        self._monkeypatch.setattr(owner, name, noted)

    def statement(self, sql: str) -> None:
        """Note what a statement of SQLite writes."""
        words = sql.split()
        if words[0] in ("INSERT", "COMMIT"):
            self.calls.append(" ".join(words[: 3 if words[0] == "INSERT" else 1]))

    def taken(self) -> list[str]:
        """What was called since this was asked the last time."""
        taken, self.calls[:] = list(self.calls), []
        return taken


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Notebook:
    return Notebook(monkeypatch)


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    seated = Seated(tmp_path)
    yield seated
    seated.ledger.close()


def hearing(heard: list[bytes]) -> Write:
    """A clear way to somebody who keeps what he hears."""

    def write(frames: bytes) -> bool:
        heard.append(frames)
        return True

    return write


def entries(seated: Seated) -> int:
    assert seated.table.game is not None
    return len(seated.table.game.steps)


def has_begun_a_turn(seated: Seated, since: int) -> bool:
    assert seated.table.game is not None
    return any(isinstance(event, TurnBegan) for step in seated.table.game.steps[since:] for event in step.events)


def test_a_wish_is_worded_once_and_each_browser_is_handed_the_same_bytes_once(seated: Seated) -> None:
    async def scene() -> None:
        stream, sent = Stream(), [list[bytes]() for _ in range(BROWSERS)]
        stream.attach(asyncio.get_running_loop())
        publisher = StreamPublisher(seated.table.feed, seated.table, stream)
        seated.table.handle(seated.asked())
        for heard in sent:
            reader = Reader(0, "en", frozenset(SPECTATOR), hearing(heard))
            stream._waiting[reader] = asyncio.get_running_loop().create_future()
        publisher.catch_up()
        for _ in range(WISHES):
            before = entries(seated)
            for heard in sent:
                heard.clear()
            seated.table.handle(seated.asked())
            publisher.catch_up()
            assert [len(heard) for heard in sent] == [1] * BROWSERS
            assert all(heard[0] is sent[0][0] for heard in sent)
            told = Counter(topic.decode() for topic in TOPIC.findall(sent[0][0]))
            assert (told["standing"], told["head"]) == (1, 1)
            assert told["line"] <= entries(seated) - before
            assert max(told["charts"], told["board"], told["countdown"], told["chances"]) <= 1
            publisher.catch_up()
            assert [len(heard) for heard in sent] == [1] * BROWSERS, "nothing is told twice"

    asyncio.run(scene())


def test_a_turn_is_sealed_after_it_is_shown_and_a_wish_is_flushed_once(seated: Seated, notebook: Notebook) -> None:
    seated.table.handle(seated.asked())
    seated.ledger._db.set_trace_callback(notebook.statement)
    seated.table.feed.subscribe(lambda _: notebook.calls.append("published"))
    notebook.watch(os, "fdatasync")
    sealed = 0
    for _ in range(WISHES):
        before = entries(seated)
        seated.table.handle(seated.asked())
        calls = notebook.taken()
        wrote, told = calls.index("INSERT INTO entries"), calls.index("published")
        assert wrote < told
        assert calls.count("published") == 1
        assert calls[told + 1 :] in (["fdatasync"], ["INSERT INTO seals", "COMMIT", "fdatasync"])
        assert ("COMMIT" in calls) == has_begun_a_turn(seated, before)
        sealed += "COMMIT" in calls
    assert 0 < sealed < WISHES / 2


def test_the_key_is_read_once_for_all_seals_and_again_when_it_is_another(seated: Seated, notebook: Notebook) -> None:
    notebook.watch(seal, "_load_private")
    game = seated.table.game_id
    path = seal.key_beside(seated.ledger.path)
    keys = set[str]()
    for _ in range(3):
        for _ in range(WISHES // 2):
            seated.table.handle(seated.asked())
        keys.add(seated.ledger.seal(game, "demand").key)
    assert (len(notebook.taken()), len(keys)) == (1, 1)
    path.unlink()
    seal.public_of(path).unlink()
    assert seated.ledger.seal(game, "demand").key not in keys
    assert seal.own_public(seated.ledger.path) not in keys
    path.chmod(0o644)
    with pytest.raises(LedgerError):
        seated.ledger.seal(game, "demand")


def test_which_rules_hold_is_asked_once_of_an_edition(notebook: Notebook) -> None:
    notebook.watch(edition, "is_in_force")
    words = Words("en", registry.load("classic"))
    found = words.cited(("S0-20", "S0-21"))
    asked = len(notebook.taken())
    assert asked >= len(found) > 0
    assert words.cited(["S0-20", "S0-21"]) == found
    assert notebook.taken() == []
    assert words.cited(("S0-21",)) == found[-1:]
