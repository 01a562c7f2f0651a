"""Both engines side by side: each command goes to both, then all that can be seen is compared."""

from __future__ import annotations

from companion.rules.commands import AnyCommand, Correct
from companion.rules.game import Game
from tests.umpire.likeness import Picture, differences, umpire_of

# Reasons that say the same in other words: what plays.md fixes is compared, group by group.
GROUPS = (
    {"too-poor"},
    {"bid-too-low", "bid-step"},
    {"not-yours", "not-a-group", "not-buildable"},
    {"uneven", "at-limit", "no-stock"},
    {"has-buildings"},
    {"mortgaged", "not-mortgaged"},
    {"no-such-card"},
)


class Difference(Exception):
    """The two engines do not agree."""


class Duel:
    """One game in both engines."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.umpire = umpire_of(game)
        self.check("the beginning")

    def ask(self, command: AnyCommand) -> str | None:
        """Carry a command out in both, or in none; the reason of a refusal.

        :raises Difference: one accepts what the other refuses, for another reason, or with another result.
        """
        refusal = self.game.refusal(command)
        objections = self.umpire.objections(command)
        reason = refusal.reason.general.value if refusal else None
        if (reason is None) != (not objections) or (reason and not _agree(command, reason, objections)):
            raise Difference(f"{command}: {reason or 'accepted'}; the umpire: {sorted(objections) or 'accepted'}")
        if reason is None:
            self.game.ask(command)
            self.umpire.ask(command)
            self.check(command)
        return reason

    def check(self, after: object) -> None:
        found: Picture = differences(self.game, self.umpire.table)
        if found:
            said = "; ".join(f"{name}: {ours}, the umpire: {theirs}" for name, (ours, theirs) in found.items())
            raise Difference(f"after {after}: {said}")


def _group(reason: str) -> int:
    return next((number for number, group in enumerate(GROUPS) if reason in group), -1)


def _agree(command: AnyCommand, reason: str, objections: set[str]) -> bool:
    """Why a referee's correction is refused is fixed nowhere."""
    return isinstance(command, Correct) or _group(reason) in {_group(objection) for objection in objections}
