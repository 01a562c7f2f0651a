"""Without a referee's card the record is changed when all agree; a misread throw is set right while it is the last."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.ledger.dice import count
from companion.rules.commands import Buy, Correct, Decline, End, Roll, Subject, TakeBack
from companion.rules.events import Rolled
from companion.table.inputs import BotSeated
from companion.table.parts import Do, Trouble
from companion.table.shown import Consent, DiceShown, Notice, PutBack
from companion.table.views import DiceEntry, Menu, OfferScreen, TurnScreen
from tests.table.parlour import QUIET, REFEREE_UID, Parlour

Opened = Callable[..., Parlour]


def without_referee(parlour: Parlour) -> Parlour:
    """Red has bought Baltic Avenue for 60, and nobody has a referee's card."""
    parlour.tags.forget(REFEREE_UID)
    parlour.begin()
    parlour.throw(1, 2)
    parlour.deed(3)
    return parlour


@pytest.fixture
def alone(opened: Opened) -> Parlour:
    return without_referee(opened())


def undo(parlour: Parlour) -> None:
    """As far as everybody is asked."""
    parlour.press("info")
    parlour.pick(Do.REFEREE)
    parlour.pick(Do.UNDO)
    parlour.press("ok", "ok")
    parlour.sees(PutBack)
    parlour.hold("ok")


def origin(parlour: Parlour) -> str:
    return parlour.ledger.entries(parlour.table.game_id)[-1].origin


class TestConsent:
    def test_an_undo_waits_for_every_card_and_the_ledger_has_their_names(self, alone: Parlour) -> None:
        undo(alone)
        asked = alone.sees(Consent)
        assert (asked.do, asked.agreed, [each.name for each in asked.waits_for]) == (
            Do.UNDO,
            (),
            ["red", "blue", "green"],
        )
        alone.card("blue")
        alone.card("blue")
        alone.card("green")
        assert [each.name for each in alone.sees(Consent).agreed] == ["blue", "green"]
        assert alone.state.owner[3] == 0
        alone.card("red")
        assert alone.last == TakeBack(1, "misread-dice")
        assert origin(alone) == "consent: red, blue, green"
        alone.sees(PutBack)

    def test_a_correction_shows_the_money_and_waits_too(self, alone: Parlour) -> None:
        alone.press("info")
        alone.pick(Do.REFEREE)
        alone.pick(Do.CORRECT)
        alone.press("ok")
        alone.card("blue")
        alone.press("up", "ok", "ok")
        alone.hold("ok")
        payment = alone.sees(Consent).payment
        assert payment is not None
        assert (payment.payee.name, payment.amount) == ("blue", 10)
        for name in ("red", "blue", "green"):
            alone.card(name)
        assert alone.last == Correct(Subject.CASH, 1, 1510, "misread-dice")
        alone.sees(TurnScreen)

    def test_back_refuses_for_all(self, alone: Parlour) -> None:
        undo(alone)
        alone.card("red")
        alone.press("back")
        assert alone.sees(Notice).trouble is Trouble.NOT_AGREED
        alone.press("ok")
        alone.card("blue")
        assert alone.last == Buy(0)

    def test_who_does_not_answer_refuses(self, opened: Opened) -> None:
        parlour = without_referee(opened(settings=replace(QUIET, consent_seconds=30)))
        undo(parlour)
        assert parlour.table.desk.wakes_in() == 30
        parlour.pass_time(29)
        parlour.sees(Consent)
        parlour.pass_time(1)
        assert parlour.sees(Notice).trouble is Trouble.NOT_AGREED

    def test_whoever_is_out_is_not_asked_nor_is_a_bot(self, alone: Parlour) -> None:
        alone.do(BotSeated(2))
        undo(alone)
        alone.card("green")
        assert alone.sees(Notice).trouble is Trouble.NOT_ADDRESSED
        alone.card("red")
        alone.card("blue")
        assert alone.last == TakeBack(1, "misread-dice")
        assert origin(alone) == "consent: red, blue"

    def test_the_next_entry_makes_the_question_old(self, alone: Parlour) -> None:
        undo(alone)
        alone.card("red")
        alone.ask(End(0))
        alone.sees(TurnScreen)

    def test_with_a_referees_card_nobody_else_is_asked(self, parlour: Parlour) -> None:
        parlour.throw(1, 2)
        parlour.referee()
        parlour.pick(Do.UNDO)
        parlour.press("ok", "ok")
        parlour.hold("ok")
        assert parlour.last == TakeBack(1, "misread-dice")
        assert origin(parlour) == "button"


class TestMisread:
    def test_the_referee_sets_a_throw_right_and_both_readings_are_kept(self, parlour: Parlour) -> None:
        parlour.throw(1, 2)
        parlour.sees(OfferScreen)
        parlour.referee()
        parlour.pick(Do.MISREAD)
        entry = parlour.sees(DiceEntry)
        assert (entry.dice, entry.purpose) == ((1, 2), "misread")
        parlour.press("ok", "up", "up", "up", "ok")
        assert parlour.last == Roll(0, 1, 5, source="die", misread="1-2")
        assert parlour.state.at[0] == 6
        assert parlour.sees(OfferScreen).lot.square == 6
        counted = count([parlour.ledger.entries(parlour.table.game_id)])
        assert [(each.source, each.misread) for each in counted] == [("die", ["1-2"])]
        assert counted[0].throws == 4

    def test_a_second_correction_keeps_the_first_reading(self, parlour: Parlour) -> None:
        parlour.throw(1, 2)
        for _ in range(2):
            parlour.referee()
            parlour.pick(Do.MISREAD)
            parlour.press("ok", "up", "ok")
        assert parlour.last == Roll(0, 1, 4, source="die", misread="1-2")

    def test_the_same_dice_change_nothing(self, parlour: Parlour) -> None:
        parlour.throw(1, 2)
        entries = parlour.entries
        parlour.referee()
        parlour.pick(Do.MISREAD)
        parlour.press("ok", "ok")
        assert parlour.entries == entries

    def test_info_on_the_throw_doubts_it_and_the_referees_card_agrees(self, opened: Opened) -> None:
        parlour = opened(settings=replace(QUIET, news_seconds=3))
        parlour.begin()
        parlour.throw(4, 6)
        assert parlour.sees(DiceShown).doubtful
        parlour.press("info", "down", "ok", "ok")
        asked = parlour.sees(Consent)
        assert (asked.do, asked.waits_for) == (Do.MISREAD, ())
        parlour.card("red")
        assert parlour.sees(Notice).trouble is Trouble.NOT_ADDRESSED
        parlour.referee()
        assert parlour.last == Roll(0, 3, 6, source="die", misread="4-6")

    def test_info_on_the_throw_asks_all_where_there_is_no_referee(self, opened: Opened) -> None:
        parlour = opened(settings=replace(QUIET, news_seconds=3))
        parlour.tags.forget(REFEREE_UID)
        parlour.begin()
        parlour.throw(4, 6)
        parlour.press("info", "down", "ok", "ok")
        assert parlour.sees(Consent).note == "4-6 \u2192 3-6"
        for name in ("green", "red", "blue"):
            parlour.card(name)
        entries = parlour.ledger.entries(parlour.table.game_id)
        assert [entry.origin for entry in entries[-2:]] == ["consent: red, blue, green"] * 2
        rolled = entries[-1].events[0]
        assert isinstance(rolled, Rolled)
        assert (rolled.first, rolled.second, rolled.misread) == (3, 6, "4-6")

    def test_what_has_been_followed_by_something_is_final(self, parlour: Parlour) -> None:
        parlour.throw(1, 2)
        parlour.ask(Decline(0))
        parlour.referee()
        assert Do.MISREAD not in [item.do for item in parlour.sees(Menu).items]

    def test_the_banks_dice_are_not_doubted(self, opened: Opened) -> None:
        parlour = opened(settings=replace(QUIET, dice="bank", news_seconds=3))
        parlour.press("ok")
        parlour.press("ok")
        assert not parlour.sees(DiceShown).doubtful
        parlour.referee()
        assert Do.MISREAD not in [item.do for item in parlour.sees(Menu).items]
