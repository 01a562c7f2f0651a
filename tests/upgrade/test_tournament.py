"""A hub of an earlier version opened by this one, and boxes and hubs of different versions that talk to each other."""

import sqlite3
from pathlib import Path

import msgspec
import pytest

from companion.commands.verify import NOT_PROVEN
from companion.hub.hub import Hub
from companion.hub.store import Store, sqlite_url
from companion.publishing import wire
from companion.publishing.cursors import APART, Cursor, Cursors, beside
from companion.publishing.outbox import Outbox, status
from companion.rules.rules import Rules
from companion.words.refusals import worded
from tests.hub.tables import Ear, say
from tests.upgrade.conftest import Banker
from tests.upgrade.left import Left, Said, lacks

EVENT = "cup"


def database(left: Left) -> Path:
    return left.state / "hub/hub.sqlite"


def test_the_hub_says_what_it_said(left: Left, banker: Banker) -> None:
    assert EVENT in banker("hub", "events")[1]
    assert banker("hub", "export", left.home / "export")[0] == 0
    for kind, then in left.facts.hub.items():
        now = msgspec.json.decode((left.home / "export" / f"{kind}.json").read_bytes())
        assert lacks(now, then) == [], kind
    for game, entries in left.facts.hub_entries.items():
        assert banker("verify", left.home / "export" / f"{game}.jsonl")[0] in (0, NOT_PROVEN)
        assert len((left.home / "export" / f"{game}.jsonl").read_bytes().splitlines()) >= entries


@pytest.fixture
def hub(left: Left) -> Hub:
    """The hub as it was before any table had sent a line."""
    with sqlite3.connect(database(left)) as connection:
        for table in ("entries", "seals", "games"):
            connection.execute(f"DELETE FROM {table}")
    connection.close()
    return Hub(Store(sqlite_url(database(left))), EVENT, Rules)


def heard_by(hub: Hub, said: list[Said]) -> dict[str, wire.Have]:
    """What the hub has of each game after it has heard all that."""
    have: dict[str, wire.Have] = {}
    for each in said:
        if each.way == "up":
            have |= {answer.game: answer for answer in say(hub, each.box, each.kind, each.payload.encode())}
    return have


def test_boxes_of_that_version_are_understood(left: Left, hub: Hub) -> None:
    have = heard_by(hub, left.said)
    assert {game: answer.length for game, answer in have.items()} == left.facts.hub_entries
    assert {answer.refused for answer in have.values()} == {""}
    assert hub.store.incidents(EVENT) == []
    assert len({each.version for each in hub.boxes.status.values()} - {""}) == 1
    hub.store.close()


def test_what_only_a_later_version_can_write_is_refused_in_one_line(left: Left, hub: Hub) -> None:
    first = next(each for each in left.said if each.kind == "lines")
    later = first.payload.replace('"format":1,', '"format":99,', 1).partition("\n")[0]
    [answer] = say(hub, first.box, "lines", later.encode())
    [incident] = hub.store.incidents(EVENT)
    assert (answer.length, answer.refused) == (0, incident.kind)
    assert "\n" not in worded(incident.why)
    assert len(status([Cursor(answer.game, 0, 0, refused=answer.refused)])) == 1
    hub.store.close()


class Mouth(Ear):
    """A connection that keeps what a box says."""

    def __init__(self) -> None:
        super().__init__([])
        self.said: list[tuple[str, bytes]] = []

    def send(self, topic: str, payload: bytes, *, keep: bool = False, sure: bool = True) -> None:
        """Keep it; only what the box says of itself now and then may get lost."""
        assert not keep
        assert sure == (not topic.endswith("/health"))
        self.said.append((wire.parts(topic)[2], payload))


def shape(message: bytes | str) -> dict[str, str]:
    """The members of a message and what they are; numbers are all alike, and a member may be missing."""
    return {
        key: "number" if isinstance(value, int | float) else type(value).__name__
        for key, value in msgspec.json.decode(message, type=dict[str, object]).items()
        if value is not None
    }


def test_hubs_of_that_version_are_understood_and_can_understand(left: Left) -> None:
    """A box that has not sent its tournament yet says what the earlier one said, and takes the answers of that hub."""
    member = wire.read_membership(left.state / "hub.json")
    assert member is not None
    cursors = Cursors(beside(left.ledger))
    for cursor in cursors.all().values():
        if cursor.round != APART:
            cursors.keep(msgspec.structs.replace(cursor, have=0, seals=0, over=False))
    seats: list[wire.Seat] = []
    mouth = Mouth()
    outbox = Outbox(left.ledger, cursors, member, left.facts.key, seats.append)
    outbox.connection = mouth
    outbox.connected()
    outbox.step()
    then = [each for each in left.said if each.box == member.box]
    up = {each.kind: each.payload for each in then if each.way == "up"}
    assert {kind for kind, _ in mouth.said} == set(up) - {"gone"}
    for kind, payload in mouth.said:
        if kind not in ("lines", "seal"):
            assert lacks(shape(payload), shape(up[kind])) == []
    sent = b"\n".join(payload for kind, payload in mouth.said if kind == "lines").splitlines()
    assert {line.encode() for each in then if each.kind == "lines" for line in each.payload.split("\n")} <= set(sent)
    for each in then:
        if each.way == "down":
            outbox.hear(each.topic, each.payload.encode())
    outbox.step()
    games = {cursor.game: cursor for cursor in cursors.all().values() if cursor.round != APART}
    answers = [wire.read(each.payload.encode(), wire.Have) for each in then if each.kind == "have"]
    expected = dict.fromkeys(games, 0) | {answer.game: answer.length for answer in answers}
    assert {game: cursor.have for game, cursor in games.items()} == expected
    assert [cursor.over for cursor in games.values()] == [game != left.running for game in games]
    assert lacks(msgspec.json.decode(msgspec.json.encode(seats[-1])), left.facts.seat) == []
    outbox.stop()


def test_joining_is_asked_as_it_was(left: Left) -> None:
    """A hub of that version refuses whoever asks for more."""
    assert left.facts.key
    asked = msgspec.json.decode(msgspec.json.encode(wire.Joining("code", left.facts.key)))
    assert set(asked) == {"code", "key"}
