"""The files of the pages: read from the package, kept compressed, revalidated by ETag."""

from __future__ import annotations

import gzip
import mimetypes
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response

STATIC = Path(__file__).parent / "static"


class Asset(msgspec.Struct, frozen=True):
    """One file as it is sent, plain and compressed, and the tag by which a browser asks whether it has changed."""

    plain: bytes
    packed: bytes
    etag: str
    kind: str


@cache
def names() -> frozenset[str]:
    """Every file that may be asked for, by its path below `static`; whatever is not in here does not exist."""
    return frozenset(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())


@cache
def asset(name: str) -> Asset:
    """Read and compress a file of `names()`, once."""
    plain = (STATIC / name).read_bytes()
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    text = kind.startswith("text/") or kind in ("image/svg+xml", "application/json", "application/manifest+json")
    return Asset(
        plain,
        gzip.compress(plain, mtime=0),
        f'"{sha256(plain).hexdigest()[:20]}"',
        f"{kind}; charset=utf-8" if text else kind,
    )


def send(request: Request, name: str) -> Response:
    """Answer with a file: 304 if the browser has it, 404 if there is none, compressed where that is accepted."""
    if name not in names():
        return Response("no such page", 404, media_type="text/plain")
    found = asset(name)
    headers = {"etag": found.etag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if found.etag in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    if "gzip" in request.headers.get("accept-encoding", "") and len(found.packed) < len(found.plain):
        return Response(found.packed, 200, headers | {"content-type": found.kind, "content-encoding": "gzip"})
    return Response(found.plain, 200, headers | {"content-type": found.kind})
