"""Fonts with all letters, texts fitted between letters, lines and lists inside their boxes."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from itertools import pairwise, permutations

import pytest
from PIL import Image

from companion.editions import registry
from companion.screens import fonts
from companion.screens.canvas import ARROW, LINE, Canvas
from companion.screens.fitting import ELLIPSIS, block, fit, letters, wrap
from companion.screens.fonts import Font
from companion.screens.pictures import Key
from companion.screens.samples import LONG
from companion.words.languages import known, language_named

FONTS = (fonts.body, fonts.bold, fonts.big)
VIETNAMESE = sorted(
    {
        unicodedata.normalize("NFC", vowel + tone)
        for vowel in "aăâeêioôơuưyAĂÂEÊIOÔƠUƯY"
        for tone in ("", "\u0300", "\u0301", "\u0303", "\u0309", "\u0323")
    }
    | set("đĐ")
)


@pytest.mark.parametrize("font", FONTS)
def test_fonts_have_all_vietnamese_letters_each_drawn_differently(font: Callable[[], Font]) -> None:
    face = font()
    assert [letter for letter in VIETNAMESE if not face.has(letter)] == []
    pictures = {face.mask(letter).tobytes() + bytes(face.mask(letter).size) for letter in VIETNAMESE}
    assert len(pictures) == len(VIETNAMESE)


@pytest.mark.parametrize("font", FONTS)
def test_fonts_have_every_letter_of_catalogues_boards_and_currencies(font: Callable[[], Font]) -> None:
    used = {
        letter
        for spoken in map(language_named, known())
        for part in set(spoken.families()) - {"web"}  # browsers bring their own fonts
        for text in spoken.family(part).values()
        for letter in text
    }
    for entry in registry.available():
        edition = registry.load(entry.id)
        used |= set(edition.title + edition.money)
        used |= {letter for square in edition.board.squares for letter in square.name}
        used |= {letter for group in edition.board.groups.values() for letter in group.name}
    assert [letter for letter in sorted(used) if not font().has(letter)] == []


def test_a_font_knows_what_it_lacks() -> None:
    assert not fonts.body().has("\U0001f3b2")
    assert fonts.body().has(" ")


def test_figures_are_of_one_width() -> None:
    assert len({fonts.body().width(figure) for figure in "0123456789"}) == 1
    assert fonts.body().width("1") == 5


def test_letters_take_the_room_they_need() -> None:
    assert fonts.body().width("illi") < fonts.body().width("mmmm")
    assert fonts.body().width("") == 0


def test_a_text_is_as_wide_as_its_ink() -> None:
    for text in ("Boardwalk", "Tổng Đốc Phương", "[Đ]"):
        mask = fonts.body().mask(text)
        box = mask.getbbox()
        assert box is not None
        assert (box[0], box[2]) == (0, fonts.body().width(text))


def test_decomposed_letters_are_drawn_like_composed_ones() -> None:
    text = "Tổng Đốc Phương"
    assert fonts.body().mask(unicodedata.normalize("NFD", text)).tobytes() == fonts.body().mask(text).tobytes()


def test_a_text_that_fits_stays_whole() -> None:
    assert fit(fonts.body(), "Boardwalk", 128) == "Boardwalk"


def test_usual_abbreviations_come_before_cutting() -> None:
    font = fonts.body()
    assert fit(font, "Boulevard Tổng Đốc Phương", 128) == "Bd Tổng Đốc Phương"
    assert fit(font, "Nhà máy điện / Usine électrique", 128) == "Nhà máy điện"
    assert fit(font, "Northumberland Avenue", 110) == "Northumberland Av."


def test_a_text_is_cut_between_letters_and_fits() -> None:
    font = fonts.body()
    text = "Wilhelmina Abernathy-Featherstone"
    for width in range(20, font.width(text)):
        cut = fit(font, text, width)
        assert font.width(cut) <= width
        assert cut.endswith(ELLIPSIS)
        assert text.startswith(cut.removesuffix(ELLIPSIS))


def test_marks_stay_with_their_letter() -> None:
    assert letters("a\u0323\u0302x\u0331y") == ["\u1ead", "x\u0331", "y"]
    cut = fit(fonts.body(), "x\u0331" * 40, 50)
    assert cut.removesuffix(ELLIPSIS) == "x\u0331" * ((len(cut) - 1) // 2)


def test_text_is_wrapped_between_words_and_long_words_between_letters() -> None:
    font = fonts.body()
    lines = wrap(font, "Ngân hàng trả bạn một khoản tiền rất là lớn", 60)
    assert " ".join(lines) == "Ngân hàng trả bạn một khoản tiền rất là lớn"
    assert all(font.width(line) <= 60 for line in lines)
    pieces = wrap(font, "Donaudampfschifffahrtsgesellschaft", 60)
    assert "".join(pieces) == "Donaudampfschifffahrtsgesellschaft"
    assert all(font.width(piece) <= 60 for piece in pieces)


@pytest.mark.parametrize("font", FONTS)
def test_no_break_spaces_keep_words_together_and_leave_no_ink(font: Callable[[], Font]) -> None:
    tied = {space: f"1{space}500{space}!" for space in ("\u00a0", "\u202f")}
    for text in tied.values():
        width = font().width(f"a {text}")
        assert wrap(font(), f"a b {text}", width) == ["a b", text]
    inks = {space: font().mask(space).getbbox() for space in (" ", "\u2009", *tied)}
    assert inks == dict.fromkeys(inks)
    assert font().width(tied["\u202f"]) < font().width(tied["\u00a0"]) == font().width("1 500 !")


def test_a_block_says_when_there_is_more() -> None:
    rows = block(fonts.body(), "one two three four five six seven eight nine ten", 50, 2)
    assert len(rows) == 2
    assert rows[1].endswith(ELLIPSIS)


@pytest.mark.parametrize(("size", "with_keys", "without"), [((128, 64), 3, 4), ((128, 128), 8, 9), ((256, 64), 3, 4)])
def test_a_canvas_has_as_many_lines_as_its_height_allows(size: tuple[int, int], with_keys: int, without: int) -> None:
    canvas = Canvas(*size)
    assert canvas.lines == without
    canvas.keys(((Key.OK, "OK"),))
    assert canvas.lines == with_keys
    tops = [canvas.top_of(line) for line in range(canvas.lines)]
    assert all(LINE - 1 <= below - above <= LINE for above, below in pairwise(tops))
    assert tops[-1] + LINE <= size[1] - LINE + 1


def column(canvas: Canvas, x: int) -> list[bool]:
    return [bool(canvas.image.getpixel((x, y))) for y in range(canvas.height)]


def test_the_selected_row_is_shown_in_reverse() -> None:
    canvas = Canvas()
    canvas.rows([("", ""), ("", ""), ("", "")], 1)
    white = [y for y, lit in enumerate(column(canvas, 60)) if lit]
    assert white == list(range(canvas.top_of(1), canvas.top_of(1) + LINE))


def test_a_long_list_scrolls_and_keeps_the_selected_row_in_sight() -> None:
    rows = [(f"row {index}", "") for index in range(30)]
    for selected in range(30):
        canvas = Canvas()
        canvas.rows(rows, selected)
        assert f"row {selected}" in canvas.texts
        assert len(canvas.texts) == canvas.lines


def test_a_list_without_a_cursor_ends_with_its_last_page() -> None:
    canvas = Canvas()
    canvas.rows([(f"row {index}", "") for index in range(10)], None, start=99)
    assert canvas.texts[-1] == "row 9"


def test_what_stands_at_the_right_is_never_shortened() -> None:
    canvas = Canvas()
    canvas.line(0, "A very long name that cannot possibly fit", "1.234.567đ")
    assert canvas.texts[-1] == "1.234.567đ"
    assert canvas.shortened == ["A very long name that cannot possibly fit"]


def test_both_ends_of_a_payment_keep_a_fair_share() -> None:
    canvas = Canvas()
    canvas.flow("A very long name that cannot fit", "Another name as long as that")
    left, right = canvas.texts[0].split(" \u2192 ")
    assert (len(left), len(right)) == (10, 10)
    canvas = Canvas()
    canvas.flow("Red", "Another long name")
    assert canvas.texts == ["Red \u2192 Another long name"]


def test_an_amount_is_as_large_as_it_goes() -> None:
    heights = []
    for amount in ("$5", "1.234.567.890đ", "1.234.567.890.123.456đ"):
        canvas = Canvas()
        canvas.big(amount, 0, 3)
        box = canvas.image.getbbox()
        assert box is not None
        heights.append(box[3] - box[1])
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > heights[2]


def test_dice_show_their_spots() -> None:
    def lit(face: int) -> int:
        canvas = Canvas()
        canvas.dice((face, 0))
        return canvas.image.histogram()[255]

    spots = [lit(face) - lit(0) for face in range(1, 7)]
    assert spots == [9 * face for face in range(1, 7)]


def test_progress_grows_to_the_whole_width() -> None:
    widths = []
    for done in (0, 7, 28):
        canvas = Canvas()
        canvas.progress(0, done, 28)
        y = canvas.top_of(0) + 6
        widths.append(sum(bool(canvas.image.getpixel((x, y))) for x in range(canvas.width)))
    assert widths == [2, 2 + 31, 2 + 124]


def test_inverting_twice_changes_nothing() -> None:
    canvas = Canvas()
    canvas.title("Boardwalk", "$400")
    before = canvas.image.tobytes()
    canvas.invert()
    assert canvas.image.tobytes() != before
    canvas.invert()
    assert canvas.image.tobytes() == before


def test_an_empty_canvas_is_dark() -> None:
    assert Canvas().image.getbbox() is None
    assert isinstance(Canvas().image, Image.Image)


@pytest.mark.parametrize("amount", ["", "$12,345"])
def test_of_two_long_names_both_are_to_be_seen(amount: str) -> None:
    for payer, payee in permutations(LONG, 2):
        canvas = Canvas()
        canvas.flow_line(payer, payee, amount) if amount else canvas.flow(payer, payee)
        left, right = canvas.texts[0].split(f" {ARROW} ")
        assert len(left) > 4, canvas.texts
        assert len(right) > 4, canvas.texts


def test_the_shorter_of_two_names_stays_whole() -> None:
    for payer, payee in (("Bank", LONG[0]), (LONG[0], "Bank")):
        canvas = Canvas()
        canvas.flow(payer, payee)
        assert "Bank" in canvas.texts[0].split(f" {ARROW} ")
