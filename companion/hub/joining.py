"""The table's side of joining: believes the hub whose certificate its code names, and nobody else."""

from __future__ import annotations

import ssl
import urllib.error
import urllib.request
from base64 import b64encode
from http.client import HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from companion.errors import UserError
from companion.hub import wire
from companion.hub.credentials import is_believed, write_private
from companion.ledger.record import GameLines, from_text

SECONDS = 15.0
LARGEST = 64 * 2**20


def join(url: str, code: str, key: str) -> wire.Membership:
    """Join the tournament at a hub's TLS address with a code, by the public key that seals this table's games.

    :raises UserError: no connection, a hub that is not the one of the code, a wrong or used code.
    """
    authority = _fetch(f"{url}/authority.pem", _unverified()).decode()
    if not is_believed(code, authority):
        raise UserError("the hub that answers is not the one that this code is for, or the code is mistyped")
    body = msgspec.json.encode(wire.Joining(code, key))
    answer = _fetch(f"{url}/join", ssl.create_default_context(cadata=authority), body)
    return msgspec.json.decode(answer, type=wire.Membership)


def take_over(member: wire.Membership) -> tuple[GameLines, int, int]:
    """Fetch the unfinished game that this box is to go on with, its round and table; `UserError` if there is none."""
    given = b64encode(f"{member.box}:{member.password}".encode()).decode()
    request = urllib.request.Request(f"{member.url}/box/game", headers={"authorization": f"Basic {given}"})
    with _opened(request, ssl.create_default_context(cadata=member.authority)) as answer:
        number, table = int(answer.headers["x-round"]), int(answer.headers["x-table"])
        return from_text(answer.read(LARGEST))[0], number, table


def split(url: str, code: str) -> tuple[str, str]:
    """Address and code, also from the one text that a scanned code gives (`https://...#CODE`)."""
    address, _, scanned = url.partition("#")
    if urlsplit(address).scheme != "https":
        raise UserError(f'"{url}" is not the address of a hub; it begins with https://', 2)
    if not (code or scanned):
        raise UserError("give the code that the organiser has printed", 2)
    return address.rstrip("/"), code or scanned


def keep(file: Path, member: wire.Membership) -> None:
    """Keep a membership for the owner's eyes only; `UserError` if the file cannot be written."""
    try:
        write_private(file, msgspec.json.format(msgspec.json.encode(member)))
    except OSError as error:
        raise UserError(f"{file}: {error.strerror}") from error


def _unverified() -> ssl.SSLContext:
    """For the one file that is checked against the code instead."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _fetch(url: str, context: ssl.SSLContext, body: bytes | None = None) -> bytes:
    headers = {"content-type": "application/json"} if body else {}
    with _opened(urllib.request.Request(url, body, headers), context) as answer:
        return answer.read(LARGEST)


def _opened(request: urllib.request.Request, context: ssl.SSLContext) -> HTTPResponse:
    try:
        answer: HTTPResponse = urllib.request.urlopen(request, timeout=SECONDS, context=context)  # https only
        return answer
    except urllib.error.HTTPError as error:
        with error:
            raise UserError(_reason(error.read(10_000), error.code)) from error
    except (urllib.error.URLError, OSError) as error:
        raise UserError(f"{request.full_url}: no answer: {getattr(error, 'reason', error)}") from error


def _reason(body: bytes, status: int) -> str:
    try:
        return str(msgspec.json.decode(body, type=dict[str, str])["error"])
    except (msgspec.DecodeError, KeyError):
        return f"the hub refuses ({status})"
