"""Who sits on a chair at the box: leaving, handing over to a person or to the program, joining late."""

from collections.abc import Callable

import pytest

from companion.rules.commands import HandOver, Join, Leave
from companion.table.inputs import BotSeated
from companion.table.parts import Do, Title, Trouble
from companion.table.settings import Evening
from companion.table.shown import Notice, RefusedShown
from companion.table.views import Confirm, Menu, OfferScreen, TurnScreen
from tests.table.parlour import Parlour

Opened = Callable[..., Parlour]
PLAYERS = ("red", "blue", "green")


@pytest.fixture
def open_house(opened: Opened) -> Parlour:
    """A table of red, blue and green at which people come and go."""
    parlour = opened(evening=Evening(players=PLAYERS, profiles=("come-and-go",), dice="serial", cards="tag"))
    parlour.begin()
    return parlour


def chair(parlour: Parlour, name: str) -> Menu:
    """The page of a player's chair, opened with his card."""
    parlour.card(name)
    parlour.pick(Do.CHAIR)
    return parlour.sees(Menu)


def test_a_player_leaves(open_house: Parlour) -> None:
    open_house.own(1, 6, 8)
    assert chair(open_house, "blue").title is Title.CHAIR
    open_house.pick(Do.LEAVE)
    asked = open_house.sees(Confirm)
    assert (asked.do, asked.who and asked.who.name, asked.hold) == (Do.LEAVE, "blue", True)
    open_house.press("ok")
    assert not open_house.state.out[1]
    open_house.hold("ok")
    assert open_house.last == Leave(1)
    assert (open_house.state.out[1], open_house.state.owner[6]) == (True, -1)
    open_house.card("blue")
    assert open_house.sees(RefusedShown).reason == "name-taken"


def test_a_cousin_takes_a_chair_with_what_it_is_asked(parlour: Parlour) -> None:
    parlour.throw(1, 2)
    parlour.sees(OfferScreen)
    chair(parlour, "blue")
    parlour.card("purple")
    asked = parlour.sees(Confirm)
    assert (asked.do, asked.name) == (Do.HAND_OVER, "purple")
    parlour.hold("ok")
    assert parlour.last == HandOver(1, "purple")
    parlour.ask(HandOver(1, "blue"))
    parlour.ask(HandOver(0, "purple"))
    assert parlour.sees(OfferScreen).payment.payer.name == "purple"
    parlour.card("purple")
    assert parlour.state.owner[3] == 0
    assert parlour.state.players == ("purple", "blue", "green")


def test_red_is_no_player_any_more_and_may_come_back(parlour: Parlour) -> None:
    parlour.ask(HandOver(0, "purple"))
    parlour.card("red")
    assert parlour.sees(Notice).trouble is Trouble.NOT_PLAYING
    chair(parlour, "purple")
    parlour.pick(Do.HAND_OVER, "red")
    parlour.hold("ok")
    assert parlour.state.players == PLAYERS


def test_somebody_joins_with_his_card(open_house: Parlour) -> None:
    open_house.card("yellow")
    asked = open_house.sees(Confirm)
    assert (asked.do, asked.name) == (Do.JOIN, "yellow")
    open_house.hold("ok")
    assert open_house.last == Join("yellow")
    assert (open_house.state.players[3], open_house.state.accounts[3]) == ("yellow", 1500)
    for seat in (0, 1, 2, 3):
        open_house.throw(4, 6)
        assert open_house.sees(TurnScreen).who.account == seat


def test_nobody_joins_where_the_table_takes_nobody(parlour: Parlour) -> None:
    parlour.card("yellow")
    assert parlour.sees(Notice).trouble is Trouble.NOT_PLAYING


def test_the_program_takes_a_chair_and_gives_it_back(parlour: Parlour) -> None:
    lines = [(item.do, item.name) for item in chair(parlour, "blue").items]
    assert lines[:2] == [(Do.BOT, "child"), (Do.BOT, "grown-up")]
    parlour.pick(Do.BOT, "grown-up")
    assert parlour.keeper.evening.bots == {"blue": "grown-up"}
    parlour.do(BotSeated(1))
    assert parlour.sees(Notice).trouble is Trouble.BOT_PLAYS
    parlour.press("ok")
    chair(parlour, "blue")
    parlour.pick(Do.BOT, "person")
    assert (parlour.keeper.evening.bots, parlour.table.desk.bots) == ({}, set())


def test_a_bot_whose_chair_is_handed_over_plays_no_more(opened: Opened) -> None:
    parlour = opened(evening=Evening(players=PLAYERS, dice="serial", cards="tag", bots={"blue": "child"}))
    parlour.begin()
    parlour.do(BotSeated(1))
    parlour.ask(HandOver(1, "purple"))
    assert parlour.table.desk.bots == set()


def test_a_game_goes_on_with_who_has_the_chairs_now(opened: Opened) -> None:
    parlour = opened(evening=Evening(players=PLAYERS, profiles=("come-and-go",), dice="serial", cards="tag"))
    parlour.begin()
    parlour.ask(HandOver(0, "purple"))
    parlour.ask(Join("yellow"))
    parlour = opened(evening=parlour.keeper.evening)
    parlour.press("ok")
    assert parlour.sees(TurnScreen).who.name == "purple"
    assert parlour.state.players == ("purple", "blue", "green", "yellow")
