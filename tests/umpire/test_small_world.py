"""The small world with two players: nobody is stuck, nothing is lost, and every game can end."""

from __future__ import annotations

from tests.umpire.small_world import explored


def test_the_whole_world_is_sound() -> None:
    world = explored(("red", "blue"), ((1, 2),), 50_000)
    assert len(world.before) > 10_000
    assert world.ends
    assert world.hopeless() == 0
