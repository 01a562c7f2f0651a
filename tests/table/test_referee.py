"""The referee's card: undo, corrections, pause, time, the end; and looking up, which is never an action."""

from collections.abc import Callable
from concurrent.futures import Future

import pytest
from msgspec.structs import replace

from companion.errors import message
from companion.rules import codec
from companion.rules.commands import Buy, CallTime, Correct, End, Finish, Refusal, Roll, Subject, TakeBack
from companion.table.flows.lookup import LOOK_SECONDS
from companion.table.inputs import Asked, Enrolled, Halted, Tapped
from companion.table.parts import Do, Piece, Title
from companion.table.settings import Evening
from companion.table.shown import (
    Address,
    DeedInfo,
    Paused,
    PutBack,
    RefusedShown,
    Standings,
    Statement,
    TakenBackShown,
    UndoPick,
    WhoOwns,
    Why,
)
from companion.table.tags import PlayerTag, RefereeTag
from companion.table.views import Confirm, Dial, EndScreen, Menu, OfferScreen, TurnScreen
from tests.table.parlour import QUIET, REFEREE_UID, Parlour

Opened = Callable[..., Parlour]


@pytest.fixture
def bought(parlour: Parlour) -> Parlour:
    """Red has bought Baltic Avenue for 60."""
    parlour.throw(1, 2)
    parlour.deed(3)
    return parlour


class TestReferee:
    def test_undo_names_the_commands_and_wants_a_reason(self, bought: Parlour) -> None:
        bought.referee()
        bought.pick(Do.UNDO)
        screen = bought.sees(UndoPick)
        assert [(step.command, step.who and step.who.name) for step in screen.steps[:2]] == [
            ("Buy", "red"),
            ("Roll", "red"),
        ]
        bought.press("down")
        assert bought.sees(UndoPick).count == 2
        bought.press("ok")
        assert bought.sees(Menu).title is Title.UNDO_REASON
        bought.press("ok")
        listed = bought.sees(PutBack)
        assert (listed.asks, [piece.what for piece in listed.pieces]) == (True, ["token", "deed", "cash"])
        bought.press("ok")
        assert bought.state.owner[3] == 0
        bought.hold("ok")
        assert bought.last == TakeBack(2, "misread-dice")
        listed = bought.sees(PutBack)
        assert (listed.asks, [piece.what for piece in listed.pieces]) == (False, ["token", "deed"])
        bought.press("down")
        assert bought.sees(PutBack).selected == 1
        bought.press("ok")
        assert (bought.state.accounts[0], bought.state.at[0], bought.state.owner[3]) == (1500, 0, -1)
        assert bought.sees(TurnScreen).who.name == "red"

    def test_after_an_undo_the_board_is_put_right_in_peace_and_then_the_balances_are_told(self, opened: Opened) -> None:
        parlour = opened(settings=replace(QUIET, news_seconds=3))
        parlour.begin()
        parlour.throw(1, 2)
        parlour.ask(TakeBack(1, "agreed"))
        parlour.pass_time(60)
        assert parlour.sees(PutBack).pieces == (Piece("token", {"seat": 0, "square": 0}),)
        parlour.press("ok")
        assert parlour.sees(TakenBackShown).count == 1
        parlour.pass_time(3)
        parlour.sees(TurnScreen)

    def test_news_below_a_page_lets_the_table_sleep(self, opened: Opened) -> None:
        parlour = opened(settings=replace(QUIET, news_seconds=3))
        parlour.begin()
        parlour.throw(1, 2)
        parlour.ask(TakeBack(1, "agreed"))
        assert parlour.table.desk.wakes_in() is None

    def test_the_next_entry_makes_the_list_old(self, bought: Parlour) -> None:
        bought.ask(TakeBack(1, "agreed"))
        bought.sees(PutBack)
        bought.ask(Buy(0))
        bought.sees(TurnScreen)

    def test_an_undo_that_something_else_overtakes_is_not_confirmed(self, bought: Parlour) -> None:
        bought.referee()
        bought.pick(Do.UNDO)
        bought.press("ok", "ok")
        bought.sees(PutBack)
        bought.ask(End(0))
        bought.hold("ok")
        assert bought.last == End(0)

    def test_a_list_of_what_to_put_back_names_no_cash_that_is_secret(self, opened: Opened) -> None:
        evening = Evening(players=("red", "blue"), dice="serial", cards="tag", rules={"cash_hidden": True})
        parlour = opened(evening=evening)
        parlour.begin()
        parlour.throw(1, 2)
        parlour.deed(3)
        parlour.referee()
        parlour.pick(Do.UNDO)
        parlour.press("ok", "ok")
        assert [piece.what for piece in parlour.sees(PutBack).pieces] == ["deed"]

    def test_cash_is_corrected_with_a_dial(self, bought: Parlour) -> None:
        bought.referee()
        bought.pick(Do.CORRECT)
        bought.press("ok")
        bought.card("blue")
        dial = bought.sees(Dial)
        assert (dial.title, dial.value) == (Title.CORRECT_VALUE, 1500)
        bought.press("up", "up", "ok", "down", "ok")
        payment = bought.sees(Confirm).payment
        assert payment is not None
        assert (payment.payee.name, payment.amount) == ("blue", 20)
        bought.hold("ok")
        assert bought.last == Correct(Subject.CASH, 1, 1520, "wrong-tap")
        assert bought.state.accounts[1] == 1520

    def test_an_owner_is_corrected_with_a_tag(self, bought: Parlour) -> None:
        bought.referee()
        bought.pick(Do.CORRECT)
        bought.pick(Do.SUBJECT, "owner")
        bought.deed(5)
        bought.pick(Do.WHOM, "green")
        bought.press("ok")
        bought.hold("ok")
        assert bought.state.owner[5] == 2

    @pytest.mark.parametrize("subject", [subject for subject in Subject if subject is not Subject.POT])
    def test_every_subject_leads_to_a_confirmation(self, bought: Parlour, subject: Subject) -> None:
        bought.referee()
        bought.pick(Do.CORRECT)
        bought.pick(Do.SUBJECT, subject.value)
        bought.press("ok", "ok", "ok")
        assert bought.sees(Confirm).do is Do.CORRECT

    def test_whose_turn_it_is_is_picked_and_a_pot_dialled(self, opened: Opened) -> None:
        parlour = opened(evening=Evening(players=("red", "blue"), dice="serial", rules={"parking": "pot"}))
        parlour.begin()
        for subject, wanted in (("turn", Correct(Subject.TURN, -1, 1, "")), ("pot", Correct(Subject.POT, -2, 10, ""))):
            parlour.referee()
            parlour.pick(Do.CORRECT)
            parlour.pick(Do.SUBJECT, subject)
            if subject == "pot":
                parlour.press("up")
            parlour.press("ok", "ok")
            parlour.hold("ok")
            assert codec.replace(parlour.last, reason="") == wanted

    def test_only_figures_that_are_possible_are_offered(self, bought: Parlour) -> None:
        bought.own(1, 5)
        bought.referee()
        bought.pick(Do.CORRECT)
        bought.pick(Do.SUBJECT, "buildings")
        assert [item.lot and item.lot.square for item in bought.sees(Menu).items] == [3]
        bought.press("ok")
        assert [item.amount for item in bought.sees(Menu).items] == [1, 2, 3, 4, 5]

    def test_a_correction_is_left_with_back(self, bought: Parlour) -> None:
        entries = bought.entries
        bought.referee()
        bought.pick(Do.CORRECT)
        bought.press("back", "back")
        bought.sees(TurnScreen)
        assert bought.entries == entries

    def test_time_is_called_once(self, bought: Parlour) -> None:
        bought.referee()
        bought.pick(Do.CALL_TIME)
        bought.hold("ok")
        assert bought.last == CallTime()
        assert bought.sees(TurnScreen).last == "time"

    def test_the_end_must_be_held(self, bought: Parlour) -> None:
        bought.referee()
        bought.pick(Do.FINISH)
        bought.press("down", "ok")
        bought.press("ok")
        assert not bought.state.over
        bought.hold("ok")
        assert bought.last == Finish("agreed")
        screen = bought.sees(EndScreen)
        assert screen.winner is not None
        assert (screen.winner.name, screen.reason) == (screen.rows[0].who.name, "agreed")

    def test_the_end_between_equals_says_what_decided(self, bought: Parlour) -> None:
        bought.ask(Finish("agreed"))
        end = bought.sees(EndScreen)
        assert ([row.who.name for row in end.rows], end.tie) == (["blue", "green", "red"], "seat")

    def test_after_the_end_tags_are_looked_up_and_it_can_be_undone(self, bought: Parlour) -> None:
        bought.ask(Finish("agreed"))
        bought.card("red")
        bought.sees(Statement)
        bought.press("back")
        bought.deed(3)
        bought.sees(DeedInfo)
        bought.press("back", "info")
        assert Do.MENU not in [item.do for item in bought.sees(Menu).items]
        bought.press("back")
        bought.referee()
        bought.pick(Do.UNDO)
        bought.press("ok", "ok")
        bought.hold("ok")
        assert bought.sees(TurnScreen).who.name == "red"

    def test_a_refused_wish_of_the_web_makes_no_sound(self, bought: Parlour) -> None:
        heard = len(bought.notebook.heard)
        bought.ask(Roll(2, 1, 1))
        assert len(bought.notebook.heard) == heard

    def test_a_pause_shows_how_long(self, bought: Parlour) -> None:
        bought.referee()
        bought.pick(Do.PAUSE)
        bought.pass_time(61)
        assert bought.sees(Paused).seconds == 61
        assert bought.table.feed.snapshot().paused
        bought.press("info")
        bought.sees(Paused)
        bought.press("ok")
        bought.sees(TurnScreen)

    def test_a_page_of_the_web_stops_the_clock_too(self, bought: Parlour) -> None:
        for _ in range(2):
            bought.do(Halted(True))
            bought.sees(Paused)
        bought.do(Halted(False))
        bought.sees(TurnScreen)
        bought.do(Halted(False))
        bought.sees(TurnScreen)

    def test_a_page_of_the_web_says_what_a_tag_stands_for(self, bought: Parlour) -> None:
        bought.do(Enrolled("04ffff01", PlayerTag("red")))
        bought.do(Tapped("04ffff01"))
        assert bought.last == End(0)

    def test_a_wish_of_the_web_is_answered(self, bought: Parlour) -> None:
        assert bought.ask(End(0)) is None
        refusal = bought.ask(End(0))
        assert refusal is not None
        assert refusal.reason == "not-your-turn"

    def test_without_a_referees_card_the_menu_is_behind_info(self, opened: Opened) -> None:
        parlour = opened()
        parlour.tags.forget(REFEREE_UID)
        assert not parlour.tags.has_referee()
        parlour.begin()
        parlour.press("info")
        parlour.pick(Do.REFEREE)
        assert parlour.sees(Menu).title is Title.REFEREE

    def test_with_one_it_is_not(self, parlour: Parlour) -> None:
        assert parlour.tags.uids(RefereeTag()) == [REFEREE_UID]
        parlour.press("info")
        assert Do.REFEREE not in [item.do for item in parlour.sees(Menu).items]


class TestLookUp:
    def test_one_replaces_the_other(self, bought: Parlour) -> None:
        """However many cards and deeds are looked up, two times back lead out."""
        bought.press("info")
        for _ in range(4):
            bought.card("red")
            bought.deed(3)
        bought.press("back", "back")
        bought.sees(TurnScreen)

    def test_back_held_leads_out(self, bought: Parlour) -> None:
        bought.press("info", "ok")
        bought.card("red")
        entries = bought.entries
        bought.hold("back")
        bought.sees(TurnScreen)
        assert bought.entries == entries

    def test_it_closes_when_nobody_touches_it(self, bought: Parlour) -> None:
        bought.press("info")
        bought.card("red")
        bought.pass_time(LOOK_SECONDS - 1)
        bought.press("down")
        bought.pass_time(LOOK_SECONDS - 1)
        bought.sees(Statement)
        for _ in range(2):
            bought.pass_time(1)
        bought.sees(TurnScreen)
        bought.card("red")
        assert bought.last == End(0)

    def test_the_end_of_the_game_stays(self, bought: Parlour) -> None:
        assert bought.ask(Finish("agreed")) is None
        shown = bought.screen
        bought.pass_time(LOOK_SECONDS * 2)
        assert bought.screen == shown
        assert bought.table.desk.wakes_in() is None, "a page that stays asks for no time"

    def test_nothing_that_is_looked_up_is_written(self, bought: Parlour) -> None:
        entries = bought.entries
        bought.press("info")
        bought.deed(3)
        info = bought.sees(DeedInfo)
        assert (info.price, info.mortgage, info.rents[0], info.rent, info.row.owner and info.row.owner.name) == (
            60,
            30,
            4,
            4,
            "red",
        )
        bought.card("red")
        statement = bought.sees(Statement)
        assert [(line.amount, line.cash, line.lot and line.lot.square) for line in statement.lines] == [(-60, 1440, 3)]
        bought.press("back", "back", "back")
        bought.sees(TurnScreen)
        assert bought.entries == entries

    def test_info_in_an_offer_looks_up_and_does_not_buy(self, parlour: Parlour) -> None:
        parlour.throw(1, 2)
        parlour.press("info")
        parlour.deed(3)
        assert parlour.sees(DeedInfo).rent is None
        parlour.press("back", "back")
        parlour.sees(OfferScreen)

    def test_balances_standings_and_owners(self, bought: Parlour) -> None:
        bought.cash(2, 3000)
        bought.press("info", "ok")
        assert [row.cash for row in bought.sees(Standings).rows] == [1440, 1500, 3000]
        bought.press("back", "down", "ok")
        assert [row.who.name for row in bought.sees(Standings).rows] == ["green", "blue", "red"]
        bought.press("back", "down", "ok")
        rows = bought.sees(WhoOwns).rows
        assert [row.lot.square for row in rows if row.owner and row.owner.account == 0] == [3]
        bought.press("down", "ok")
        assert bought.sees(DeedInfo).row.lot.square == 3

    def test_why_names_the_rules_and_figures(self, parlour: Parlour) -> None:
        parlour.own(1, 3)
        parlour.throw(1, 2)
        parlour.press("info")
        parlour.pick(Do.WHY)
        why = parlour.sees(Why)
        assert (why.reason, why.figures["amount"], "S0-24" in why.rules) == ("rent.site", 4, True)

    def test_why_tells_the_motive_of_a_bot_until_others_act(self, parlour: Parlour) -> None:
        parlour.throw(1, 2)
        motive, answer = message("motive.worth", square=3), Future[Refusal | None]()
        parlour.do(Asked(Buy(0), "bot", answer, motive))
        parlour.press("info")
        parlour.pick(Do.WHY)
        assert parlour.sees(Why).motive == motive
        parlour.press("back", "back")
        parlour.throw(1, 2)  # blue's
        parlour.press("info")
        parlour.pick(Do.WHY)
        assert parlour.sees(Why).motive is None

    def test_a_motive_is_known_of_its_own_entry_only(self, parlour: Parlour) -> None:
        parlour.throw(1, 2)
        motive, answer = message("motive.worth", square=3), Future[Refusal | None]()
        parlour.do(Asked(Buy(0), "bot", answer, motive))
        feed, seq = parlour.table.feed, parlour.entries - 1
        assert [feed.motive(parlour.table.game_id, each) for each in (seq - 1, seq, seq + 1)] == [None, motive, None]
        assert feed.motive("another", seq) is None

    def test_why_shows_the_card_that_led_there(self, parlour: Parlour) -> None:
        parlour.own(1, 5)
        parlour.own(1, 15)
        parlour.throw(3, 4)
        parlour.draw("chance", "railroad")
        parlour.press("info")
        parlour.pick(Do.WHY)
        why = parlour.sees(Why)
        assert why.figures["times"] == 2
        assert why.card
        assert (why.card.deck, why.card.card) == ("chance", "railroad")

    @pytest.mark.parametrize("button", ["back", "ok"])
    def test_why_turns_round_and_round_until_one_leaves(self, parlour: Parlour, button: str) -> None:
        parlour.press("info")
        parlour.pick(Do.WHY)
        parlour.press("down", "down", "up", "up", "up")
        assert parlour.sees(Why).part == -1
        parlour.press(button)
        parlour.sees(Menu)

    def test_info_on_a_refusal_explains_it(self, bought: Parlour) -> None:
        bought.deed(3)
        bought.pick(Do.BUILD)
        assert bought.sees(RefusedShown).reason == "not-a-group"
        bought.press("info")
        assert bought.sees(Why).reason == "not-a-group"

    def test_the_address_of_the_pages_is_shown_where_phones_can_open_it(self, bought: Parlour) -> None:
        bought.press("info")
        assert Do.PAGES not in [item.do for item in bought.sees(Menu).items]
        bought.press("back")
        bought.table.announce("http://192.168.1.2:8080/")
        bought.press("info")
        bought.pick(Do.PAGES)
        assert bought.sees(Address).url == "http://192.168.1.2:8080/"
        bought.press("ok")
        assert bought.sees(Menu).title is Title.LOOK_UP
