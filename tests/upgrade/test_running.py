"""Table and hub of an earlier version, opened by this one as their people would: everything goes on where it stood."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec
import pytest

from companion.hub.hub import Hub
from companion.hub.store import Store, sqlite_url
from companion.ledger.history import fold
from companion.ledger.seal import key_beside
from companion.ledger.store import Archive
from companion.publishing.wire import Membership, membership_file, read_membership
from tests.e2e.process import Banker
from tests.hub.browser import PIN, Browser
from tests.hub.programs import Program
from tests.hub.servers import free_port, wait_for
from tests.upgrade.left import Left

TABLE_PIN = "271828"
PAGES = ("", "table", "help", "referee", "screen", "phone")


def go_on(table: Banker, left: Left) -> Browser:
    """Continue the game, and have the referee count a player's money again; gives the referee."""
    table.press("ok")
    referee = Browser(f"http://127.0.0.1:{table.port}")
    referee.proof = json.loads(referee.post("/referee/in", {"pin": TABLE_PIN}))["proof"]
    wish = {"do": "set", "subject": "cash", "where": 0, "value": 4321, "reason": "counted again"}
    wait_for(lambda: referee.status("/referee/ask", wish) == 200)
    with Archive(left.ledger) as archive:
        entries = archive.entries(left.running)
    then = left.facts.games[left.running]
    assert len(entries) == then.entries + 1
    state = fold(entries).state
    assert state.accounts[0] == 4321
    assert state.accounts[1 : len(then.players)] == then.outcome["accounts"][1 : len(then.players)]
    return referee


def test_the_table_goes_on(left: Left) -> None:
    key = key_beside(left.ledger).read_bytes()
    with Banker(left.ledger) as table:
        referee = go_on(table, left)
        assert [page for page in PAGES if referee.status(f"/{page}") != 200] == []
        assert table.close() == 0
    assert key_beside(left.ledger).read_bytes() == key
    with Archive(left.ledger) as archive:
        assert archive.ids() == list(left.facts.games)


def test_a_real_table_reads_its_tags_and_opens(left: Left) -> None:
    with Banker(left.ledger, where="--real") as table:
        assert table.close() == 0


class Hall:
    """The hub that was left, at free ports of this machine, and the organiser at its pages."""

    def __init__(self, left: Left) -> None:
        pages, self.join, broker = free_port(), free_port(), free_port()
        ports = (
            "--port",
            str(pages),
            "--join-port",
            str(self.join),
            "--broker-port",
            str(broker),
            "--host",
            "127.0.0.1",
        )
        member = read_membership(membership_file(left.state))
        assert member is not None
        here = msgspec.structs.replace(member, port=broker, url=f"https://localhost:{self.join}")
        membership_file(left.state).write_bytes(msgspec.json.encode(here))
        self.hub = Program(left.state, "companion", "hub", "--pin", PIN, "--name", "localhost", *ports)
        self.organiser = Browser(f"http://localhost:{pages}")
        wait_for(self.organiser.can_sign_in)

    def entries(self, game: str) -> int:
        """How many entries of a game the hub shows."""
        rows = json.loads(self.organiser.get("/data/tables.json"))
        return max((int(row["entries"]) for row in rows if row["game"] == game), default=-1)


@pytest.fixture
def hall(left: Left) -> Iterator[Hall]:
    hall = Hall(left)
    yield hall
    hall.hub.end()


def test_the_tournament_goes_on(left: Left, hall: Hall) -> None:
    """What the table had not sent yet arrives, and so does what it plays now."""
    assert hall.entries(left.running) == left.facts.hub_entries[left.running]
    with Banker(left.ledger) as table:
        go_on(table, left)
        wait_for(lambda: hall.entries(left.running) > left.facts.games[left.running].entries)
        assert table.close() == 0
    assert json.loads(hall.organiser.get("/data/incidents.json")) == []


def test_a_box_of_that_version_joins(left: Left, hall: Hall) -> None:
    """It asks as it did, and finds in the answer all that it needs."""
    authority = (left.state / "hub/certificates/authority.pem").read_text()
    inviting = Hub(Store(sqlite_url(left.state / "hub/hub.sqlite")), left.facts.seat["event"])
    code = inviting.boxes.invite(authority)[1]
    inviting.store.close()
    box = Browser(f"https://localhost:{hall.join}", authority)
    answer = msgspec.json.decode(box.post("/join", {"code": code, "key": left.facts.key}), type=Membership)
    assert answer.event == left.facts.seat["event"]
