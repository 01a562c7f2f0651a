"""Every page in every language: drawn pixel by pixel as the golden pictures, nothing cut off, nothing left unsaid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import get_args

import pytest
from PIL import Image, ImageChops

from companion.editions import registry
from companion.rules.board import Deed
from companion.rules.commands import Reason
from companion.rules.events import Cause
from companion.rules.frames import BANK, POT
from companion.screens.canvas import Canvas
from companion.screens.pages import draw
from companion.screens.pages.kit import capital
from companion.screens.samples import LONG, Sample, SampleTable, sample_pages, usual
from companion.table.parts import Do, Payment, Title, Trouble
from companion.table.shown import CardShown, Paused, PaymentShown, RefusedShown, Why
from companion.table.views import (
    AnyScreen,
    Confirm,
    DebtScreen,
    DeedList,
    DeedMenu,
    JailScreen,
    OfferScreen,
)
from companion.words.languages import known, language_named, same_rules
from companion.words.words import Words
from tests.screens.pictures import GOLDEN, SETS, drawn

EDITIONS = [entry.id for entry in registry.available()]
SIZES = ((128, 64), (128, 128), (256, 64))
PLACES = [*((edition, SIZES[0]) for edition in EDITIONS), *(("web", size) for size in SIZES[1:])]
HOWTO = "look at it, then run python -m tests.screens.update"


@cache
def pages(name: str) -> dict[str, Image.Image]:
    language, edition = SETS[name]
    return {scene.name: canvas.image for scene, canvas in drawn(language, edition)}


@pytest.mark.parametrize("name", SETS)
def test_pages_look_like_their_golden_pictures(name: str) -> None:
    changed = []
    for page, picture in pages(name).items():
        with Image.open(GOLDEN / name / f"{page}.png") as golden:
            if ImageChops.logical_xor(golden.convert("1"), picture).getbbox():
                changed.append(page)
    assert changed == [], HOWTO


@pytest.mark.parametrize("name", SETS)
def test_there_is_a_golden_picture_of_each_page_and_no_other(name: str) -> None:
    assert {file.stem for file in (GOLDEN / name).glob("*.png")} == pages(name).keys(), HOWTO


def test_every_screen_of_the_table_is_among_the_pages() -> None:
    table = SampleTable(registry.load("classic"), usual("en"))
    shown = {type(scene.screen) for scene in sample_pages(table)}
    assert shown == set(get_args(AnyScreen))


def test_what_is_no_page_is_refused() -> None:
    with pytest.raises(TypeError, match="no page for str"):
        draw("hello", Canvas(), Words("en"))  # type: ignore[arg-type]


@pytest.mark.parametrize("language", list(known()))
def test_every_menu_line_heading_and_message_has_words(language: str) -> None:
    words = Words(language)
    assert [each for each in Do if not words.has(f"do.{each.value}.plain")] == []
    assert [each for each in Title if not words.has(f"heading.{each.value}")] == []
    assert [each for each in Trouble if not words.has(f"trouble.{each.value}")] == []


def names_of(table: SampleTable) -> set[str]:
    """What may be shortened: names that people and boards bring along."""
    words = {party.name for party in table.parties} | {table.edition.title}
    return words | {square.name for square in table.board.squares}


@pytest.mark.parametrize(
    ("edition", "size"), [*((each, SIZES[0]) for each in EDITIONS), *(("web", size) for size in SIZES)]
)
@pytest.mark.parametrize("language", list(known()))
def test_no_word_of_ours_is_ever_cut(language: str, edition: str, size: tuple[int, int]) -> None:
    for longest in (False, True):
        names = names_of(SampleTable(registry.load(edition), LONG if longest else usual(language)))
        for scene, canvas in drawn(language, edition, longest=longest, size=size):
            ours = [text for text in canvas.shortened if not any(name in text for name in names)]
            assert ours == [], scene.name


@pytest.mark.parametrize("language", list(known()))
def test_usual_names_are_hardly_ever_cut(language: str) -> None:
    cut = {scene.name: canvas.shortened for scene, canvas in drawn(language, "classic") if canvas.shortened}
    assert cut.keys() <= {"deed-list-trade", "undo-pick"}, cut


def payments(scene: Sample) -> Iterator[Payment]:
    if isinstance(scene.screen, Confirm | DebtScreen | DeedList | DeedMenu | JailScreen | OfferScreen | PaymentShown):
        leaving = isinstance(scene.screen, OfferScreen) and not scene.screen.buy
        if scene.screen.payment and not leaving:
            yield scene.screen.payment


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", list(known()))
def test_pages_that_move_money_say_who_pays_whom_how_much(language: str, size: tuple[int, int]) -> None:
    words = Words(language, registry.load("classic"))
    special = {BANK: words.raw("term.bank.name"), POT: words.raw("term.pot.name")}
    told = 0
    for scene, canvas in drawn(language, "classic", size=size):
        for payment in payments(scene):
            payer, payee = (special.get(end.account, end.name) for end in (payment.payer, payment.payee))
            assert f"{payer} \u2192 {payee}" in canvas.texts, scene.name
            assert words.money(payment.amount) in canvas.texts, scene.name
            told += 1
    assert told > 10


def test_a_page_is_drawn_the_same_twice() -> None:
    first, second = ([canvas.image.tobytes() for _, canvas in drawn("vi", "saigon", longest=True)] for _ in range(2))
    assert first == second


def test_hours_of_pause_and_wandering_idle_pages_stay_inside() -> None:
    canvas = Canvas()
    draw(Paused(seconds=36000), canvas, Words("en"))
    assert "600:00" in canvas.texts
    table = SampleTable(registry.load("classic"), LONG)
    places = set()
    for shift in range(200):
        canvas = Canvas()
        canvas.wander(table.red.name, shift)
        box = canvas.image.getbbox()
        assert box is not None
        places.add(box)
    assert len(places) > 20


@pytest.mark.parametrize("language", list(known()))
def test_every_rule_fits_on_the_smallest_panel(language: str) -> None:
    words = Words(language)
    too_long = []
    for rule in [*language_named("en").family("rule"), *same_rules()]:
        canvas = Canvas()
        draw(Why(rules=(rule,), part=1), canvas, words)
        too_long += canvas.shortened
    assert too_long == []


@pytest.mark.parametrize("language", list(known()))
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_fits_on_the_smallest_panel(language: str, edition: str) -> None:
    table = SampleTable(registry.load(edition), usual(language))
    words = Words(language, table.edition, usual(language))
    for card in table.cards():
        canvas = Canvas()
        draw(CardShown(who=table.red, card=card), canvas, words)
        assert canvas.shortened == []


@pytest.mark.parametrize("language", list(known()))
def test_every_refusal_fits_on_the_smallest_panel(language: str) -> None:
    figures = {"needed": 1400, "cash": 1200, "limit": 1300, "held": 2, "stock": 3, "least": 2, "most": 8}
    words = Words(language, registry.load("classic"))
    for reason in Reason:
        canvas = Canvas()
        draw(RefusedShown(tried="Build", reason=reason, figures=figures), canvas, words)
        assert canvas.shortened == []


@pytest.mark.parametrize("language", list(known()))
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_cause_of_a_payment_fits_above_it(language: str, edition: str) -> None:
    table = SampleTable(registry.load(edition), usual(language), longest=True)
    words = Words(language, table.edition, usual(language))
    for cause in Cause:
        canvas = Canvas()
        payment = Payment(payer=table.red, payee=table.bank, amount=12345, cause=cause, lot=table.streets[0])
        draw(PaymentShown(payment=payment, more=2), canvas, words)
        name = table.streets[0].name
        what = capital(words.why_in_brief(cause, name)).partition(name)[0]
        assert canvas.texts[0].startswith(what), cause
        assert [text for text in canvas.shortened if name not in text] == [], cause


@pytest.mark.parametrize("language", list(known()))
@pytest.mark.parametrize("edition", EDITIONS)
def test_titles_of_payments_tell_all_deeds_apart(language: str, edition: str) -> None:
    table = SampleTable(registry.load(edition), usual(language))
    words = Words(language, table.edition, usual(language))
    deeds = [table.lot(at) for at, square in enumerate(table.board.squares) if isinstance(square, Deed)]
    for cause in (Cause.PRICE, Cause.BID, Cause.RENT, Cause.MORTGAGE, Cause.REDEMPTION, Cause.INTEREST):
        titles = set()
        for lot in deeds:
            canvas = Canvas()
            payment = Payment(payer=table.red, payee=table.bank, amount=12345, cause=cause, lot=lot)
            draw(PaymentShown(payment=payment), canvas, words)
            titles.add(canvas.texts[0])
        assert len(titles) == len(deeds), cause


def test_rules_that_say_the_same_are_one_page_and_none_is_passed_twice() -> None:
    words, titles = Words("en", registry.load("classic")), []
    for part in (-1, 0, 1, 2, 3, 4):
        canvas = Canvas()
        draw(Why(rules=("S0-24", "S4-20", "S0-42"), reason="pay", part=part), canvas, words)
        titles.append(canvas.texts[:2])
    assert titles[1:4] == [["Why?", "1/3"], ["S0-24 S4-20", "2/3"], ["S0-42", "3/3"]]
    assert (titles[0], titles[4:]) == (titles[3], titles[1:3])


ASKED = {
    "turn-jailed": "jail.title",
    "jail-throw": "jail.title",
    "trade-sign": "trade.sign",
    "trade-refuse": "trade.refuse",
    "auction-bid": "auction.leads",
    "end": "end.winner",
}


@pytest.mark.parametrize("language", list(known()))
def test_a_long_name_gives_way_to_what_is_said_of_it(language: str) -> None:
    words = Words(language)
    drawn_pages = {scene.name: canvas.texts for scene, canvas in drawn(language, "gold", longest=True)}
    for page, key in ASKED.items():
        said = words.raw(f"page.{key}").partition("{name}")[2]
        assert any(text.endswith(said) for text in drawn_pages[page]), page
