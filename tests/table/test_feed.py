"""Who follows a table can lose it nothing."""

from companion.table.feed import PATIENCE, Publisher, Snapshot
from companion.table.parts import Title
from companion.table.views import Display, Menu


def shown(selected: int) -> Display:
    return Display(Menu(title=Title.WELCOME, items=(), selected=selected))


def test_a_follower_that_always_fails_is_called_no_more_and_the_others_hear_all() -> None:
    feed, asked, heard = Publisher(shown(0)), list[int](), list[int]()

    def fails(snapshot: Snapshot) -> None:
        asked.append(snapshot.number)
        raise KeyError(snapshot.number)

    feed.subscribe(fails)
    feed.subscribe(lambda snapshot: heard.append(snapshot.number))
    for number in range(1, PATIENCE + 3):
        feed.publish(shown(number), None, paused=False)
    assert asked == list(range(1, PATIENCE + 1))
    assert heard == list(range(1, PATIENCE + 3))


def test_a_follower_that_fails_now_and_then_goes_on_being_called() -> None:
    feed, asked = Publisher(shown(0)), list[int]()

    def fails_at_odd(snapshot: Snapshot) -> None:
        asked.append(snapshot.number)
        if snapshot.number % 2:
            raise KeyError(snapshot.number)

    feed.subscribe(fails_at_odd)
    for number in range(1, 3 * PATIENCE):
        feed.publish(shown(number), None, paused=False)
    assert asked == list(range(1, 3 * PATIENCE))
