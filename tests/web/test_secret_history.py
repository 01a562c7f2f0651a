"""Where balances are secret, whoever looks on is told all that happens and no sum of it, until the game is over."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from companion.errors import message
from companion.rules.commands import Finish, Refusal, TakeBack
from companion.web.publisher import StreamPublisher
from companion.web.publisher import told as line_of
from companion.web.replica import Replica
from companion.web.stream import Stream
from companion.words.languages import known
from tests.rules.play import answer, offer
from tests.web.feeds import GameFeed

TOPICS = frozenset({"charts", "line", "standing"})


class Onlooker:
    """Somebody who follows all that is told in a language."""

    def __init__(self, stream: Stream, language: str) -> None:
        self._stream, self._language, self._position = stream, language, 0
        self.events = list[tuple[str, str]]()

    def read(self) -> None:
        """Take all that is new; what was told before a reset is forgotten."""
        while True:
            position, frames = self._stream.after(self._position, self._language, TOPICS)
            if position == self._position:
                return
            self._position = position
            for event in frames.decode().split("\n\n")[:-1]:
                fields = dict(line.split(": ", 1) for line in event.splitlines())
                if fields["event"] == "reset":
                    self.events.clear()
                else:
                    self.events.append((fields["event"], fields["data"]))

    def lines(self) -> list[str]:
        return [data for topic, data in self.events if topic == "line"]


def sums(money: str) -> re.Pattern[str]:
    """A sum of money, as an edition writes it."""
    before, after = map(re.escape, money.split("{}"))
    return re.compile(rf"{before}\d[\d.,]*{after}")


def told(data: str) -> str:
    """The sentences of an event, without its numbers."""
    value = json.loads(data)
    return json.dumps([value.get("texts"), value.get("why"), value.get("waiting")], ensure_ascii=False)


@pytest.mark.parametrize("language", list(known()))
@pytest.mark.parametrize("edition", ["classic", "saigon"])
def test_no_sum_is_told_before_the_end_and_all_of_them_then(edition: str, language: str) -> None:
    feed, stream, chance = GameFeed(edition, profiles=("hidden-cash",)), Stream(first=2000), Random(5)
    feed.begin()
    publisher, onlooker = StreamPublisher(feed.feed, feed, stream), Onlooker(stream, language)
    assert feed.game
    some = sums(feed.edition_in_force.money)
    while len(feed.steps) < 300 and not feed.game.state.over:
        command = (chance.random() < 0.1 and offer(feed.game, chance)) or answer(feed.game, chance)
        try:
            feed.ask(command)
        except Refusal:
            continue
        publisher.catch_up()
        onlooker.read()
    hidden = onlooker.lines()
    assert len(hidden) > 200
    assert [data for _, data in onlooker.events if some.search(told(data))] == []
    assert any("•••" in data for data in hidden)
    feed.ask(Finish("agreed"))
    publisher.catch_up()
    onlooker.read()
    assert len(onlooker.lines()) == len(hidden) + 1
    assert any(some.search(told(data)) for data in onlooker.lines())
    assert "•••" not in "".join(data for _, data in onlooker.events)
    feed.ask(TakeBack(1, "too soon"))
    publisher.catch_up()
    onlooker.read()
    assert [data for data in onlooker.lines() if some.search(told(data))] == []


@pytest.mark.parametrize(("profiles", "reasons"), [((), 1), (("hidden-cash",), 0)])
def test_why_a_bot_did_what_it_did_tells_what_it_has(profiles: tuple[str, ...], reasons: int) -> None:
    feed = GameFeed(profiles=profiles)
    feed.begin()
    assert feed.game
    replica = Replica("first", feed.game.steps[0])
    assert len(line_of(replica, replica.opening(), "en", message("motive.broke")).why) == reasons
