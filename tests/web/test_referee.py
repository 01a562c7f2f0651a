"""The referee's requests: nobody gets in without the PIN and the proof, and what he wishes goes through the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.app.assembly import OpenTable
from companion.ledger.audit import examine
from companion.rules.commands import Roll, TakeBack
from companion.rules.dice import PLAIN
from companion.rules.frames import BANK
from companion.table.tags import PlayerTag
from companion.web.server import Server
from tests.web.listener import Listener, ask, post
from tests.web.stands import PIN, Signed


@pytest.fixture
def referee(server: Server) -> Signed:
    return Signed(server.port)


def test_the_cookie_is_for_this_page_only(referee: Signed) -> None:
    for flag in ("HttpOnly", "SameSite=strict", "Path=/referee"):
        assert flag in referee.flags


@pytest.mark.parametrize("path", ["events", "undo?seq=1", "throw", "game.jsonl", "ledger.db"])
def test_nothing_is_told_without_a_session(server: Server, path: str) -> None:
    assert ask(server.port, "GET", f"/referee/{path}")[0] == 401
    assert ask(server.port, "GET", f"/referee/{path}", cookie="referee=wrong")[0] == 401


def test_nothing_is_done_without_session_and_proof(server: Server, referee: Signed, stand: OpenTable) -> None:
    wish = {"do": "end", "reason": "ruling"}
    assert post(server.port, "/referee/ask", wish)[0] == 401
    assert post(server.port, "/referee/ask", wish, cookie=referee.cookie)[0] == 403
    assert referee.ask(wish, x_proof="wrong")[0] == 403
    assert referee.ask(wish, origin="http://evil.example.com")[0] == 403
    assert referee.ask(wish, sec_fetch_site="cross-site")[0] == 403
    assert stand.table.game
    assert not stand.table.game.state.over


def test_a_storm_of_pins_is_slowed_down_and_the_table_plays_on(
    server: Server, referee: Signed, stand: OpenTable
) -> None:
    statuses = [post(server.port, "/referee/in", {"pin": f"{number:04}"})[0] for number in range(60)]
    assert statuses[:3] == [403] * 3
    assert set(statuses[3:]) == {429}
    status, headers, _ = post(server.port, "/referee/in", {"pin": PIN})
    assert status == 429
    assert int(headers["retry-after"]) > 0
    assert json.loads(referee.get("/referee/session")[2]) == {"proof": referee.proof}
    assert stand.bench
    assert stand.bench.roll(1, 2)


def test_a_figure_is_set_right_and_the_ledger_says_by_whom(referee: Signed, stand: OpenTable) -> None:
    status, _, body = referee.ask({"do": "set", "subject": "cash", "where": 1, "value": 777, "reason": "wrong-amount"})
    assert (status, body) == (204, b"")
    assert stand.table.game
    assert stand.table.game.state.accounts[1] == 777
    assert sum(stand.table.game.state.accounts) == 0
    assert stand.ledger.entries(stand.table.game_id)[-1].origin == "referee"


def test_a_chair_is_handed_over_and_who_joins_or_leaves_is_judged_by_the_rules(
    referee: Signed, server: Server, stand: OpenTable
) -> None:
    assert referee.ask({"do": "take", "seat": 1, "name": "Cousin Mai"})[0] == 204
    assert stand.table.game
    assert stand.table.game.state.players[1] == "Cousin Mai"
    with Listener(server.port, "/events?lang=en") as listener:
        assert "Cousin Mai" in listener.until("board")["names"]
    for wish, said in (
        ({"do": "take", "seat": 1, "name": "Cousin Mai"}, "Another name is needed"),
        ({"do": "join", "name": "Tom"}, "Nobody joins this game late."),
        ({"do": "leave", "seat": 0}, "Nobody leaves this game before its end."),
    ):
        status, _, body = referee.ask(wish)
        assert status == 409
        assert json.loads(body)["error"].startswith(said)


def test_what_the_rules_refuse_is_told_in_words(referee: Signed) -> None:
    status, _, body = referee.ask({"do": "set", "subject": "buildings", "where": 1, "value": 9, "reason": "ruling"})
    assert status == 409
    assert json.loads(body)["error"].endswith((".", ")"))


@pytest.mark.parametrize(
    "wish",
    [
        {"do": "set", "subject": "cash", "where": 1, "value": "7", "reason": "x"},
        {"do": "set", "subject": "mood", "where": 1, "value": 7, "reason": "x"},
        {"do": "set", "subject": "cash", "where": 1, "value": 7, "reason": ""},
        {"do": "undo", "seq": 0, "latest": 0, "reason": "x", "more": 1},
        {"do": "clock", "minutes": -1},
        {"do": "tag", "uid": "zz", "player": "red"},
        {"do": "tag", "uid": "04a1b2c3", "square": 2},
        {"do": "take", "seat": 1, "name": ""},
        {"do": "join", "name": " Tom"},
        {"do": "dance"},
    ],
)
def test_a_wrong_wish_is_refused(referee: Signed, wish: dict[str, object]) -> None:
    assert referee.ask(wish)[0] == 400


def test_an_undo_shows_first_what_to_put_back(referee: Signed, stand: OpenTable) -> None:
    assert stand.bench
    assert stand.bench.roll(1, 2)
    stand.bench.tap("ok")
    seq = 3
    with Listener(referee.port, "/events") as listener:
        listener.until("line", seq=seq + 1)
    preview: Any = json.loads(referee.get(f"/referee/undo?seq={seq}")[2])
    assert preview["count"] == 2
    for thing in ("GO", "Baltic Avenue", "$1,500"):
        assert any(thing in told for told in preview["things"])
    wish = {"do": "undo", "seq": seq, "reason": "misread-dice"}
    assert referee.ask({**wish, "latest": preview["latest"] - 1})[0] == 409
    assert referee.ask({**wish, "latest": preview["latest"]})[0] == 204
    assert stand.table.game
    assert stand.table.game.state.at == [0, 0]
    assert stand.table.game.state.owner[3] == BANK
    assert referee.get(f"/referee/undo?seq={seq}")[0] == 400
    assert referee.get("/referee/undo?seq=x")[0] == 400


def test_a_misread_throw_is_set_right_while_it_is_the_last(referee: Signed, server: Server, stand: OpenTable) -> None:
    assert json.loads(referee.get("/referee/throw")[2]) == {"seat": 1, "dice": [1, 2], "faces": [list(PLAIN)] * 2}
    assert stand.bench
    assert stand.bench.roll(1, 2)
    assert stand.table.mailbox.settled()
    assert json.loads(referee.get("/referee/throw")[2]) == {"seat": 0, "dice": [1, 2], "faces": [list(PLAIN)] * 2}
    assert referee.ask({"do": "throw", "dice": [1, 2]})[0] == 409
    assert referee.ask({"do": "throw", "dice": [2, 3]})[0] == 204
    assert stand.table.game
    assert stand.table.game.state.at == [5, 0]
    taken, right = stand.ledger.entries(stand.table.game_id)[-2:]
    assert (taken.command, taken.origin) == (TakeBack(1, "misread-dice"), "referee")
    assert isinstance(right.command, Roll)
    assert (right.command.first, right.command.second, right.command.misread) == (2, 3, "1-2")
    stand.bench.tap("ok")
    stand.bench.tap("ok")
    with Listener(server.port, "/events?lang=en") as listener:
        assert "1-2" in listener.until("line", seq=5)["texts"][0]
        listener.until("line", seq=6)
    assert json.loads(referee.get("/referee/throw")[2])["seat"] == -1
    assert referee.ask({"do": "throw", "dice": [4, 4]})[0] == 409
    assert referee.ask({"do": "throw", "dice": [4, 7]})[0] == 400


def test_a_pause_stops_table_and_clock(referee: Signed, server: Server, stand: OpenTable) -> None:
    assert referee.ask({"do": "clock", "minutes": 90})[0] == 204
    assert referee.ask({"do": "pause", "on": True})[0] == 204
    assert stand.table.desk.is_paused
    with Listener(server.port, "/screen/events") as screen:
        screen.until("health", paused=True)
        screen.until("clock", runs=False)
    assert referee.ask({"do": "pause", "on": False})[0] == 204
    assert not stand.table.desk.is_paused


def test_time_and_end(referee: Signed, stand: OpenTable) -> None:
    assert stand.table.game
    assert referee.ask({"do": "time"})[0] == 204
    assert stand.table.game.state.time_up
    assert referee.ask({"do": "end", "reason": "agreed"})[0] == 204
    assert stand.table.game.state.over


def test_a_lost_card_is_replaced(referee: Signed, server: Server, stand: OpenTable) -> None:
    assert stand.bench
    fresh = "04d1d2d3d4d5d6"
    stand.bench.lay(fresh)
    with Listener(server.port, "/screen/events") as screen:
        screen.until("health", unknown=fresh)
    assert referee.ask({"do": "tag", "uid": fresh, "player": "red"})[0] == 204
    assert stand.table.tags.uids(PlayerTag("red")) == [fresh]


def test_copies_are_whole(referee: Signed, stand: OpenTable, tmp_path: Path) -> None:
    status, headers, lines = referee.get("/referee/game.jsonl")
    assert status == 200
    assert stand.table.game_id in headers["content-disposition"]
    assert lines.splitlines() == stand.ledger.lines(stand.table.game_id)
    status, _, whole = referee.get("/referee/ledger.db")
    assert status == 200
    copy = tmp_path / "copy.db"
    copy.write_bytes(whole)
    assert examine(copy) == []


def test_who_signs_out_is_out(referee: Signed, server: Server) -> None:
    assert post(server.port, "/referee/out", {}, cookie=referee.cookie)[0] == 204
    assert json.loads(referee.get("/referee/session")[2]) == {"proof": ""}
    assert referee.get("/referee/undo?seq=1")[0] == 401
