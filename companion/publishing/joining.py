"""The table's side of joining: believes the hub whose certificate its code names, and nobody else.

A code is a secret that opens once, then the fingerprint of the certificate to believe: `ABCD-EFGH-...`.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import ssl
import urllib.error
import urllib.request
from base64 import b32encode, b64encode
from collections.abc import Mapping
from http.client import HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from companion.errors import UserError
from companion.ledger.record import GameLines, from_text
from companion.publishing import wire
from companion.reading import UNREADABLE

SECONDS = 15.0
LARGEST = 64 * 2**20
SECRET = 8  # letters of a code before the fingerprint


def join(url: str, code: str, key: str, language: str = "") -> wire.Membership:
    """Join the tournament at a hub's TLS address with a code, by the public key that seals this table's games.

    In `language` the hub says why not.

    :raises UserError: no connection, a hub that is not the one of the code, a wrong or used code.
    """
    authority = _fetch(f"{url}/authority.pem", _unverified()).decode()
    if not is_believed(code, authority):
        raise UserError("publishing.another-hub")
    body = msgspec.json.encode(wire.Joining(code, key))
    headers = {"content-type": "application/json", "accept-language": language}
    answer = _fetch(f"{url}/join", ssl.create_default_context(cadata=authority), body, headers)
    return msgspec.json.decode(answer, type=wire.Membership)


def take_over(member: wire.Membership, language: str = "") -> tuple[GameLines, int, int]:
    """Fetch the unfinished game that this box is to go on with, its round and table; `UserError` if there is none."""
    given = b64encode(f"{member.box}:{member.password}".encode()).decode()
    headers = {"authorization": f"Basic {given}", "accept-language": language}
    request = urllib.request.Request(f"{member.url}/box/game", headers=headers)
    with _opened(request, ssl.create_default_context(cadata=member.authority)) as answer:
        number, table = int(answer.headers["x-round"]), int(answer.headers["x-table"])
        return from_text(answer.read(LARGEST))[0], number, table


def split(url: str, code: str) -> tuple[str, str]:
    """Address and code, also from the one text that a scanned code gives (`https://...#CODE`)."""
    address, _, scanned = url.partition("#")
    if urlsplit(address).scheme != "https":
        raise UserError("publishing.no-address", 2, url=url)
    if not (code or scanned):
        raise UserError("publishing.no-code", 2)
    return address.rstrip("/"), code or scanned


def keep(file: Path, member: wire.Membership) -> None:
    """Keep a membership for the owner's eyes only; `UserError` if the file cannot be written."""
    try:
        write_private(file, msgspec.json.format(msgspec.json.encode(member)))
    except OSError as error:
        raise UserError("file", path=file, error=error) from error


def _unverified() -> ssl.SSLContext:
    """For the one file that is checked against the code instead."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _fetch(
    url: str, context: ssl.SSLContext, body: bytes | None = None, headers: Mapping[str, str] | None = None
) -> bytes:
    with _opened(urllib.request.Request(url, body, dict(headers or {})), context) as answer:
        return answer.read(LARGEST)


def _opened(request: urllib.request.Request, context: ssl.SSLContext) -> HTTPResponse:
    try:
        answer: HTTPResponse = urllib.request.urlopen(request, timeout=SECONDS, context=context)  # https only
        return answer
    except urllib.error.HTTPError as error:
        with error:
            raise _refusal(error.read(10_000), error.code) from error
    except (urllib.error.URLError, OSError) as error:
        why = str(getattr(error, "reason", error))
        raise UserError("publishing.no-answer", url=request.full_url, error=why) from error


def _refusal(body: bytes, status: int) -> UserError:
    """What the hub says, in its own words."""
    try:
        return UserError("publishing.hub-says", text=msgspec.json.decode(body, type=dict[str, str])["error"])
    except (*UNREADABLE, KeyError):
        return UserError("publishing.hub-refuses", status=status)


def plain(code: str) -> str:
    """A code without what people put between its letters."""
    return "".join(letter for letter in code.upper() if letter.isalnum())


def is_believed(code: str, authority: str) -> bool:
    """Whether a certificate (PEM) is the one that the code names."""
    return secrets.compare_digest(plain(code)[SECRET:], fingerprint(authority))


def fingerprint(authority: str) -> str:
    """80 bits of the SHA-256 of a certificate, in base 32."""
    return b32encode(hashlib.sha256(der_of(authority)).digest()[:10]).decode()


def der_of(certificate: str) -> bytes:
    """A certificate (PEM) as the bytes that its fingerprint is of."""
    from cryptography.hazmat.primitives.serialization import Encoding
    from cryptography.x509 import load_pem_x509_certificate

    return load_pem_x509_certificate(certificate.encode()).public_bytes(Encoding.DER)


def write_private(file: Path, content: bytes) -> None:
    """Write a file whole or not at all, for the owner's eyes only; `OSError` if that fails."""
    unfinished = file.with_name(f"{file.name}.{os.getpid()}")
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(content)
    unfinished.replace(file)
