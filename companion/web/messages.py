"""What pages are told, as JSON; `static/messages.d.ts` says the same to their scripts."""

from __future__ import annotations

from msgspec import Struct


class PageLink(Struct, frozen=True):
    """A page that is served: its address and the name by which the catalogue has its title."""

    path: str
    name: str


class PageLinks(Struct, frozen=True):
    """The pages that are served, in the order in which they are offered."""

    pages: list[PageLink]


class PageWords(Struct, frozen=True):
    """The texts that pages say in one language, by key; what each language there is calls itself, by its code."""

    languages: dict[str, str]
    thousands: str
    texts: dict[str, str]
