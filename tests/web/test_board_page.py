"""The spectators' page in a real browser: the board is the edition's, and what is shown is what stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.config import WebSection
from companion.errors import message
from companion.rules.commands import AnyCommand, Build, Buy, Correct, End, Finish, Mortgage, Roll, Subject, TakeBack
from companion.rules.edition import Edition
from companion.web.outlook import Outlook
from companion.web.server import Server
from tests.editions.test_own_board import OWN, own_board
from tests.web.browser import Page
from tests.web.conftest import serve
from tests.web.feeds import GameFeed

BROWN: list[AnyCommand] = [Correct(Subject.OWNER, square, 0, "test") for square in (1, 3)]


@pytest.fixture
def board(page: Page, served: Server) -> Page:
    page.open(f"{served.url}?lang=en")
    page.one('.square[data-square="1"]')
    return page


def label(page: Page, square: int) -> str:
    return page.attribute(f'.square[data-square="{square}"]', "aria-label")


def test_owners_buildings_and_mortgages_are_drawn_as_they_come(board: Page, feed: GameFeed) -> None:
    feed.ask(*BROWN, Build(0, 1), Build(0, 3), Build(0, 1), Correct(Subject.OWNER, 5, 1, "test"), Mortgage(1, 5))
    board.until(lambda: label(board, 1) == "Mediterranean Avenue, brown, owned by Red, 2 houses")
    assert len(board.all('[data-square="1"] .house')) == 2
    assert label(board, 5) == "Reading Railroad, Railroads, owned by Blue, mortgaged"
    assert len(board.all('[data-square="5"] .strike')) == 1
    assert label(board, 6) == "Oriental Avenue, light blue, for sale"


def test_tokens_stand_where_the_players_are(board: Page, feed: GameFeed) -> None:
    feed.ask(Roll(0, 4, 6), End(0), Roll(1, 1, 2))
    board.until(lambda: is_on(board, 0, 10) and is_on(board, 1, 3) and is_on(board, 2, 0))
    assert "Jail" in board.text("#players tbody tr:nth-child(1)")


def is_on(page: Page, seat: int, square: int) -> bool:
    script = """
        const box = (css) => document.querySelector(css).getBoundingClientRect();
        const token = box(`.token[data-seat="${arguments[0]}"] circle`);
        const paper = box(`[data-square="${arguments[1]}"] .paper`);
        const x = (token.left + token.right) / 2, y = (token.top + token.bottom) / 2;
        return x > paper.left && x < paper.right && y > paper.top && y < paper.bottom;"""
    return bool(page.driver.execute_script(script, seat, square))


def test_balances_history_and_what_is_waited_for(board: Page, feed: GameFeed) -> None:
    feed.ask(Roll(0, 1, 2), Buy(0), End(0))
    board.until_text("#waiting", "Blue: roll the dice")
    assert "$1,440\t$1,500\t1" in board.text("#players tbody tr:nth-child(1)")
    board.until_text("#lines", "Red pays the bank $60 (price of Baltic Avenue).")
    feed.ask(TakeBack(3, "misread dice"))
    board.until(lambda: len(board.all("#lines .back")) == 3)
    assert "$1,500\t$1,500\t0" in board.text("#players tbody tr:nth-child(1)")


def test_a_bot_s_motive_is_behind_its_line(board: Page, feed: GameFeed) -> None:
    feed.ask(Roll(0, 1, 2))
    feed.ask(Buy(0), motive=message("motive.worth", square=3))
    board.until(lambda: board.all("#lines details:last-child summary"))
    board.all("#lines details summary")[-1].click()
    board.until(lambda: "Baltic Avenue is worth more to me than it costs." in board.text("#lines"))


def test_the_latest_line_is_in_sight_unless_one_reads_further_up(page: Page, served: Server, feed: GameFeed) -> None:
    feed.ask(*[Correct(Subject.CASH, 0, 1000 + number, "test") for number in range(60)])
    page.open(f"{served.url}?lang=en")
    page.until_text("#lines", "$1,059")
    page.until(lambda: below(page) < 2)
    feed.ask(Correct(Subject.CASH, 0, 2000, "test"))
    page.until_text("#lines", "$2,000")
    page.until(lambda: below(page) < 2)
    page.driver.execute_script("document.getElementById('lines').scrollTop = 100")
    page.until(lambda: below(page) > 500)
    feed.ask(Correct(Subject.CASH, 0, 3000, "test"))
    page.until_text("#lines", "$3,000")
    assert below(page) > 500


def below(page: Page) -> int:
    """How many pixels of the history lie below what is seen of it."""
    script = """
        const list = document.getElementById("lines");
        return list.scrollHeight - list.scrollTop - list.clientHeight;"""
    return int(page.driver.execute_script(script))


def test_the_dice_of_a_throw_go_with_it(board: Page, feed: GameFeed) -> None:
    feed.ask(Roll(0, 1, 2))
    board.until(lambda: len(board.all("#middle .cube")) == 2)
    feed.ask(TakeBack(1, "misread-dice"))
    board.until(lambda: board.all("#middle .cube") == [])
    board.until_text("#latest", "takes back")


def test_a_debt_is_waited_for_by_figure_and_creditor(board: Page, feed: GameFeed) -> None:
    feed.ask(Correct(Subject.OWNER, 3, 1, "test"), Correct(Subject.CASH, 0, 1, "test"), Roll(0, 1, 2))
    board.until_text("#waiting", "Red: pay Blue $4 (rent for Baltic Avenue)")
    board.speak("vi")
    board.until_text("#waiting", "Đỏ: trả Lam $4 (tiền thuê Baltic Avenue)")


def test_before_the_first_game_there_is_nothing_but_a_line(page: Page) -> None:
    feed = GameFeed()
    for server in serve(Server(feed.feed, feed, None, WebSection(port=0))):
        page.open(f"{server.url}?lang=vi")
        page.until_text("#waiting", "Chưa có ván nào trên bàn.")
        assert page.all("table, svg, ol") == []
        page.until(lambda: page.driver.title == "Bàn cờ")


def test_the_end_says_who_has_won(board: Page, feed: GameFeed) -> None:
    feed.ask(Roll(0, 1, 2), Buy(0), Finish("agreed"))
    board.until_text("#waiting", "Blue wins!")
    assert board.text("#now-name").casefold() == "the game is over"
    board.one("#middle .winner")


def test_a_square_tells_about_itself(board: Page, feed: GameFeed) -> None:
    feed.ask(Roll(0, 1, 2))
    board.until(lambda: is_on(board, 0, 3))
    board.driver.execute_script("document.querySelector('[data-square=\"3\"]').dispatchEvent(new Event('click'))")
    told = board.text("#square")
    for fact in ("Baltic Avenue", "for sale", "$60", "$4 · $20 · $60 · $180 · $320 · $450", "Red"):
        assert fact in told
    board.click("#square")
    assert board.all("#square") == []


def test_a_board_with_a_courthouse_speaks_of_shops_and_markets(page: Page) -> None:
    feed = GameFeed("saigon")
    feed.begin()
    feed.ask(Correct(Subject.OWNER, 1, 0, "test"), Correct(Subject.BUILDINGS, 1, 1, "test"))
    for server in serve(Server(feed.feed, feed, None, WebSection(port=0))):
        page.open(f"{server.url}?lang=en")
        page.until_text("#bank", "The bank has 29 shops and 15 markets.")
        page.until(lambda: label(page, 1).endswith("owned by Red, 1 shop"))
        page.speak("vi")
        page.until_text("#bank", "Ngân hàng còn 29 cửa hàng và 15 chợ.")


def test_the_charts_count(board: Page, feed: GameFeed) -> None:
    feed.ask(Roll(0, 1, 2), Buy(0), End(0), Roll(1, 1, 4), Buy(1), End(1))
    thrown = ", ".join(f"{total}: {int(total in (3, 5))}" for total in range(2, 13))
    board.until(lambda: board.attribute("#throws", "aria-label") == thrown)
    assert board.attribute("#wealth", "aria-label") == "Red $1,500, Blue $1,500, Green $1,500"
    assert len(board.all("#wealth .curve")) == 3


def test_a_spectator_who_lost_the_net_catches_up(board: Page, feed: GameFeed) -> None:
    network = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    board.until_text("#lines", "The game begins")
    board.driver.execute_cdp_cmd("Network.enable", {})
    board.driver.execute_cdp_cmd("Network.emulateNetworkConditions", network)
    feed.ask(Roll(0, 1, 2), Buy(0))
    board.driver.execute_cdp_cmd("Network.emulateNetworkConditions", network | {"offline": False})
    board.until_text("#lines", "Red buys Baltic Avenue.")
    assert [each.get_attribute("data-seq") for each in board.all("#lines li")] == ["0", "1", "2"]


def test_both_languages(board: Page, feed: GameFeed) -> None:
    board.speak("vi")
    board.until_text("#waiting", "Đỏ: gieo xúc xắc")
    assert "Tiền mặt" in board.text("#players")
    assert board.driver.execute_script("return document.documentElement.lang") == "vi"


def test_it_fits_and_asks_nobody_else(board: Page) -> None:
    assert not board.is_wider_than_screen()
    assert not board.driver.execute_script(
        "return [...document.querySelectorAll('.scroll')].some((each) => each.scrollWidth > each.clientWidth)"
    )
    assert board.hosts() == {"127.0.0.1"}
    assert board.complaints() == []
    assert board.all('#pages a[href="/table"]') == []


@pytest.fixture(params=["saigon", "uk", "short", "little", 24, 52])
def edition(request: pytest.FixtureRequest, tmp_path: Path) -> GameFeed:
    if request.param == "short":
        return small_feed()
    return GameFeed(own_board(tmp_path, request.param) if request.param in OWN else request.param)


def small_feed() -> GameFeed:
    """A board of 22 squares, so that no side is as long as another."""
    from msgspec.structs import replace

    feed = GameFeed()
    whole: Edition = feed.edition_in_force
    squares = (*whole.board.squares[:12], *whole.board.squares[30:])
    feed.edition_in_force = replace(whole, board=replace(whole.board, squares=squares))
    return feed


@pytest.fixture
def other(edition: GameFeed) -> Iterator[Server]:
    edition.begin()
    yield from serve(Server(edition.feed, edition, None, WebSection(port=0)))


def test_every_board_closes_into_a_ring(page: Page, other: Server, edition: GameFeed) -> None:
    page.open(f"{other.url}?lang=en")
    page.one('.square[data-square="1"]')
    boxes = page.driver.execute_script(
        """return [...document.querySelectorAll(".square .paper")].map((each) => {
            const { left, right, top, bottom } = each.getBoundingClientRect();
            return [left, right, top, bottom];
        });"""
    )
    assert len(boxes) == len(edition.edition_in_force.board.squares)
    for one, next_one in zip(boxes, [*boxes[1:], boxes[0]], strict=True):
        assert touch(one, next_one)


def touch(one: list[float], other: list[float]) -> bool:
    apart_x = max(one[0], other[0]) - min(one[1], other[1])
    apart_y = max(one[2], other[2]) - min(one[3], other[3])
    return abs(max(apart_x, apart_y)) < 3 and min(apart_x, apart_y) < 0


@pytest.fixture
def little(tmp_path: Path) -> GameFeed:
    feed = GameFeed(own_board(tmp_path, "little"))
    feed.begin()
    return feed


def test_a_board_for_children_shows_one_die_and_no_figure_that_its_deeds_lack(page: Page, little: GameFeed) -> None:
    for server in serve(Server(little.feed, little, None, WebSection(port=0))):
        page.open(f"{server.url}?lang=en")
        page.one('.square[data-square="4"]')
        little.ask(Roll(0, 4), Buy(0), End(0))
        page.until(lambda: label(page, 4) == "Lot 4, g1, owned by Red")
        assert len(page.all("#middle .cube")) == 1
        assert len(page.all("#throws .bar")) == 6
        page.click('.square[data-square="4"]')
        facts = page.text("#square")
        assert "$1" in facts
        assert "$0" not in facts
        assert "Mortgage" not in facts
        assert page.complaints() == []


@pytest.mark.parametrize("path", ["", "screen"])
def test_chances_are_a_bar_true_to_scale_with_figures(page: Page, feed: GameFeed, path: str) -> None:
    outlook = Outlook()
    for server in serve(Server(feed.feed, feed, None, WebSection(port=0), outlook)):
        feed.ask(Roll(0, 1, 2))
        outlook.tell((0.6, 0.3, 0.1), (0.5, 0.4, 0.1))
        page.open(f"{server.url}{path}?lang=vi")
        for fact in ("Khả năng thắng", "60 %", "▲ 10", "▼ 10"):
            page.until(lambda fact=fact: fact.casefold() in page.text("#chances").casefold())
        first, second, third = (part.size["width"] for part in page.all("#chances .scale i"))
        assert (first / third, second / third) == pytest.approx((6, 3), rel=0.1)
        outlook.rate((0.31, -0.31, 0.0), (-0.02, 0.02, 0.0))
        for fact in ("May rủi ▲ 31", "Đổi chác ▼ 2", "May rủi ▼ 31", "May rủi 0"):
            page.until(lambda fact=fact: fact.casefold() in page.text("#chances .review").casefold())
        outlook.tell((), ())
        page.until(lambda: page.all("#chances li") == [])
