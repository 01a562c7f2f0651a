"""What the pages refuse: foreign names and sites, strange paths, bodies too large, too slow or not as asked."""

from __future__ import annotations

import gzip
import json
import re
import socket
import time

import pytest

from companion.web import assets, guard, limits
from companion.web.server import Server
from tests.web.listener import ask, post


def test_every_answer_carries_the_policy(pages: Server) -> None:
    for path in ("/", "/static/shared/base.css", "/nothing", "/events/../table"):
        _, headers, _ = ask(pages.port, "GET", path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers


def test_pages_need_nothing_that_the_policy_forbids() -> None:
    for name in [*assets.files(), *(path.name for path in assets.STATIC.glob("*.html"))]:
        text = (assets.STATIC / name).read_text()
        if name.endswith(".html"):
            assert "<script>" not in text
            assert "style=" not in text
            assert not re.search(r"\son\w+=", text)
        if not name.endswith(".svg"):
            assert "http://" not in text.replace("http://www.w3.org/", "")
            assert "https://" not in text


@pytest.mark.parametrize(
    "path",
    [
        "/static/../guard.py",
        "/static/..%2fguard.py",
        "/static/%2e%2e/guard.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/shared/../../pages.py",
        "/static/shared/base.css%00",
        "/static/",
        "/static/shared",
        "/.git/config",
    ],
)
def test_a_path_leads_nowhere_but_to_the_files_of_the_pages(pages: Server, path: str) -> None:
    status, _, body = ask(pages.port, "GET", path)
    assert status == 404
    assert b"import" not in body


def test_every_file_is_sent_once_and_compressed(pages: Server) -> None:
    for path in ("/", "/table", "/screen", "/help", *(f"/static/{name}" for name in sorted(assets.files()))):
        _, plain_headers, plain = ask(pages.port, "GET", path)
        assert "content-encoding" not in plain_headers
        status, headers, packed = ask(pages.port, "GET", path, accept_encoding="gzip")
        is_packed = headers.get("content-encoding") == "gzip"
        assert (status, gzip.decompress(packed) if is_packed else packed) == (200, plain), path
        assert is_packed or len(plain) < 250, path
        assert ask(pages.port, "GET", path, if_none_match=headers["etag"])[::2] == (304, b""), path
        assert ask(pages.port, "GET", path, if_none_match='"other"')[0] == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("127.0.0.1:8080", 200),
        ("[::1]:8080", 200),
        ("banker.local", 200),
        ("pi.fritz.box:80", 200),
        ("evil.example.com", 421),
        ("localhost.evil.com", 421),
        ("[", 421),
        ("", 421),
    ],
)
def test_a_name_that_public_dns_answers_is_not_served(pages: Server, host: str, status: int) -> None:
    assert ask(pages.port, "GET", "/", host=host)[0] == status


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example.com"},
        {"origin": "null"},
        {"origin": "http://localhost:1"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
    ],
)
def test_another_site_cannot_post(pages: Server, headers: dict[str, str]) -> None:
    status, _, body = post(pages.port, "/table/hands", {"do": "roll", "a": 1, "b": 2}, **headers)
    assert (status, body) == (403, b'{"error":"Another page asked for this."}')


def test_a_form_of_another_site_cannot_post(pages: Server) -> None:
    status, _, _ = ask(pages.port, "POST", "/table/hands", b'{"do":"roll","a":1,"b":2}', content_type="text/plain")
    assert status == 415


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "truncated"),
        (b"{", "truncated"),
        (b"\xff\xfe", "malformed"),
        (b'{"do":' + b"[" * 2000, "recursion"),
        (b"[]", "Expected `object`, got `array`"),
        (b"{}", "missing required field `do`"),
        (b'{"do":"eat"}', "Invalid value 'eat' - at `$.do`"),
        (b'{"do":"roll","a":7,"b":1}', "Expected `int` <= 6 - at `$.a`"),
        (b'{"do":"roll","a":1}', "missing required field `b`"),
        (b'{"do":"roll","a":1,"b":1,"c":1}', "unknown field `c`"),
        (b'{"do":"lay","uid":"04A1B2C3"}', "matching regex"),
        (b'{"do":"lay","uid":"04a1b2"}', "matching regex"),
        (b'{"do":"press","button":"hat"}', 'There is no button "hat".'),
    ],
)
def test_a_wrong_body_is_told_what_is_wrong(pages: Server, body: bytes, why: str) -> None:
    status, _, answer = ask(pages.port, "POST", "/table/hands", body, content_type="application/json")
    assert status == 400
    told = json.loads(answer)
    assert why in told.get("detail", told["error"])


def test_a_large_body_is_refused_before_it_is_read(pages: Server) -> None:
    status, headers, _ = ask(
        pages.port,
        "POST",
        "/table/hands",
        b'{"do":"' + b"x" * guard.BODY_LIMIT + b'"}',
        content_type="application/json",
    )
    assert (status, headers["connection"]) == (413, "close")


def test_a_large_body_of_unknown_length_is_cut_off(pages: Server) -> None:
    with socket.create_connection(("127.0.0.1", pages.port), timeout=10) as sender:
        sender.sendall(
            b"POST /table/hands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n"
        )
        for _ in range(guard.BODY_LIMIT // 1000 + 2):
            sender.sendall(b"3e8\r\n" + b"x" * 1000 + b"\r\n")
        assert sender.recv(100).startswith(b"HTTP/1.1 413")


def test_a_body_that_does_not_come_is_not_waited_for(pages: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.05)
    with socket.create_connection(("127.0.0.1", pages.port), timeout=10) as sender:
        sender.sendall(
            b"POST /table/hands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\n\r\n{"
        )
        assert sender.recv(100).startswith(b"HTTP/1.1 408")


def test_other_methods_are_refused(pages: Server) -> None:
    assert ask(pages.port, "GET", "/table/hands")[0] == 405
    assert ask(pages.port, "DELETE", "/table")[0] == 405


def test_silent_connections_are_hung_up_on(pages: Server, monkeypatch: pytest.MonkeyPatch) -> None:

    monkeypatch.setattr(limits, "HEAD_SECONDS", 0.1)
    with socket.create_connection(("127.0.0.1", pages.port), timeout=10) as silent:
        silent.sendall(b"GET / HT")
        assert hung_up(silent)


def test_a_full_house_sends_the_longest_silent_away_and_serves_who_asks(
    pages: Server, monkeypatch: pytest.MonkeyPatch
) -> None:

    monkeypatch.setattr(limits, "MOST", 20)
    silent = [socket.create_connection(("127.0.0.1", pages.port), timeout=10) for _ in range(60)]
    assert ask(pages.port, "GET", "/")[0] == 200
    assert hung_up(silent[0])
    for each in silent:
        each.close()


def test_what_is_no_request_is_told_in_the_language_of_the_table(pages: Server) -> None:
    with socket.create_connection(("127.0.0.1", pages.port), timeout=10) as crooked:
        crooked.sendall(b"\x16\x03\x01 HELLO\r\n\r\n")
        answer = b"".join(iter(lambda: crooked.recv(1000), b""))
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.endswith(b"What came is no request of a browser.")


def hung_up(silent: socket.socket) -> bool:
    began = time.monotonic()
    try:
        return silent.recv(1) == b"" and time.monotonic() - began < 9
    except ConnectionResetError:
        return True
