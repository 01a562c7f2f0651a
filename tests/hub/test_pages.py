import asyncio
import csv
import hashlib
import io
import re
import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from starlette.types import Message

from companion.errors import UserError
from companion.hub import reports
from companion.hub.hub import Hub
from companion.hub.pages import HubPages
from companion.hub.service import HubService, Ports
from companion.hub.store import Store, sqlite_url
from companion.publishing import joining, wire
from companion.tournament import records
from tests.hub.browser import PIN, Browser
from tests.hub.servers import free_port, wait_for
from tests.hub.tables import EVENT, Table, say, set_up


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubService]:
    folder = tmp_path_factory.mktemp("hub")
    store = Store(sqlite_url(folder / "hub.sqlite"))
    set_up(store, people=8, rounds=2)
    running = HubService(Hub(store, EVENT), folder, ("localhost",), Ports("127.0.0.1", 0, 0, free_port()), PIN)
    running.start()
    yield running
    running.stop()
    store.close()


@pytest.fixture
def public(running: HubService) -> Browser:
    return Browser(running.url)


@pytest.fixture
def organiser(running: HubService) -> Browser:
    browser = Browser(running.url)
    browser.sign_in()
    return browser


def test_a_round_from_the_draw_to_the_standings(
    running: HubService, public: Browser, organiser: Browser, tmp_path: Path
) -> None:
    organiser.ask(do="draw")
    organiser.ask(do="begin")
    rows = msgspec.json.decode(public.get("/data/tables.json"))
    assert [row["state"] for row in rows] == ["waiting"] * 8
    tables = [Table(tmp_path / str(place), place) for place in range(2)]
    for place, table in enumerate(tables):
        _, code = running.hub.boxes.invite(running.endpoint.authority)
        member = joining.join(running.endpoint.url, code, table.key.public)
        table.played(4, 20)
        say(running.hub, member.box, "playing", wire.Playing(table.id, 0, place))
        say(running.hub, member.box, "lines", b"\n".join(table.lines()))
        assert public.status(f"/games/{table.id}.jsonl") == 401  # not sealed yet
        assert organiser.status(f"/games/{table.id}.jsonl") == 200
        say(running.hub, member.box, "seal", table.seals()[0])
        assert public.get(f"/games/{table.id}.jsonl").splitlines() == [*table.lines(), *table.seals()]
        table.ledger.close()
    organiser.ask(do="close")
    rows = list(csv.DictReader(io.StringIO(public.get("/data/standings.csv").decode("utf-8-sig"))))
    assert len(rows) == 8
    assert rows[0]["rank"] == "1"
    assert sum(float(row["points"]) for row in rows) == pytest.approx(200, abs=0.5)
    with urllib.request.urlopen(f"{running.url}tables/1/events", timeout=10) as stream:
        told = b"".join(stream.readline() for _ in range(16))
    assert b"event: board" in told
    assert b"event: line" in told


def test_everybody_may_look_and_nobody_may_touch(public: Browser) -> None:
    for path in ("/", "/organiser", "/tables/1", "/data/people.csv", "/data/disputes.json", "/archive.json"):
        assert public.status(path) == 200
    for path in ("/data/incidents.json", "/data/boxes.csv", "/data/records.json", "/organiser/events"):
        assert public.status(path) == 401
    assert public.status("/data/nonsense.json") == 404
    assert public.status("/organiser/do", {"do": "draw"}) == 401
    assert public.status("/organiser/codes.pdf", {}) == 401
    assert public.status("/organiser/in", {"pin": "0000"}) == 403


def test_the_organiser_needs_the_proof_and_the_rules(organiser: Browser) -> None:
    assert organiser.status("/organiser/do", {"do": "call"}) in (200, 409)
    assert organiser.status("/organiser/do", {"do": "fly"}) == 400
    assert organiser.status("/organiser/do", {"do": "note", "record": {"type": "CheckedIn", "number": 99}}) == 409
    organiser.proof = "guessed"
    assert organiser.status("/organiser/do", {"do": "call"}) == 403


def test_the_organiser_signs_in_over_tls(running: HubService) -> None:
    browser = Browser(running.endpoint.url, running.endpoint.authority)
    browser.sign_in()
    browser.ask(do="dispute", table=0, text="over TLS")
    assert [cookie.secure for cookie in browser.cookies] == [True]
    assert browser.get("/").startswith(b"<!doctype html>")
    der = ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("localhost", running.endpoint.tls_port)))
    assert running.fingerprint.replace(":", "").lower() == hashlib.sha256(der).hexdigest()


def asked(running: HubService, method: str, path: str, client: str, scheme: str = "http") -> tuple[int, str]:
    """What somebody at an address is answered: the status, and where to go instead."""
    pages = HubPages(running.hub, PIN, running.endpoint, ("localhost",)).application()
    sent: list[Message] = []
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"lang=vi",
        "headers": [(b"host", b"localhost:8090"), (b"content-type", b"application/json")],
        "client": (client, 4711),
        "server": ("localhost", 8090),
        "scheme": scheme,
    }

    async def ask() -> None:
        await pages(scope, receive, send)

    async def receive() -> Message:
        return {"type": "http.request", "body": b'{"pin":"0000"}'}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(ask())
    return sent[0]["status"], dict(sent[0]["headers"]).get(b"location", b"").decode()


def test_nothing_private_travels_in_the_clear(running: HubService) -> None:
    tls = f"https://localhost:{running.endpoint.tls_port}"
    assert asked(running, "GET", "/", "192.0.2.7") == (200, "")
    assert asked(running, "GET", "/data/standings.json", "192.0.2.7") == (200, "")
    assert asked(running, "GET", "/organiser", "192.0.2.7") == (307, f"{tls}/organiser?lang=vi")
    for path in ("/organiser/in", "/organiser/do", "/join"):
        assert asked(running, "POST", path, "192.0.2.7") == (403, "")
    assert asked(running, "GET", "/box/game", "192.0.2.7")[0] == 307
    assert asked(running, "GET", "/organiser", "192.0.2.7", "https") == (200, "")
    for own in ("127.0.0.1", "::1"):
        assert asked(running, "GET", "/organiser", own) == (200, "")


def test_a_dispute_with_its_ruling_is_on_record(public: Browser, organiser: Browser) -> None:
    organiser.ask(do="dispute", table=0, text="was the rent claimed?", seq=7)
    number = len(msgspec.json.decode(public.get("/data/disputes.json"))) - 1
    ruling = {"type": "Ruled", "dispute": number, "ruling": "in time", "judge": "Head judge"}
    organiser.ask(do="note", record=ruling)
    row = msgspec.json.decode(public.get("/data/disputes.json"))[number]
    assert (row["entry"], row["ruling"], row["judge"]) == (7, "in time", "Head judge")
    assert row["game"]


def test_what_is_printed(public: Browser, organiser: Browser) -> None:
    for path in ("/print/seating.pdf", "/print/cards.pdf?lang=vi"):
        assert pages_of(public.get(path)) == 1
    assert pages_of(organiser.post("/organiser/codes.pdf?count=5", {})) == 2


def pages_of(pdf: bytes) -> int:
    assert pdf.startswith(b"%PDF")
    return len(re.findall(rb"/Type /Page\b", pdf))


def may(hub: Hub) -> list[str]:
    return list(msgspec.convert(reports.round_row(hub)["may"], list[str]))


def test_the_end_of_a_tournament(tmp_path: Path) -> None:
    store = Store(sqlite_url(tmp_path / "short.sqlite"))
    set_up(store, people=4, rounds=1)
    hub = Hub(store, EVENT)
    hub.draw(seed=1)
    assert may(hub) == ["draw", "begin"]
    hub.begin_round()
    assert may(hub) == ["extend", "call"]
    hub.do(records.Awarded(0, 0, (300, 900, 900, 0), "the box broke"))
    assert [row["why"] for row in reports.tables(hub)] == ["the box broke"] * 4
    assert "close" in may(hub)
    hub.close_round()
    row = reports.round_row(hub)
    first, second = (hub.tournament.name(person) for person in hub.tournament.rounds[0].tables[0][1:3])
    assert may(hub) == []
    assert row["winners"] in ([first, second], [second, first])
    store.close()


def test_a_late_person_is_added_and_checked_in(organiser: Browser, public: Browser) -> None:
    organiser.ask(do="add", person={"name": "=Trần Văn Trễ", "team": "Huế"})
    assert "'=Trần Văn Trễ".encode() in public.get("/data/people.csv")  # no formula for a spreadsheet
    assert organiser.status("/organiser/do", {"do": "add", "person": {"name": "=Trần Văn Trễ"}}) == 409


def test_a_code_joins_once_and_only_the_right_hub(running: HubService, tmp_path: Path) -> None:
    table = Table(tmp_path / "new", 5)
    table.ledger.close()
    box, code = running.hub.boxes.invite(running.endpoint.authority)
    url = running.endpoint.url
    spaced = code.replace("-", " ").lower()
    member = joining.join(*joining.split(f"{url}#{spaced}", ""), table.key.public)
    assert (member.box, member.port) == (box.id, running.endpoint.broker_port)
    for language, why in (("", "used already"), ("vi", "đã dùng")):
        with pytest.raises(UserError, match=why):
            joining.join(url, code, table.key.public, language)
    other = code[:-1] + ("A" if code[-1] != "A" else "B")
    with pytest.raises(UserError, match="another-hub"):
        joining.join(url, other, table.key.public)
    with pytest.raises(UserError, match="no game"):
        joining.take_over(member)
    file = tmp_path / "hub.json"
    joining.keep(file, member)
    assert file.stat().st_mode & 0o077 == 0
    assert wire.read_membership(file) == member
    with pytest.raises(urllib.error.URLError), urllib.request.urlopen(f"{url}/authority.pem", timeout=5):
        pass  # a browser does not know this authority


def test_what_was_refused_is_told_in_the_language_of_who_asks(running: HubService, organiser: Browser) -> None:
    running.hub.process([("stranger", "hello", b"?", running.hub.now())])
    close = {"do": "note", "record": {"type": "Closed", "round": 99}}
    for language, why, refused in (
        ("en", "nobody has invited stranger", "round 100 is not drawn"),
        ("vi", "không ai mời stranger", "chưa bốc thăm vòng 100"),
    ):
        rows = msgspec.json.decode(organiser.get(f"/data/incidents.json?lang={language}"))
        assert [row["told"] for row in rows if row["box"] == "stranger"] == [why]
        assert organiser.refusal(f"/organiser/do?lang={language}", close) == refused


def test_live_pages_are_told_of_changes(running: HubService, organiser: Browser) -> None:
    with urllib.request.urlopen(f"{running.url}events", timeout=10) as stream:
        organiser.ask(do="add", person={"name": "Somebody new"})
        wait_for(lambda: b"Somebody new" in stream.readline())


def test_the_broker_speaks_tls_with_our_certificate_only(running: HubService) -> None:
    context = ssl.create_default_context(cadata=running.endpoint.authority)
    address = ("localhost", running.endpoint.broker_port)
    with socket.create_connection(address) as plain, context.wrap_socket(plain, server_hostname="localhost") as tls:
        assert tls.version() in ("TLSv1.2", "TLSv1.3")
    with (
        socket.create_connection(address) as plain,
        pytest.raises(ssl.SSLCertVerificationError),
        ssl.create_default_context().wrap_socket(plain, server_hostname="localhost"),
    ):
        pass


def test_while_the_database_is_away(running: HubService, public: Browser, organiser: Browser) -> None:
    game = msgspec.json.decode(public.get("/data/tables.json"))[0]["game"]
    engine = running.hub.store.engine
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE entries RENAME TO away"))
    running.hub.intake.clear()
    assert public.status(f"/games/{game}.jsonl") == 503
    organiser.ask(do="add", person={"name": "In between"})
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE away RENAME TO entries"))
    assert public.status(f"/games/{game}.jsonl") == 200
    with urllib.request.urlopen(f"{running.url}events", timeout=10) as stream:
        wait_for(lambda: b"In between" in stream.readline())


def test_what_the_organiser_could_not_be_told_is_told_later(running: HubService) -> None:
    pages = HubPages(running.hub, PIN, running.endpoint)
    engine = running.hub.store.engine
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE incidents RENAME TO away"))
    with pytest.raises(DBAPIError):
        pages._look()
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE away RENAME TO incidents"))
    assert {"people", "disputes", "incidents"} <= pages._look()[0].keys()
    assert not {"people", "disputes", "incidents"} & pages._look()[0].keys()
