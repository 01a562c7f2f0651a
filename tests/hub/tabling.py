"""A table program for tests: joins a hub by a code, then plays a game through simulated chips whenever it is seated.

    python -m tests.hub.tabling URL CODE SEED ROUNDS

Hands play until the hub calls the last turn, as people would. What was begun before a power cut is gone on with.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from pathlib import Path
from random import Random

from companion.app.uplink import Uplink, uplink
from companion.cli import main as banker
from companion.demo.evening import SimulatedPlayer, simulated_table
from companion.demo.gestures import Gestures
from companion.demo.hands import Unnoticed
from companion.paths import default_ledger, state_directory
from companion.publishing.cursors import Cursors, beside
from companion.publishing.wire import membership_file
from companion.table.views import ContinueAsk, EndScreen

PACE = 0.02  # seconds between two movements of hands


class Guests(SimulatedPlayer):
    """The people at a table of a tournament, who play until time is called."""

    def play_on(self, *, resume: bool) -> None:
        """Play one game until it is over, by the hub's call if by nothing else."""
        self.hands.press("ok") if resume else self._begin()
        gestures = Gestures(self.hands, self._game.rules)
        while not self._game.state.over:
            with contextlib.suppress(Unnoticed):  # the last turn was called between wish and movement
                self._do(gestures, self._wish(self._game))
        self.hands.press_until(EndScreen)


def main() -> None:
    """Play so many rounds."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("code")
    parser.add_argument("seed", type=int)
    parser.add_argument("rounds", type=int)
    args = parser.parse_args()
    ledger = default_ledger()
    if not membership_file(state_directory()).exists():
        assert banker(["table", "join", args.url, args.code]) == 0
    chance = Random(args.seed)
    with simulated_table(ledger, "classic", 4, chance) as stand:
        sending = uplink(stand.table, ledger)
        assert sending is not None
        sending.start()
        guests = Guests(stand, chance, lambda: time.sleep(PACE))
        resumes = isinstance(guests.hands.screen, ContinueAsk)
        for number in range(played(ledger) - resumes, args.rounds):
            wait_for_seat(sending, number)
            print(f"round {number + 1}", flush=True)
            guests.play_on(resume=resumes)
            resumes = False
        sys.stdin.read()  # until it is told to end
        sending.stop()


def played(ledger: Path) -> int:
    """How many rounds this table has a game of, the unfinished one included."""
    cursors = Cursors(beside(ledger))
    rounds = {cursor.round for cursor in cursors.all().values() if cursor.round >= 0}
    cursors.close()
    return len(rounds)


def wait_for_seat(sending: Uplink, number: int) -> None:
    """Wait for the seating of a round."""
    seat = sending.seat()
    while seat is None or seat.round < number:
        time.sleep(0.05)
        seat = sending.seat()


if __name__ == "__main__":
    main()
