"""The pictures of all pages: which edition stands for a language, and how one is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image

from companion.editions import registry
from companion.rules.cards import Effect
from companion.screens import fonts
from companion.screens.canvas import Canvas
from companion.screens.fitting import fit
from companion.screens.pages import draw
from companion.screens.pages.kit import COUNTS
from companion.screens.samples import LONG, Sample, SampleTable, sample_pages, usual
from companion.table.parts import Do, MenuItem
from companion.table.shown import DeedInfo
from companion.table.views import AuctionScreen
from companion.words.words import BriefWords, Words
from tests.words.speaking import built_in

GOLDEN = Path(__file__).parent / "golden"
SETS = {name: (name, "classic") for name in built_in()} | {"vi": ("vi", "web"), "vi-saigon": ("vi", "saigon")}


def drawn(
    language: str, edition: str, *, longest: bool = False, size: tuple[int, int] = (128, 64)
) -> Iterator[tuple[Sample, Canvas]]:
    """Every page of an edition in a language, with usual names or with the longest."""
    names = LONG if longest else usual(language)
    table = SampleTable(registry.load(edition), names, longest)
    yield from drawn_by(BriefWords(language, table.edition, names), table, size)


def drawn_by(words: Words, table: SampleTable, size: tuple[int, int] = (128, 64)) -> Iterator[tuple[Sample, Canvas]]:
    """Every page of a table in these words."""
    for scene in sample_pages(table):
        canvas = Canvas(*size)
        unit = table.edition.unit
        draw(scene.screen if unit == 1 else in_money(scene.screen, unit), canvas, words)
        yield scene, canvas


SUMS = {
    *("after", "amount", "ask", "bid", "cash", "house", "interest", "money", "mortgage", "payee_cash", "payer_cash"),
    *("pot", "price", "raisable", "rent", "rents", "worth"),
}
COUNTED = {"high", "low", "step", "value"}  # sums where the page says so


def in_money(shown: Any, unit: int, field: str = "") -> Any:
    """A page, or a part of it, with the dollars of the scenes counted in a unit; factors of a utility are no sums."""
    if isinstance(shown, msgspec.Struct):
        counts = isinstance(shown, MenuItem) and shown.do in {*COUNTS, Do.VALUE}
        if isinstance(shown, Effect | DeedInfo):
            return shown
        is_counted = isinstance(shown, AuctionScreen) or getattr(shown, "money", 0) is True
        fields = {
            key: "" if counts else "amount" if is_counted and key in COUNTED else key for key in shown.__struct_fields__
        }
        return msgspec.structs.replace(
            shown, **{key: in_money(getattr(shown, key), unit, name) for key, name in fields.items()}
        )
    if type(shown) is tuple:
        return tuple(in_money(each, unit, field) for each in shown)
    if isinstance(shown, dict):
        return {key: in_money(value, unit, key) for key, value in shown.items()}
    return shown * unit if type(shown) is int and field in SUMS else shown


def contact_sheet(pictures: list[tuple[str, Image.Image]], columns: int = 6, scale: int = 3) -> Image.Image:
    """All pictures on one sheet, each with its name, as many times as large as `scale` says."""
    font, margin = fonts.body(), 4
    width, height = pictures[0][1].size
    cell = (width + 2 * margin, height + font.height + 2 * margin)
    sheet = Image.new("1", (columns * cell[0], -(-len(pictures) // columns) * cell[1]), 1)
    for index, (name, picture) in enumerate(pictures):
        x, y = index % columns * cell[0] + margin, index // columns * cell[1] + margin
        sheet.paste(picture, (x, y))
        sheet.paste(0, (x, y + height), font.mask(fit(font, name, width)))
    return sheet.resize((sheet.width * scale, sheet.height * scale), Image.Resampling.NEAREST)
