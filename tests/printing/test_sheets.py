"""Every edition's sheets, printed and read again by programs that know nothing of ours."""

from collections import Counter
from pathlib import Path

import pytest

from companion.editions.registry import load
from companion.printing.codes import read_code
from companion.printing.deeds import DeedPrinter, deed_of
from companion.printing.ink import BOLD, PLAIN, fitted, readable_on, width_of
from companion.rules.board import Street
from companion.words.words import Words
from tests.editions.test_own_board import OWN, own_board
from tests.printing.paper import EDITIONS, PLAYERS, Printed, spaced
from tests.words.speaking import built_in


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_phone_reads_every_code(edition: str, tmp_path: Path) -> None:
    printed = Printed(tmp_path / "labels.pdf", edition)
    codes = {f"BANK1:{edition}:{square}": 2 for square in printed.edition.board.deeds()}  # card and sticker
    codes |= {f"BANK1:player:{color}": 2 for color in PLAYERS} | {"BANK1:referee": 2}
    for deck, cards in printed.edition.decks.items():
        codes |= {f"BANK1:{edition}:{deck}:{card.id}": card.copies for card in cards}
    assert Counter(printed.codes()) == codes
    assert {str(read_code(code)) for code in codes} == codes.keys()


@pytest.mark.parametrize("language", built_in())
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_says_what_the_display_says(edition: str, language: str, tmp_path: Path) -> None:
    printed = Printed(tmp_path / "labels.pdf", edition, language=language, parts=("decks",))
    text = printed.text()
    for deck, cards in printed.edition.decks.items():
        assert printed.words.deck(deck) in text
        for card in cards:
            assert spaced(printed.words.card(card)) in text
            assert printed.words.title(card.id) in text


@pytest.mark.parametrize("language", built_in())
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_deed_says_what_the_board_says(edition: str, language: str, tmp_path: Path) -> None:
    printed = Printed(tmp_path / "labels.pdf", edition, language=language, parts=("deeds",))
    text = printed.text()
    for square in printed.edition.board.deeds():
        deed = deed_of(printed.edition.board, square)
        assert deed.name in text
        assert spaced(printed.words.money(deed.price)) in text
        assert f"BANK1:{edition}:{square}" in text


@pytest.mark.parametrize("which", OWN)
def test_deeds_of_boards_of_ones_own_say_what_they_have_and_no_more(which: str | int, tmp_path: Path) -> None:
    edition = own_board(tmp_path, which)
    printed = Printed(tmp_path / "labels.pdf", edition, parts=("deeds",))
    text = printed.text()
    assert "$0" not in text
    assert all(deed_of(edition.board, square).name in text for square in edition.board.deeds())
    printer = DeedPrinter(edition, printed.words)
    for square in edition.board.deeds():
        deed = deed_of(edition.board, square)
        if isinstance(deed, Street):
            costs = (deed.top > 1) + (deed.top > 0) + (deed.mortgage > 0)
            assert len(list(printer.costs(deed))) == costs
            assert len(list(printer.rents(deed))) == len(deed.rents) + 1


def test_a_street_lists_its_rents_and_costs() -> None:
    classic, saigon = load("classic"), load("saigon")
    printer = DeedPrinter(classic, Words("en", classic))
    boardwalk = deed_of(classic.board, 39)
    assert [value for _, value in printer.rents(boardwalk)] == [
        "$50",
        "$100",
        "$200",
        "$600",
        "$1,400",
        "$1,700",
        "$2,000",
    ]
    assert list(printer.costs(boardwalk)) == [
        ("A house costs", "$200"), ("A hotel costs", "$200"), ("Mortgage value", "$200"),
    ]  # fmt: skip
    printer = DeedPrinter(saigon, Words("vi", saigon))
    catinat = deed_of(saigon.board, 39)
    assert [value for _, value in printer.rents(catinat)] == ["P40", "P160", "P400", "P880", "P1.400"]
    assert list(printer.costs(catinat))[-1] == ("Giá chuộc lại", "P220")


def test_railroads_and_utilities_list_holdings() -> None:
    classic = load("classic")
    printer = DeedPrinter(classic, Words("en", classic))
    assert list(printer.rents(deed_of(classic.board, 5)))[3] == ("Railroads: 4 owned", "$200")
    assert list(printer.rents(deed_of(classic.board, 12))) == [
        ("Utilities: 1 owned", "4 × throw"), ("Utilities: 2 owned", "10 × throw"),
    ]  # fmt: skip
    with pytest.raises(ValueError, match="square 0 is no deed"):
        deed_of(classic.board, 0)


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_paper_and_pages(paper: str, size: tuple[int, int], tmp_path: Path) -> None:
    printed = Printed(tmp_path / "labels.pdf", "saigon", paper)
    assert printed.size() == size
    assert len(printed.pictures()) == printed.pages == 10


def test_nothing_is_drawn_where_no_printer_reaches(tmp_path: Path) -> None:
    for paper in ("a4", "letter"):
        for page in Printed(tmp_path / f"{paper}.pdf", "uk", paper, parts=("deeds", "stickers")).pictures():
            inked = page.point(lambda value: 255 * (value < 200)).getbbox()
            assert inked
            left, _, right, bottom = inked
            assert left > 25
            assert right < page.width - 25
            assert bottom < page.height - 25  # 25 pixels are 3 mm


def test_the_same_sheets_are_the_same_bytes(tmp_path: Path) -> None:
    first, second = (Printed(tmp_path / f"{name}.pdf", "gold", language="vi") for name in "ab")
    assert first.path.read_bytes() == second.path.read_bytes()


@pytest.mark.parametrize("language", built_in())
def test_every_letter_is_in_the_fonts(language: str, tmp_path: Path) -> None:
    for edition in EDITIONS:
        text = Printed(tmp_path / f"{edition}.pdf", edition, language=language).text()
        assert "\ufffd" not in text
        assert "\x00" not in text


def test_a_long_name_becomes_small_and_breaks_at_spaces_and_hyphens(tmp_path: Path) -> None:
    Printed(tmp_path / "any.pdf", "classic", parts=("cards",))  # loads the fonts
    size, lines = fitted("Rue Chasseloup-Laubat", 12.5, 7, BOLD, 2)
    assert lines == ["Rue Chasseloup-", "Laubat"]
    assert size > 4
    size, lines = fitted("Nhà máy điện / Usine électrique", 12.5, 7, BOLD, 2)
    assert len(lines) == 2
    assert all(width_of(line, size, BOLD) <= 12.5 for line in lines)
    assert fitted("Rent", 20, 8, PLAIN, 1) == (8, ["Rent"])


@pytest.mark.parametrize(("color", "letters"), [("#2b2b2b", (1, 1, 1)), ("#f7dd1f", (0, 0, 0)), ("#1d56a5", (1, 1, 1))])
def test_letters_stand_out(color: str, letters: tuple[int, ...]) -> None:
    from reportlab.lib.colors import HexColor

    assert tuple(readable_on(HexColor(color)).rgb()) == letters
