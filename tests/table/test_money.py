"""Debts, jail, deeds, rents to be claimed: what a tag does in each, and what is shown before money moves."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.rules.commands import (
    Build,
    CallTime,
    ClaimRent,
    ContestFor,
    GiveUp,
    Mortgage,
    Pass,
    Pay,
    PayBail,
    Reason,
    Roll,
    Subject,
    UseCard,
)
from companion.rules.events import RentLapsed
from companion.rules.frames import BANK, Contest
from companion.table.parts import Do, Title, Trouble
from companion.table.settings import COLORS, Evening, TableSettings
from companion.table.shown import DiceShown, EventShown, Notice, PaymentShown, RefusedShown
from companion.table.views import (
    CardPick,
    ChoiceScreen,
    Confirm,
    ContestScreen,
    DebtScreen,
    DeedList,
    DeedMenu,
    FreshThrow,
    JailScreen,
    Menu,
    TurnScreen,
)
from tests.table.parlour import QUIET, Parlour

Opened = Callable[..., Parlour]


class TestDebt:
    @pytest.fixture
    def debt(self, parlour: Parlour) -> Parlour:
        """Red owes blue 50 for Boardwalk and has 10; Mediterranean is his."""
        parlour.own(1, 39)
        parlour.own(0, 1, 6)
        parlour.cash(0, 10)
        parlour.at(0, 36)
        parlour.throw(1, 2)
        return parlour

    def test_it_names_both_ends(self, debt: Parlour) -> None:
        screen = debt.sees(DebtScreen)
        assert (screen.payment.payer.name, screen.payment.payee.name, screen.payment.amount) == ("red", "blue", 50)
        assert (screen.cash, screen.raisable, screen.more) == (10, 10 + 30 + 50, 0)
        assert [item.do for item in screen.items] == [Do.RAISE, Do.GIVE_UP]

    def test_the_debtors_card_opens_his_menu_until_he_can_pay(self, debt: Parlour) -> None:
        debt.card("red")
        assert debt.sees(Menu).title is Title.MINE
        debt.pick(Do.MORTGAGE)
        rows = debt.sees(DeedList).rows
        assert [(row.lot.square, row.amount) for row in rows] == [(1, -30), (6, -50)]
        debt.deed(6)
        assert debt.sees(DeedList).selected == 1
        debt.press("ok")
        assert debt.state.accounts[0] == 60
        debt.press("ok")
        assert debt.sees(RefusedShown).reason == "mortgaged"
        debt.card("red")
        assert debt.last == Pay(0)
        assert debt.state.accounts[:2] == [10, 1550]

    def test_another_player_cannot_pay_it(self, debt: Parlour) -> None:
        debt.card("blue")
        assert debt.sees(Menu).who == debt.table.desk.scene.party(1)
        debt.card("blue")
        debt.sees(Menu)
        assert debt.state.debts_of(0)

    def test_paying_is_offered_first_as_soon_as_there_is_enough(self, debt: Parlour) -> None:
        debt.press("ok")
        debt.pick(Do.MORTGAGE)
        debt.deed(6)
        debt.press("ok")
        debt.press("back")
        debt.press("back")
        assert [item.do for item in debt.sees(DebtScreen).items] == [Do.PAY, Do.RAISE, Do.GIVE_UP]
        debt.press("ok")
        assert debt.last == Pay(0)

    def test_paying_too_early_says_why(self, debt: Parlour) -> None:
        debt.card("red")
        debt.pick(Do.PAY)
        refused = debt.sees(RefusedShown)
        assert (refused.reason, refused.tried) == ("too-poor", "Pay")

    def test_giving_up_must_be_held(self, debt: Parlour) -> None:
        debt.pick(Do.GIVE_UP)
        assert debt.sees(Confirm).hold
        debt.press("ok")
        assert not debt.state.out[0]
        debt.hold("ok")
        assert debt.last == GiveUp(0)
        assert debt.state.owner[6] == 1

    def test_a_press_on_back_does_not_give_up(self, debt: Parlour) -> None:
        debt.pick(Do.GIVE_UP)
        debt.press("back")
        debt.sees(DebtScreen)


class TestJail:
    @pytest.fixture
    def jail(self, parlour: Parlour) -> Parlour:
        parlour.at(0, 10)
        parlour.correct(Subject.JAILED, 0, 0)
        return parlour

    def test_it_offers_the_ways_out_with_their_price(self, jail: Parlour) -> None:
        screen = jail.sees(JailScreen)
        assert [item.do for item in screen.items] == [Do.ENTER_DICE, Do.PAY_BAIL, Do.MENU]
        assert screen.items[1].amount == 50
        jail.press("down")
        payment = jail.sees(JailScreen).payment
        assert payment is not None
        assert (payment.payer.name, payment.payee.account, payment.amount) == ("red", BANK, 50)

    def test_the_die_is_the_try(self, jail: Parlour) -> None:
        jail.throw(2, 3)
        assert jail.last == Roll(0, 2, 3, source="die")
        assert jail.state.jailed[0] == 1

    def test_the_card_takes_the_line_under_the_cursor(self, jail: Parlour) -> None:
        jail.press("down")
        jail.card("red")
        assert jail.last == PayBail(0)
        jail.sees(TurnScreen)

    def test_a_kept_card_is_offered(self, parlour: Parlour) -> None:
        parlour.at(0, 5)
        parlour.throw(1, 1)
        parlour.draw("chance", "jail-free")
        parlour.correct(Subject.JAILED, 0, 0)
        parlour.pick(Do.USE_CARD)
        assert parlour.last == UseCard(0)

    def test_the_menu_can_be_reached(self, jail: Parlour) -> None:
        jail.pick(Do.MENU)
        assert jail.sees(Menu).title is Title.MINE


class TestLuck:
    def test_a_drawn_card_is_named_by_its_tag(self, parlour: Parlour) -> None:
        parlour.at(0, 5)
        parlour.throw(1, 1)
        assert len(parlour.sees(CardPick).cards) == 15
        parlour.draw("chest", "doctor")
        assert parlour.sees(Notice).trouble is Trouble.CARD_NOT_IN_DECK
        parlour.draw("chance", "dividend")
        parlour.sees(CardPick)  # a message lay over it
        parlour.draw("chance", "dividend")
        assert parlour.state.accounts[0] == 1550

    def test_a_drawn_card_is_picked_from_the_list(self, parlour: Parlour) -> None:
        parlour.at(0, 5)
        parlour.throw(1, 1)
        parlour.press("up", "ok")
        assert not isinstance(parlour.screen, CardPick)

    def test_a_card_that_nobody_drew(self, parlour: Parlour) -> None:
        parlour.draw("chance", "dividend")
        assert parlour.sees(Notice).trouble is Trouble.NO_CARD_NOW

    def test_the_tax_is_chosen_before_it_is_worked_out(self, parlour: Parlour) -> None:
        parlour.throw(1, 3)
        screen = parlour.sees(ChoiceScreen)
        assert (screen.between, screen.amount, screen.percent) == (("flat", "percent"), 200, 10)
        parlour.press("down")
        parlour.card("red")
        assert parlour.state.accounts[0] == 1350

    def test_a_card_asks_for_a_fresh_throw(self, parlour: Parlour) -> None:
        parlour.own(1, 12)
        parlour.at(0, 5)
        parlour.throw(1, 1)
        parlour.draw("chance", "utility")
        screen = parlour.sees(FreshThrow)
        assert (screen.owner.name, screen.times, screen.lot.square) == ("blue", 10, 12)
        parlour.throw(3, 4)
        assert parlour.state.accounts[1] == 1570


class TestDeeds:
    @pytest.fixture
    def group(self, parlour: Parlour) -> Parlour:
        parlour.own(0, 1, 3)
        return parlour

    def test_an_owned_deed_shows_what_can_be_done_and_its_price(self, group: Parlour) -> None:
        group.deed(1)
        screen = group.sees(DeedMenu)
        assert [(item.do, item.amount, item.enabled) for item in screen.items] == [
            (Do.BUILD, 50, True),
            (Do.SELL, None, False),
            (Do.CLEAR, None, False),
            (Do.MORTGAGE, -30, True),
        ]
        assert screen.payment is not None
        assert (screen.payment.payer.name, screen.payment.amount, screen.payment.payer_cash) == ("red", 50, 1450)

    def test_deed_and_ok_build(self, group: Parlour) -> None:
        group.deed(1)
        group.press("ok")
        assert group.last == Build(0, 1)
        assert group.sees(DeedMenu).row.level == 1

    def test_what_is_refused_says_why(self, group: Parlour) -> None:
        group.deed(1)
        group.press("ok")
        group.press("ok")
        refused = group.sees(RefusedShown)
        assert (refused.tried, refused.reason, refused.lot and refused.lot.square) == ("Build", "uneven", 1)
        group.press("back")
        group.sees(DeedMenu)

    def test_selling_the_last_house_does_not_go_on_to_mortgage(self, group: Parlour) -> None:
        assert group.ask(Build(0, 1)) is None
        group.deed(1)
        group.pick(Do.SELL)
        group.press("ok")
        assert group.sees(RefusedShown).tried == "Sell"
        assert not group.state.mortgaged[1]

    def test_shops_on_a_mortgaged_lot_can_be_sold(self, opened: Opened) -> None:
        parlour = opened(evening=Evening(edition="saigon", players=("red", "blue"), dice="serial", cards="tag"))
        parlour.begin()
        square = next(at for at in parlour.rules.deeds if parlour.rules.street(at))
        parlour.own(0, *parlour.rules.mates[square])
        parlour.correct(Subject.BUILDINGS, square, 2)
        parlour.correct(Subject.MORTGAGED, square, 1)
        parlour.deed(square)
        parlour.pick(Do.SELL)
        assert parlour.state.level[square] == 1

    def test_it_works_for_a_player_whose_turn_it_is_not(self, group: Parlour) -> None:
        group.own(2, 5)
        group.deed(5)
        group.pick(Do.MORTGAGE)
        assert group.last == Mortgage(2, 5)
        group.sees(TurnScreen)
        group.deed(5)
        group.press("ok")
        assert not group.state.mortgaged[5]

    def test_a_group_is_built_from_the_menu(self, group: Parlour) -> None:
        group.press("down")
        group.pick(Do.BUILD)
        group.press("ok")
        group.deed(3)
        group.press("ok")
        assert group.state.level[1] == group.state.level[3] == 1
        screen = group.sees(DeedList)
        assert (screen.houses, screen.cash) == (30, 1400)

    def test_the_page_goes_with_the_deed(self, group: Parlour) -> None:
        group.deed(1)
        group.own(2, 1)
        group.sees(TurnScreen)


def test_a_scarce_house_is_contested_by_taps(opened: Opened) -> None:
    evening = Evening(players=("red", "blue", "green"), dice="serial", cards="tag", rules={"houses": 1})
    parlour = opened(evening=evening)
    parlour.begin()
    parlour.own(0, 1, 3)
    parlour.own(1, 6, 8, 9)
    parlour.deed(1)
    parlour.press("ok")
    screen = parlour.sees(ContestScreen)
    assert ([who.name for who, _ in screen.sites], [who.name for who in screen.rivals]) == (["red"], ["blue"])
    parlour.card("green")
    assert parlour.sees(Notice).trouble is Trouble.NOT_ADDRESSED
    parlour.press("back")
    parlour.card("blue")
    assert parlour.sees(DeedList).title is Title.CONTEST
    parlour.press("down", "ok")
    assert parlour.last == ContestFor(1, 8)


def test_a_rival_passes_with_back_and_his_card(opened: Opened) -> None:
    evening = Evening(players=("red", "blue", "green"), dice="serial", cards="tag", rules={"houses": 1})
    parlour = opened(evening=evening)
    parlour.begin()
    parlour.own(0, 1, 3)
    parlour.own(1, 6, 8, 9)
    parlour.deed(1)
    parlour.press("ok", "back")
    parlour.card("blue")
    assert parlour.last == Pass(1)
    assert not isinstance(parlour.state.agenda[-1], Contest)
    assert parlour.state.level[1] == 1


def test_rent_is_claimed_with_the_deed(opened: Opened) -> None:
    evening = Evening(players=("red", "blue", "green"), dice="serial", cards="tag", rules={"rent_claim": "next-throw"})
    parlour = opened(evening=evening)
    parlour.begin()
    parlour.own(1, 3)
    parlour.throw(1, 2)
    assert parlour.state.accounts[1] == 1500
    parlour.deed(3)
    assert parlour.last == ClaimRent(1)
    assert parlour.state.accounts[1] == 1504
    parlour.deed(3)
    assert parlour.sees(DeedMenu).who.name == "blue"


def test_automatic_rent_is_told_with_both_ends(opened: Opened) -> None:
    parlour = opened(settings=replace(QUIET, news_seconds=3))
    parlour.begin()
    parlour.own(1, 3)
    parlour.throw(1, 2)
    parlour.press("ok")
    payment = parlour.sees(PaymentShown).payment
    assert (payment.payer.name, payment.payee.name, payment.amount) == ("red", "blue", 4)
    assert (payment.payer_cash, payment.payee_cash, payment.lot and payment.lot.square) == (1496, 1504, 3)


def test_a_rent_that_nobody_has_asked_for_is_told(opened: Opened) -> None:
    rules: dict[str, str | int | bool] = {"rent_claim": "next-throw"}
    evening = Evening(players=COLORS[:3], dice="serial", cards="tag", rules=rules)
    parlour = opened(settings=replace(QUIET, news_seconds=3), evening=evening)
    parlour.begin()
    parlour.own(1, 3)
    parlour.throw(1, 2)
    parlour.throw(4, 6)
    assert isinstance(parlour.screen, DiceShown | EventShown)
    parlour.press("ok")
    told = [screen.event for screen in parlour.notebook.shown if isinstance(screen, EventShown)]
    assert told == [RentLapsed(1, 0, 3)]


def last_turn(opened: Opened, **how: object) -> Parlour:
    """Time is up, blue has ended the last turn, and red may still ask for the rent of Baltic Avenue."""
    rules: dict[str, str | int | bool] = {"rent_claim": "own-throw"}
    parlour = opened(evening=Evening(players=COLORS[:2], dice="serial", cards="tag", rules=rules), **how)
    parlour.begin()
    parlour.own(0, 3)
    parlour.throw(4, 6)
    parlour.ask(CallTime())
    parlour.throw(1, 2)
    parlour.card("blue")
    return parlour


@pytest.fixture
def last_rent(opened: Opened) -> Parlour:
    return last_turn(opened)


class TestLastRent:
    def test_the_owner_takes_it_and_the_game_is_over(self, last_rent: Parlour) -> None:
        assert [(item.do, item.amount) for item in last_rent.sees(Menu).items] == [(Do.CLAIM, 4), (Do.LET_GO, None)]
        last_rent.card("blue")
        assert not last_rent.state.over
        last_rent.press("back")
        last_rent.card("red")
        assert last_rent.last == ClaimRent(0)
        assert last_rent.state.over

    def test_silence_lets_it_go_when_the_countdown_is_over(self, opened: Opened) -> None:
        settings = TableSettings(contest_seconds=20, idle_seconds=0, news_seconds=0)
        parlour = last_turn(opened, settings=settings)
        assert parlour.sees(Menu).seconds == 20
        parlour.pass_time(19)
        assert parlour.sees(Menu).seconds == 1
        parlour.pass_time(1)
        assert parlour.last == Pass(0)
        assert parlour.state.over

    def test_he_lets_it_go(self, last_rent: Parlour) -> None:
        last_rent.pick(Do.LET_GO)
        assert last_rent.last == Pass(0)
        assert last_rent.state.over


def test_who_can_still_pay_is_told_so_when_only_the_insolvent_give_up(opened: Opened) -> None:
    rules: dict[str, str | int | bool] = {"give_up": "insolvent"}
    parlour = opened(evening=Evening(players=COLORS[:2], dice="serial", cards="tag", rules=rules))
    parlour.begin()
    parlour.own(0, 5)
    parlour.own(1, 39)
    parlour.cash(0, 10)
    parlour.at(0, 36)
    parlour.throw(1, 2)
    assert [item.enabled for item in parlour.sees(DebtScreen).items if item.do is Do.GIVE_UP] == [False]
    parlour.pick(Do.GIVE_UP)
    assert parlour.sees(RefusedShown).reason == Reason.SOLVENT
