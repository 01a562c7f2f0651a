"""Players are called by names: those of earlier evenings, or spelt with the wheel; the card goes by its latest name."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.editions import registry
from companion.table.inputs import Tapped, Turned
from companion.table.keeper import Keeper
from companion.table.parts import Do, Title, Trouble
from companion.table.settings import COLORS, Evening
from companion.table.shown import Notice
from companion.table.tags import PlayerTag, TagBook
from companion.table.views import EnrolPlayer, Menu, Spelling, StartThrow, TurnScreen
from tests.table.parlour import Parlour, tags_of

Opened = Callable[..., Parlour]


@pytest.fixture
def asked(opened: Opened) -> Parlour:
    """Red is asked for another name."""
    parlour = opened(players=2)
    parlour.pick(Do.NEW_GAME)
    parlour.pick(Do.PLAYERS)
    parlour.press("info")
    assert parlour.sees(Menu).title is Title.NAME
    return parlour


def spell(parlour: Parlour, name: str) -> None:
    """Spell a name; each letter is turned to."""
    parlour.pick(Do.SPELL)
    for letter in name:
        wheel = parlour.sees(Spelling)
        at = [each.casefold() for each in wheel.wheel].index(letter.casefold())
        parlour.do(Turned(at - wheel.at))
        parlour.press("ok")


def test_a_name_is_spelt_and_the_card_goes_by_it(asked: Parlour, tmp_path: Path) -> None:
    red = asked.tags.uids(PlayerTag("red"))
    spell(asked, "mai")
    assert asked.sees(Spelling).text == "Mai"
    asked.press("info")
    menu = asked.sees(Menu)
    assert (menu.title, menu.items[menu.selected].name, menu.items[menu.selected].amount) == (Title.PLAYERS, "Mai", 1)
    assert asked.tags.uids(PlayerTag("Mai")) == red
    asked.press("back")
    asked.pick(Do.START)
    assert asked.sees(StartThrow).who.name == "Mai"
    assert asked.state.players == ("Mai", "blue")
    settings = Evening(players=COLORS[:2], dice="serial", cards="tag")
    assert Keeper.read(tmp_path / "evening.json", settings).evening.names == ("Mai",)


def test_a_known_name_is_one_press_and_the_old_one_stays_known(asked: Parlour) -> None:
    spell(asked, "Mai")
    asked.press("info", "info")
    spell(asked, "Lan")
    asked.press("info", "info")
    menu = asked.sees(Menu)
    assert [item.name for item in menu.items][:3] == ["", "Mai", "red"]
    asked.press("down", "ok")
    assert asked.keeper.evening.players == ("Mai", "blue")
    assert asked.keeper.evening.names == ("Mai", "Lan")


def test_whoever_has_a_card_of_his_own_keeps_it(asked: Parlour) -> None:
    blue = asked.tags.uids(PlayerTag("blue"))
    asked.press("down", "down")
    name = asked.sees(Menu).items[2].name
    asked.press("ok")
    assert asked.keeper.evening.players == (name, "blue")
    assert asked.tags.uids(PlayerTag("red")) != []
    assert asked.tags.uids(PlayerTag(name)) != asked.tags.uids(PlayerTag("red"))
    assert asked.tags.uids(PlayerTag("blue")) == blue


def test_a_name_brings_him_in(opened: Opened) -> None:
    parlour = opened(players=2)
    parlour.pick(Do.NEW_GAME)
    parlour.pick(Do.PLAYERS)
    parlour.press("down", "down", "info")
    spell(parlour, "Tom")
    parlour.press("info")
    assert parlour.keeper.evening.players == ("red", "blue", "Tom")


@pytest.mark.parametrize("name", ["Blue", "Red"])
def test_nobody_is_called_like_another_or_like_a_color(asked: Parlour, name: str) -> None:
    spell(asked, name)
    asked.press("info")
    assert asked.sees(Notice).trouble is Trouble.NAME_TAKEN
    asked.press("ok")
    assert asked.sees(Spelling).text == name
    assert asked.keeper.evening.players == ("red", "blue")


def test_back_erases_and_then_leaves(asked: Parlour) -> None:
    spell(asked, "ab")
    asked.press("back")
    assert asked.sees(Spelling).text == "A"
    asked.press("back", "info")
    assert asked.sees(Spelling).text == ""
    asked.press("back", "back")
    assert asked.sees(Menu).title is Title.PLAYERS
    assert asked.keeper.evening.players == ("red", "blue")


@pytest.mark.parametrize(
    ("taken", "name"),
    [("hu`ng", "Hùng"), ("ba` ngoa.i", "Bà Ngoại"), ("?an", "An"), ("đưc'", "Đưc"), ("ư'", "Ứ"), (" lan ", "Lan")],
)
def test_tones_go_on_the_vowel_before(opened: Opened, taken: str, name: str) -> None:
    parlour = opened(evening=Evening(players=COLORS[:2], language="vi"))
    parlour.pick(Do.NEW_GAME)
    parlour.pick(Do.PLAYERS)
    parlour.press("info")
    spell(parlour, taken)
    parlour.press("info")
    assert parlour.keeper.evening.players[0] == name


def test_a_name_ends_where_the_display_does(asked: Parlour) -> None:
    spell(asked, "w" * 15)
    assert asked.sees(Spelling).text == "W" + 11 * "w"


def test_a_game_of_before_asks_for_the_cards_by_their_old_names(opened: Opened) -> None:
    book = TagBook(None, tags_of(registry.load("classic")))
    first = opened(players=2, tags=book)
    first.begin()
    card = book.uids(PlayerTag("red"))
    again = opened(players=2, tags=book)
    again.press("back")
    again.pick(Do.NEW_GAME)
    again.pick(Do.PLAYERS)
    again.press("info")
    spell(again, "Mai")
    again.press("info", "back", "back")
    again.pick(Do.CONTINUE)
    again.press("ok")
    asked = again.sees(EnrolPlayer)
    assert (asked.name, asked.number, asked.of) == ("red", 1, 2)
    again.do(Tapped(card[0]))
    assert book.uids(PlayerTag("red")) == card
    again.press("ok")
    assert again.sees(Menu).title is Title.GAMES
    again.press("ok")
    again.sees(TurnScreen)
