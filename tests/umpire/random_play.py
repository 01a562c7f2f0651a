"""Random games through both engines: `python -m tests.umpire.random_play 1000 --first 0`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random
from time import process_time

from companion.editions import registry
from companion.errors import UserError
from companion.plays.actions import written
from companion.plays.names import Names
from companion.plays.writer import write
from companion.rules.commands import AnyCommand, CallTime, Finish
from tests.umpire.duel import Difference, Duel
from tests.umpire.hardship import opening
from tests.umpire.table import Table
from tests.umpire.wishes import wish

LIMIT = 220  # commands until the referee's clock has run out
LONGEST = 400  # and until he ends the game


def combinations() -> list[tuple[str, ...]]:
    """Every edition alone and with each profile that it takes."""
    return [
        chosen
        for edition in registry.available()
        for chosen in [(edition.id,), *((edition.id, profile.id) for profile in registry.available_profiles())]
        if _fits(chosen)
    ]


def _fits(chosen: tuple[str, ...]) -> bool:
    try:
        registry.load(chosen[0], chosen[1:])
    except UserError:
        return False
    return True


def play(chosen: tuple[str, ...], seed: int) -> Counter[str]:
    """One game through both engines, to its end; which hard situations it met.

    :raises Difference: with the play that leads there.
    """
    chance = Random(seed)
    return fight(Duel(opening(chosen, chance)), chance)


def fight(duel: Duel, chance: Random) -> Counter[str]:
    """A game as it stands, played to its end by wishes; which hard situations it met.

    :raises Difference: with the play that leads there.
    """
    met = Counter[str]()
    for number in range(LONGEST):
        command: AnyCommand = CallTime() if number == LIMIT else wish(duel.umpire, chance)
        if number == LONGEST - 1:
            command = Finish("late")
        step(duel, command, met)
        if duel.umpire.table.over:
            break
    return met


def step(duel: Duel, command: AnyCommand, met: Counter[str]) -> None:
    """Ask both, and note what came of it."""
    before = sum(duel.umpire.table.out)
    try:
        reason = duel.ask(command)
    except Exception as error:
        raise Difference(f"{error!r}\n{play_of(duel, command)}") from error
    met["refusal" if reason else type(command).__name__] += 1
    met.update(situations(duel.umpire.table))
    met["bankruptcy"] += sum(duel.umpire.table.out) - before


def play_of(duel: Duel, command: AnyCommand) -> str:
    """The game so far as a play, the odd command last."""
    names = Names(duel.game.rules.edition, duel.game.state.players)
    lines = [line for line in write(duel.game).splitlines() if not line.startswith("=")]
    return "\n".join([*lines, f"# and then: {written(command, names)}"])


def situations(t: Table) -> list[str]:
    """The hard situations in which the table is."""
    now = {
        "contest": t.contest,
        "auction for a building": t.auction and t.auction["sites"],
        "auction": t.auction and not t.auction["sites"],
        "estate": t.estate,
        "debt": t.debts,
        "debts of several": len({debt["debtor"] for debt in t.debts}) > 1,
        "claim": t.claims,
        "offer": t.offers,
        "interest paid": t.fresh,
    }
    return [name for name, is_so in now.items() if is_so]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--go-on", action="store_true", help="do not stop at a difference")
    args = parser.parse_args()
    every, met, games, found = combinations(), Counter[str](), Counter[str](), 0
    for seed in range(args.first, args.first + args.games):
        try:
            now = play(every[seed % len(every)], seed)
        except Difference as difference:
            found += 1
            print(f"seed {seed}: {difference}")
            if not args.go_on:
                return 1
            continue
        met.update(now)
        games.update(name for name, count in now.items() if count)
    print(f"{args.games} games over {len(every)} editions and profiles, {found} differences")
    print(f"{process_time():.0f} s of CPU")
    for name, count in sorted(games.items()):
        print(f"  {name}: in {100 * count / args.games:.1f} % of the games, {met[name]} times")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
