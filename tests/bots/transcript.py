"""Plays the same games in whatever way the program is made, and prints what was recorded of each.

python -m tests.bots.transcript
"""

from __future__ import annotations

from hashlib import sha256
from random import Random

import msgspec

from companion.bots.guide import Guide
from companion.bots.policies import POLICIES
from companion.bots.self_play import BOT_COLORS, SelfPlay, begin
from companion.editions import registry
from companion.rules import codec
from companion.rules.commands import AnyCommand
from companion.rules.events import AnyEvent
from companion.rules.game import Game, Step
from companion.rules.rules import Rules

PLAYERS = 3
ROUNDS = {"cautious": 80, "greedy": 80, "trader": 80, "lookahead": 3, "planner": 12}


class Line(msgspec.Struct, frozen=True):
    """A step as a ledger writes it."""

    command: AnyCommand
    events: tuple[AnyEvent, ...]


_read = codec.decoder(Line)


def transcript(edition: str, bot: str) -> str:
    """One game of an edition between bots of a kind: how long, and the digest of every byte of its record."""
    guide, chance = Guide(Rules(registry.load(edition))), Random(f"{edition}/{bot}")
    game = begin(guide.rules, BOT_COLORS[:PLAYERS], chance)
    SelfPlay(guide.rules, [POLICIES[bot](guide, seat, chance) for seat in range(PLAYERS)], chance).play(
        game, ROUNDS[bot]
    )
    lines = [codec.encode(Line(step.command, step.events)) for step in game.steps]
    again = Game.fold([Step(line.command, line.events) for line in map(_read, lines)])
    assert again.state == game.state
    digest = sha256(b"\n".join([*lines, codec.encode(game.state)])).hexdigest()
    return f"{edition} {bot} {len(lines)} {digest}"


if __name__ == "__main__":
    for entry in registry.available():
        for policy in POLICIES:
            print(transcript(entry.id, policy), flush=True)
