"""The languages of the pages, and which one a request asks for."""

from __future__ import annotations

from starlette.datastructures import QueryParams
from starlette.types import Scope

LANGUAGES = ("en", "vi")


def language_of(scope: Scope) -> str:
    """The language in `?lang=`, English for none or a strange one."""
    wished = QueryParams(scope["query_string"]).get("lang", "")
    return wished if wished in LANGUAGES else LANGUAGES[0]
