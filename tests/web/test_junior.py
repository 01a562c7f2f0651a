"""An evening of Junior on the virtual table: dice and buttons of the page, one die, until somebody cannot pay."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from companion.rules.frames import FREE
from tests.web.browser import Page
from tests.web.stands import EVENING, begin, served, stand_in

MANY = 600  # clicks


def test_a_game_is_played_to_its_end_in_a_browser(page: Page, tmp_path: Path) -> None:
    with stand_in(tmp_path, replace(EVENING, edition="junior", cards="bank")) as stand, served(stand) as server:
        begin(stand)
        page.open(f"{server.url}table?lang=en")
        page.until(lambda: len(page.all(".die:not([hidden])")) == 1)
        assert stand.table.game
        roll = "#roll" if page.all("#roll") else ".roll.at-hand"
        for _ in range(MANY):
            if stand.table.game.state.over:
                break
            state = stand.table.game.state
            throws = not state.thrown and state.jailed[state.turn] == FREE
            page.click(roll if throws else '[data-button="ok"]')
            assert stand.table.mailbox.settled()
        state = stand.table.game.state
        assert state.over
        assert sum(state.out) == 1
        assert not page.is_wider_than_screen()
        assert page.complaints() == []
