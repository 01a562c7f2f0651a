"""In which language a request is answered, and the words that pages take from the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec
from starlette.datastructures import Headers, QueryParams
from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.types import Scope

from companion.web import assets
from companion.web.assets import Asset, PageFrame
from companion.web.messages import PageLink, PageLinks, PageWords
from companion.words.languages import DEFAULT, language_named, names, plain

COOKIE = "language"
CHOSEN = "companion.language"  # where a request holds the language that was chosen for it
FAMILIES = ("because", "count", "hub", "subject", "term", "web")  # of the catalogue, whose texts pages say

offered = cache(names)


def language_of(scope: Scope) -> str:
    """The language in which a request is answered, chosen once."""
    return str(scope.get(CHOSEN) or choose(scope, DEFAULT))


def choose(scope: Scope, default: str) -> str:
    """The first language that there is: of `?lang=`, the cookie, what the browser accepts (RFC 9110, 12.5.4)."""
    headers = Headers(scope=scope)
    wishes = [
        QueryParams(scope["query_string"]).get("lang", ""),
        cookie_parser(headers.get("cookie", "")).get(COOKIE, ""),
        *_accepted(headers.get("accept-language", "")),
    ]
    return next((wish for wish in wishes if wish in offered()), default)


def _accepted(header: str) -> Iterator[str]:
    """Languages by preference, each followed by what it is a variant of: `vi-VN` by `vi`."""
    ranges = [each.strip().lower().partition(";q=") for each in header.split(",")]
    for tag, _, _ in sorted(ranges, key=lambda each: -_number(each[2])):
        yield tag
        yield tag.partition("-")[0]


def _number(quality: str) -> float:
    try:
        return float(quality or 1)
    except ValueError:
        return 0.0


def send_page(request: Request, page: PageFrame) -> Response:
    """A page in the language of whoever asks."""
    found = assets.page(page, language_of(request.scope))
    return assets.send(request, found, "accept-encoding, accept-language, cookie")


def send_links(links: Mapping[str, str]) -> Response:
    """The pages that are served, the address of each by the name that its title has in the catalogue."""
    told = PageLinks([PageLink(path, name) for name, path in links.items()])
    return Response(msgspec.json.encode(told), media_type="application/json")


def send_words(request: Request) -> Response:
    """The words of the pages in the language that the path names."""
    language = request.path_params["language"]
    return assets.send(request, _words(language) if language in offered() else None)


@cache
def _words(language: str) -> Asset:
    texts = {f"{family}.{key}": text for family in FAMILIES for key, text in _texts(language, family)}
    manner = language_named(language).manner
    told = PageWords(
        languages=dict(offered()),
        digits=manner.digits,
        thousands=manner.thousands,
        decimal=manner.decimal,
        comma=manner.comma,
        thousand=manner.thousand,
        million=manner.million,
        plural=manner.plural,
        texts=texts,
    )
    return assets.packed(msgspec.json.encode(told), "application/json")


def _texts(language: str, family: str) -> Iterator[tuple[str, str]]:
    """All texts of a family; where the language lacks one, the default language's."""
    own = language_named(language).family(family)
    yield from own.items()
    for key, text in language_named(DEFAULT).family(family).items():
        if plain(key) not in own:
            yield key, text
