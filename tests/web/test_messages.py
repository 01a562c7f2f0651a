"""The scripts of the pages believe of each message what is sent."""

from __future__ import annotations

import msgspec
from msgspec import inspect

from tests.web.typescript import DECLARATIONS, declarations, declared


class Told(msgspec.Struct, omit_defaults=True):
    """One of each kind."""

    names: dict[str, list[int | None]]
    dice: tuple[int, float] = (1, 1.5)
    many: tuple[bool, ...] = ()


def test_the_declarations_are_those_of_what_is_sent() -> None:
    written = DECLARATIONS.read_text(encoding="utf-8")
    assert written == declarations(), "python -m tests.web.typescript writes them anew"


def test_a_message_is_declared_by_its_fields() -> None:
    fields = ["names: Record<string, (number | null)[]>;", "dice?: [number, number];", "many?: boolean[];"]
    expected = ["/** One of each kind. */", "export interface Told {", *(f"  {each}" for each in fields), "}"]
    assert declared(inspect.type_info(Told)).splitlines() == expected
