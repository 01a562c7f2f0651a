"""The files of the pages, read from the package, and the pages made of them; compressed once, revalidated by ETag."""

from __future__ import annotations

import gzip
import mimetypes
import re
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from companion.words.lexicon import Lexicon

STATIC = Path(__file__).parent / "static"


class Asset(msgspec.Struct, frozen=True):
    """Something as it is sent, plain and compressed, and the tag by which a browser asks whether it has changed."""

    plain: bytes
    packed: bytes
    etag: str
    kind: str


class PageFrame(msgspec.Struct, frozen=True):
    """What is in the frame that all pages share: `body` in `NAME.html`, `style` and `script` below `static`.

    `title` is the key of its name; `skip` is the element that a keyboard may go to first, and the key of its name.
    """

    body: str
    title: str
    style: tuple[str, ...]
    script: str
    skip: tuple[str, str] = ("", "")


def packed(plain: bytes, kind: str) -> Asset:
    """Compress something that will be sent often."""
    text = kind.startswith("text/") or kind in ("image/svg+xml", "application/json", "application/manifest+json")
    etag = f'"{sha256(plain).hexdigest()[:20]}"'
    return Asset(plain, gzip.compress(plain, mtime=0), etag, f"{kind}; charset=utf-8" if text else kind)


@cache
def files() -> frozenset[str]:
    """Every file that may be asked for, by its path below `static`; whatever is not in here does not exist."""
    kept = ("*.js", "*.css", "*.svg")
    return frozenset(path.relative_to(STATIC).as_posix() for kind in kept for path in STATIC.rglob(kind))


@cache
def file(name: str) -> Asset | None:
    """A file of `files()`."""
    if name not in files():
        return None
    return packed((STATIC / name).read_bytes(), mimetypes.guess_type(name)[0] or "application/octet-stream")


@cache
def page(page: PageFrame, language: str) -> Asset:
    """A page with its words in a language."""
    return packed(framed(page, language, _read(f"{page.body}.html")).encode(), "text/html")


def framed(page: PageFrame, language: str, body: str) -> str:
    """The whole of a page: head and bar as on all pages, then its body; elements say the text that they name."""
    words = Lexicon(language)
    target, name = page.skip
    styles = "".join(f'\n<link rel="stylesheet" href="/static/{each}">' for each in page.style)
    skip = f'<a class="skip" href="#{target}" data-text="{name}"></a>\n' if target else ""
    title = escape(words.raw(page.title))
    filling = {"language": language, "title": title, "title_key": page.title, "script": page.script, "skip": skip}
    whole = Template(_read("frame.html")).substitute(filling, styles=styles, body=body)
    return re.sub(r'data-text="([^"]+)"[^>]*>', lambda tag: tag[0] + escape(words.raw(tag[1])), whole)


@cache
def _read(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def send(request: Request, found: Asset | None, vary: str = "accept-encoding") -> Response:
    """Answer with an asset: 304 if the browser has it, compressed where that is accepted; `vary` on what it depends.

    :raises HTTPException: 404 there is no such asset.
    """
    if found is None:
        raise HTTPException(404)
    told = {"etag": found.etag, "cache-control": "no-cache", "vary": vary}
    if found.etag in request.headers.get("if-none-match", ""):
        return Response(None, 304, told)
    if "gzip" in request.headers.get("accept-encoding", "") and len(found.packed) < len(found.plain):
        return Response(found.packed, 200, told | {"content-type": found.kind, "content-encoding": "gzip"})
    return Response(found.plain, 200, told | {"content-type": found.kind})


def send_file(request: Request) -> Response:
    """Answer with the file that the path names."""
    return send(request, file(request.path_params["name"]))
