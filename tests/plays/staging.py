"""Short ways from the text of a play to what comes of it."""

from __future__ import annotations

import pytest

from companion.plays import runner
from companion.plays.lexis import PlayError
from companion.plays.parser import parse
from companion.plays.runner import Failure
from companion.plays.scene import Scenario, stage
from companion.words.refusals import worded

HEAD = "edition classic\nplayers red blue\n"


def staged(text: str) -> Scenario:
    """The play that follows a short classic head."""
    return stage(parse(HEAD + text))


def failure(text: str) -> Failure | None:
    """What fails in the play that follows a short classic head."""
    return runner.run(staged(text))


def faults(text: str) -> list[str]:
    """What cannot be read in a play, each as `LINE:COLUMN: message`."""
    with pytest.raises(PlayError) as error:
        stage(parse(text))
    return [worded(fault) for fault in error.value.faults]
