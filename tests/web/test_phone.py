"""A player's phone: no account without the card at the table, and nothing is signed on a phone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.app.assembly import OpenTable
from companion.demo.hands import ChipHands
from companion.errors import message
from companion.rules.commands import Buy, Correct, Decline, Draw, Finish, Gavel, GiveUp, Refusal, Roll, Subject
from companion.rules.frames import BANK
from companion.table.inputs import Asked
from companion.table.parts import Do
from companion.table.tags import PlayerTag
from companion.table.views import CardPick, Menu, TradeScreen
from companion.web import phone
from companion.web.outlook import Outlook
from companion.web.server import Server
from tests.web import stands
from tests.web.browser import Page
from tests.web.listener import Answer, ask, post
from tests.web.stands import EVENING, begin, do, stand_in

NAMES = ("red", "blue")
TRADE = {"to": 1, "gives": {"deeds": [1], "money": 20, "cards": []}, "takes": {"deeds": [39]}, "show": True}


@pytest.fixture
def hands(stand: OpenTable) -> ChipHands:
    assert stand.bench
    return ChipHands(stand.bench, stand.box, stand.table)


class Held:
    """A phone that shows a code."""

    def __init__(self, port: int, address: str = "127.0.0.1", **headers: str) -> None:
        self.port, self.proof = port, ""
        status, headers, body = post(port, "/phone/pair", {}, address=address, **headers)
        assert status == 200, body
        self.flags = headers["set-cookie"]
        self.cookie = self.flags.partition(";")[0]
        self.code = json.loads(body)["code"]

    def look(self) -> Any:
        told = json.loads(self.get("/phone/session")[2])
        self.proof = told["proof"]
        return told

    def get(self, path: str) -> Answer:
        return ask(self.port, "GET", path, cookie=self.cookie)

    def ask(self, wish: Mapping[str, object], path: str = "/phone/trade", **headers: str) -> Answer:
        return post(self.port, path, wish, **{"cookie": self.cookie, "x_proof": self.proof, **headers})


def lay(hands: ChipHands, code: str, seat: int) -> None:
    """Open the code at the table and lay a card."""
    hands.press("info")
    hands.pick(Do.PHONE, code)
    hands.lay(PlayerTag(NAMES[seat]))


def own(stand: OpenTable, square: int, seat: int) -> None:
    do(stand, Correct(Subject.OWNER, square, seat, "test"))


@pytest.fixture
def red(server: Server, hands: ChipHands) -> Held:
    held = Held(server.port)
    assert held.look() == {"proof": "", "waits": True}
    lay(hands, held.code, 0)
    assert held.look()["proof"]
    return held


def test_the_card_opens_the_own_account(red: Held, stand: OpenTable) -> None:
    own(stand, 1, 0)
    own(stand, 3, 1)
    told: Any = json.loads(red.get("/phone/account?lang=en")[2])
    assert (told["seat"], told["cash"], told["rents"], told["playing"]) == (0, 1500, {"1": 2}, [1])
    assert told["limits"] == {"1": [1500, 1500]}
    assert told["waiting"] == ["Red: roll the dice"]
    for flag in ("HttpOnly", "SameSite=strict", "Path=/phone"):
        assert flag in red.flags


def test_nothing_is_told_before_the_card(server: Server) -> None:
    held = Held(server.port)
    assert held.get("/phone/account")[0] == 401
    assert held.ask(TRADE)[0] == 401
    assert ask(server.port, "GET", "/phone/account", cookie="phone=wrong")[0] == 401


def test_a_code_runs_out(server: Server, hands: ChipHands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phone, "PAIRING_SECONDS", 0.0)
    held = Held(server.port)
    assert held.look() == {"proof": "", "waits": False}
    hands.press("info")
    assert isinstance(hands.screen, Menu)
    assert Do.PHONE not in [item.do for item in hands.screen.items]


def test_a_storm_of_phones_of_one_machine_leaves_room_for_others(server: Server, stand: OpenTable) -> None:
    answers = [post(server.port, "/phone/pair", {}) for _ in range(20)]
    assert [status for status, _, _ in answers] == [200] * phone.WAITING_TOGETHER + [429] * 17
    assert all(int(headers["retry-after"]) >= 1 for status, headers, _ in answers if status == 429)
    assert Held(server.port, "127.0.0.2").look()["waits"]
    assert stand.table.mailbox.settled()


def test_phones_wait_side_by_side_until_the_table_is_full(server: Server, hands: ChipHands) -> None:
    held = [Held(server.port, f"127.0.0.{number}") for number in range(1, phone.WAITING + 1)]
    assert post(server.port, "/phone/pair", {}, address="127.0.0.99")[0] == 429
    assert len({each.code[0] for each in held}) == phone.WAITING
    lay(hands, held[-1].code, 1)
    lay(hands, held[0].code, 0)
    assert [bool(each.look()["proof"]) for each in held] == [True, *[False] * (phone.WAITING - 2), True]
    assert json.loads(held[-1].get("/phone/account")[2])["seat"] == 1


def test_a_phone_that_asks_anew_has_one_code(server: Server, hands: ChipHands) -> None:
    first = Held(server.port)
    again = Held(server.port, cookie=first.cookie)
    assert [first.look(), again.look()] == [{"proof": "", "waits": False}, {"proof": "", "waits": True}]
    hands.press("info")
    assert isinstance(hands.screen, Menu)
    assert [item.name for item in hands.screen.items if item.do is Do.PHONE] == [again.code]


def test_the_last_phone_of_a_seat_stays(server: Server, red: Held, hands: ChipHands) -> None:
    newer = Held(server.port)
    lay(hands, newer.code, 0)
    assert newer.look()["proof"]
    assert red.get("/phone/account")[0] == 401


def test_wishes_need_the_proof_and_our_own_page(red: Held, stand: OpenTable) -> None:
    own(stand, 1, 0)
    own(stand, 39, 1)
    assert red.ask(TRADE, x_proof="wrong")[0] == 403
    assert red.ask(TRADE, origin="http://evil.example.com")[0] == 403
    assert red.ask(TRADE, sec_fetch_site="cross-site")[0] == 403
    assert red.ask({**TRADE, "to": 7})[0] == 400
    assert red.ask({**TRADE, "gives": {"deeds": [0]}})[0] == 400
    assert red.ask({**TRADE, "gives": {"deeds": [199]}})[0] == 400
    assert red.ask({**TRADE, "to": 0})[0] == 409
    assert red.ask({**TRADE, "gives": {"cards": ["nothing"]}})[0] == 409
    assert red.ask({**TRADE, "seat": 1})[0] == 400
    assert red.ask({**TRADE, "gives": {"money": -5}})[0] == 400
    assert red.ask({**TRADE, "gives": {"cards": ["x" * 20_000]}})[0] == 413
    assert not stand.table.game or not stand.table.game.state.offers


def test_a_trade_lies_on_the_table_and_both_cards_sign_it(red: Held, stand: OpenTable, hands: ChipHands) -> None:
    own(stand, 1, 0)
    status, _, body = red.ask(TRADE)
    assert status == 409
    assert json.loads(body)["error"].endswith(".")
    own(stand, 39, 1)
    assert red.ask(TRADE)[0] == 204
    assert stand.table.mailbox.settled()
    assert isinstance(hands.screen, TradeScreen)
    for seat in (0, 0, 1):
        hands.lay(PlayerTag(NAMES[seat]))
    assert stand.table.game
    state = stand.table.game.state
    assert (state.owner[1], state.owner[39], state.accounts[:2]) == (1, 0, [1480, 1520])
    line = json.loads(red.get("/phone/account?lang=en")[2])["lines"][0]
    assert (line["other"], line["amount"], line["balance"]) == ("Blue", -20, 1480)


def test_too_many_trades_are_slowed_down(red: Held, stand: OpenTable) -> None:
    answers = [red.ask({**TRADE, "show": False}) for _ in range(60)]
    statuses = [status for status, _, _ in answers]
    assert statuses[: phone.TRADES] == [409] * phone.TRADES
    assert 429 in statuses
    assert all(int(headers["retry-after"]) >= 1 for status, headers, _ in answers if status == 429)
    assert red.get("/phone/account")[0] == 200
    assert stand.table.mailbox.settled()


def test_the_next_game_forgets_all_phones(red: Held, server: Server, stand: OpenTable, hands: ChipHands) -> None:
    waiting = Held(server.port)
    do(stand, Finish("agreed"))
    assert red.get("/phone/account")[0] == 200
    hands.press("ok")
    hands.press("ok")
    assert stand.table.mailbox.settled()
    assert stand.table.game
    assert not stand.table.game.state.over
    assert red.get("/phone/account")[0] == 401
    assert red.ask(TRADE)[0] == 401
    assert waiting.look() == {"proof": "", "waits": False}


def test_a_bankrupt_reads_his_account_and_trades_no_more(red: Held, stand: OpenTable) -> None:
    own(stand, 1, 1)
    debt_of_red(stand)
    do(stand, GiveUp(0))
    told: Any = json.loads(red.get("/phone/account?lang=en")[2])
    assert (told["cash"], told["rents"], told["playing"], told["waiting"]) == (0, {}, [], [])
    assert red.ask({**TRADE, "show": False})[0] == 409


def test_a_debt_is_told_with_figure_and_creditor(red: Held, stand: OpenTable) -> None:
    debt_of_red(stand)
    told: Any = json.loads(red.get("/phone/account?lang=en")[2])
    assert told["waiting"] == ["Red: pay the bank $75 (Luxury Tax)"]


def debt_of_red(stand: OpenTable) -> None:
    """Red has not enough for the luxury tax."""
    assert stand.bench
    do(stand, Correct(Subject.CASH, 0, 20, "test"))
    do(stand, Correct(Subject.AT, 0, 35, "test"))
    assert stand.bench.roll(1, 2)
    assert stand.table.mailbox.settled()


def test_a_phone_can_be_forgotten(red: Held) -> None:
    assert red.ask({}, "/phone/out")[0] == 204
    assert red.get("/phone/account")[0] == 401


@pytest.mark.parametrize(("language", "said"), [("en", "The rules allow it now."), ("vi", "Luật cho phép lúc này.")])
def test_a_trade_in_a_browser(
    page: Page, server: Server, stand: OpenTable, hands: ChipHands, language: str, said: str
) -> None:
    page.open(f"{server.url}phone?lang={language}")
    assert page.all(".code") == []
    page.click("#pair")
    page.until(lambda: len(page.text("#code")) == 4)
    lay(hands, page.text("#code"), 0)
    page.until_text("#cash", "$1")
    assert len(page.all("#deeds + .hint, #lines + .hint")) == 2
    own(stand, 1, 0)
    own(stand, 39, 1)
    page.until_text("#deeds", "Mediterranean Avenue")
    page.click('#gives [value="1"]')
    page.click('#takes [value="39"]')
    page.until_text("#said", said)
    assert not page.is_wider_than_screen()
    page.click("#send")
    page.until(lambda: isinstance(hands.screen, TradeScreen))
    page.driver.refresh()
    page.until_text("#deeds", "Mediterranean Avenue")
    page.click("#leave")
    page.one("#pair")
    assert page.complaints() == []
    assert page.hosts() == {"127.0.0.1"}


def phone_of(page: Page, server: Server, hands: ChipHands, seat: int, language: str = "en") -> None:
    """Open the page and lay a player's card."""
    page.open(f"{server.url}phone?lang={language}")
    page.click("#pair")
    page.until(lambda: len(page.text("#code")) == 4)
    lay(hands, page.text("#code"), seat)
    page.one("#cash:not(:empty)")


def test_a_bot_s_motive_and_the_chances_are_told_on_a_phone(page: Page, stand: OpenTable, hands: ChipHands) -> None:
    outlook = Outlook()
    outlook.tell((0.6, 0.4), (0.5, 0.5))
    with stands.served(stand, outlook) as server:
        phone_of(page, server, hands, 0)
        for command, motive in ((Roll(0, 1, 2), None), (Buy(0), message("motive.worth", square=3))):
            answer = Future[Refusal | None]()
            stand.table.mailbox.post(Asked(command, "bot", answer, motive))
            assert answer.result() is None
        page.until(lambda: page.all("#history details summary"))
        page.all("#history details summary")[-1].click()
        page.until_text("#history", "Baltic Avenue is worth more to me than it costs.")
        page.until_text("#chances", "60 %")
        assert not page.is_wider_than_screen()
        assert page.complaints() == []


def type_money(page: Page, side: str, amount: object) -> None:
    field = page.one(f"#{side}-money")
    field.clear()
    field.send_keys(f"{amount}\t")


def most(page: Page, side: str) -> str:
    """The highest sum that the field leads to."""
    return page.attribute(f"#{side}-money", "aria-valuemax")


def test_a_creditor_buys_on_his_phone_for_what_he_has_and_is_owed(
    page: Page, server: Server, stand: OpenTable, hands: ChipHands
) -> None:
    """C-67: the price is set off against the debt, so the field goes up to cash and debt together."""
    for square, seat in ((39, 1), (5, 0), (15, 0)):
        own(stand, square, seat)
    for seat, cash in ((0, 0), (1, 60)):
        do(stand, Correct(Subject.CASH, seat, cash, "test"))
    do(stand, Correct(Subject.AT, 0, 35, "test"))
    phone_of(page, server, hands, 1)
    page.until(lambda: most(page, "gives") == "60")
    assert stand.bench
    assert stand.bench.roll(3, 1)
    page.until(lambda: most(page, "gives") == "110")
    assert most(page, "takes") == "0"
    type_money(page, "gives", 110)
    page.until_text("#said", "$60")
    page.click('#takes [value="5"]')
    page.until_text("#said", "The rules allow it now.")
    page.click("#send")
    page.until(lambda: isinstance(hands.screen, TradeScreen))
    for seat in (1, 1, 0):
        hands.lay(PlayerTag(NAMES[seat]))
    page.until_text("#deeds", "Reading Railroad")
    page.until(lambda: most(page, "gives") == "0")
    assert stand.table.game
    assert (stand.table.game.state.accounts[:2], stand.table.game.state.debts_of(0)) == ([60, 0], [])
    assert not page.is_wider_than_screen()


def test_a_phone_trades_whenever_the_game_waits_but_in_an_auction(
    page: Page, server: Server, stand: OpenTable, hands: ChipHands
) -> None:
    """S0-52: a trade half made is judged anew with every entry."""
    own(stand, 39, 1)
    phone_of(page, server, hands, 0)
    type_money(page, "gives", 20)
    page.click('#takes [value="39"]')
    page.until_text("#said", "The rules allow it now.")
    assert stand.bench
    assert stand.bench.roll(1, 2)
    assert stand.table.mailbox.settled()
    page.until_text("#waiting", "buy")
    page.until_text("#said", "The rules allow it now.")
    do(stand, Decline(0))
    page.until_text("#said", "First finish the auction.")
    assert page.all("#send:disabled")
    do(stand, Gavel())
    page.until_text("#said", "The rules allow it now.")
    do(stand, Correct(Subject.CASH, 0, 15, "test"))
    page.until_text("#said", "$15")
    assert most(page, "gives") == "15"


def buy_boardwalk(page: Page, hands: ChipHands, money: int) -> None:
    """Red offers money for it on his phone, both sign at the table."""
    type_money(page, "gives", money)
    page.click('#takes [value="39"]')
    page.until_text("#said", "The rules allow it now.")
    page.one("#send:enabled")
    page.click("#send")
    page.until(lambda: isinstance(hands.screen, TradeScreen))
    for seat in (0, 0, 1):
        hands.lay(PlayerTag(NAMES[seat]))
    page.until_text("#deeds", "Boardwalk")


@pytest.fixture
def drawing(tmp_path: Path) -> Iterator[OpenTable]:
    """Red has come to a Chance square, and is to name the card that he draws."""
    with stand_in(tmp_path, replace(EVENING, cards="pick")) as stand:
        begin(stand)
        do(stand, Correct(Subject.AT, 0, 4, "test"))
        assert stand.bench
        assert stand.bench.roll(1, 2)
        assert stand.table.mailbox.settled()
        yield stand


def test_a_phone_trades_while_a_card_is_to_be_drawn(page: Page, drawing: OpenTable) -> None:
    """S0-52: whoever waits for his card may buy meanwhile, and then draws it."""
    assert drawing.bench
    hands = ChipHands(drawing.bench, drawing.box, drawing.table)
    own(drawing, 39, 1)
    with stands.served(drawing) as server:
        phone_of(page, server, hands, 0)
        buy_boardwalk(page, hands, 20)
        assert drawing.table.game
        assert drawing.table.game.state.accounts[:2] == [1480, 1520]
        assert isinstance(hands.screen, CardPick)
        do(drawing, Draw(0, "dividend"))
        page.until_text("#cash", "$1,530")
        assert not page.is_wider_than_screen()


@pytest.fixture
def three(tmp_path: Path) -> Iterator[OpenTable]:
    """A table of three; green, the third, owes the bank for the luxury tax and cannot pay at once."""
    with stand_in(tmp_path, replace(EVENING, players=("red", "blue", "green"))) as stand:
        begin(stand, (6, 5), (1, 2), (1, 3))
        do(stand, Correct(Subject.TURN, -1, 2, "test"))
        for subject, value in ((Subject.CASH, 20), (Subject.AT, 35)):
            do(stand, Correct(subject, 2, value, "test"))
        assert stand.bench
        assert stand.bench.roll(1, 2)
        assert stand.table.mailbox.settled()
        yield stand


def test_two_trade_on_their_phones_while_a_third_owes(page: Page, three: OpenTable) -> None:
    """S0-52: a debt that is open holds up nobody else's trade, and stays."""
    assert three.bench
    hands = ChipHands(three.bench, three.box, three.table)
    own(three, 39, 1)
    with stands.served(three) as server:
        phone_of(page, server, hands, 0)
        buy_boardwalk(page, hands, 30)
        page.until_text("#cash", "$1,470")
        assert three.table.game
        state = three.table.game.state
        assert (state.accounts[:3], state.owner[39]) == ([1470, 1530, 20], 0)
        assert [(debt.creditor, debt.amount) for debt in state.debts_of(2)] == [(BANK, 75)]
        page.choose("#to", "2")
        type_money(page, "gives", 10)
        page.until_text("#said", "debt")  # to a debtor who still could not pay
        assert page.all("#send:disabled")
