"""A call on the disk that fails, or before which the program is killed: every deed at some of its points.

`python -m tests.attack.faults` tries all of them.
"""

from pathlib import Path

import pytest

from tests.attack.faults import SCENES, Scene, Tried, try_scene

EVERY = 23  # prime to the number of things that go wrong, so that all of them come, each at other calls


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_nothing_is_lost_silent_or_dark(tmp_path: Path, scene: Scene) -> None:
    tried = Tried()
    try_scene(scene, tmp_path, tried, EVERY)
    assert (tried.lost, tried.silent, tried.dark) == ([], [], [])
    assert tried.points[scene.name] > tried.calls[scene.name] // EVERY
