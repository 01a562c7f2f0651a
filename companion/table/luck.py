"""The bank's luck: what falls by chance is fixed before the game, kept secret, and told as it falls."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from companion.ledger import secret
from companion.ledger.commitment import (
    BY_PROGRAM,
    DICE,
    THROWS,
    Chains,
    Proof,
    Revealed,
    chains,
    commitments,
    pick,
    thrown,
)
from companion.rules.commands import AnyCommand, Begin, Commit, Draw, Roll, Throw
from companion.rules.dice import Dice, Die
from companion.rules.edition import Edition
from companion.rules.events import AnyEvent
from companion.rules.frames import AwaitDraw
from companion.rules.game import Game
from companion.rules.setup import hand_size, hands

LOST, USED, OPENED = "seed-lost", "seed-used", "seed-opened"


class BankLuck:
    """Holds the seed of the game on the table, and gives each throw and each card its link."""

    def __init__(self, ledger: Path, chance: random.Random) -> None:
        self._ledger = ledger
        self._chance = chance
        self._game = ""
        self._seed: bytes | None = None
        self._is_opened = False
        self._links: Chains = {}
        self._revealed: Revealed | None = None

    def begin(self, edition: Edition, players: tuple[str, ...], *, decks: bool) -> Begin:
        """How a game begins: deeds dealt where the edition deals any, and committed to all that is still to fall."""
        deeds = list(edition.board.deeds()) if hand_size(edition, len(players)) else []
        self._chance.shuffle(deeds)
        deal = hands(edition, len(players), deeds)
        return Begin(edition, players, -1, {}, deal, self._draw_seed(edition, decks=decks))

    def throw(self, dice: Sequence[Die]) -> Dice:
        """A throw of which nothing was fixed before, as in a game that was begun without a commitment."""
        return tuple(map(self._chance.choice, dice))

    def _draw_seed(self, edition: Edition, *, decks: bool) -> dict[str, str]:
        """Make a seed for a game that may begin, and what is to be made known of it: for the dice, and for the decks
        if the bank draws."""
        self._seed = self._chance.randbytes(32)
        self._links = chains(self._seed, edition)
        known = commitments(self._links)
        return known if decks else {DICE: known[DICE]}

    def keep_seed(self, game: str) -> None:
        """Put the seed on the disk for this game; `LedgerError` if it refuses."""
        assert self._seed is not None
        secret.keep(self._ledger, game, self._seed)

    def sit(self, game_id: str, game: Game) -> None:
        """Follow a game from its first step on; its seed is read, or missed."""
        self._game, self._seed, self._links, self._is_opened = game_id, None, {}, False
        begin = game.steps[0].command
        self._revealed = Revealed(begin) if isinstance(begin, Begin) else None
        for step in game.steps[1:] if self._revealed else ():
            self.follow(step.command, step.events)
        if self._revealed and self._revealed.commitments:
            self._find_seed(game.rules.edition, self._revealed)

    def _find_seed(self, edition: Edition, revealed: Revealed) -> None:
        seed = secret.recall(self._ledger, self._game)
        links = chains(seed, edition) if seed is not None else {}
        if links and all(links[name][0] == link for name, link in revealed.commitments.items()):
            self._seed, self._links = seed, links

    def follow(self, command: AnyCommand, events: tuple[AnyEvent, ...]) -> None:
        """Take note of an entry."""
        if self._revealed is not None:
            self._revealed.follow(command, events)

    def fixed(self, command: AnyCommand) -> AnyCommand:
        """A throw of the program's with the dice that were fixed for it, with their proof; all else as it is."""
        revealed = self._revealed
        if not self._links or revealed is None or not isinstance(command, Roll | Throw):
            return command
        if command.source not in BY_PROGRAM:
            return command
        link = self._next(DICE, revealed)
        dice = thrown(link, len(command.dice))
        return type(command).of(command.seat, dice, str(Proof(command.source, link)))

    def _next(self, chain: str, revealed: Revealed) -> str:
        return self._links[chain][revealed.count[chain] + 1]

    def wish(self, game: Game) -> Commit | Draw | None:
        """What the bank has to do before anybody else: commit itself anew, or draw the card that is asked for.

        :raises LedgerError: the new seed cannot be kept.
        """
        revealed, state = self._revealed, game.state
        if revealed is None or not revealed.commitments or state.over:
            return None
        if not self._links or revealed.count[DICE] >= THROWS:
            return self._commit_anew(game.rules.edition, revealed)
        top = state.agenda[-1]
        if type(top) is AwaitDraw and top.deck in revealed.commitments:
            return self._draw(top, state.decks[top.deck], revealed)
        return None

    def _commit_anew(self, edition: Edition, revealed: Revealed) -> Commit:
        reason = USED if self._links else OPENED if self._is_opened else LOST
        self._is_opened = False
        known = self._draw_seed(edition, decks=len(revealed.commitments) > 1)
        self.keep_seed(self._game)
        return Commit(reason, known)

    def _draw(self, top: AwaitDraw, deck: list[str], revealed: Revealed) -> Draw:
        unseen = revealed.unseen(top.deck)
        if not unseen:
            return Draw(top.seat, deck[0], "bank")
        link = self._next(top.deck, revealed)
        return Draw(top.seat, pick(link, unseen), str(Proof("bank", link)))

    def opened(self) -> str:
        """The seed, to be made known at the end; "" if there is none."""
        return self._seed.hex() if self._seed else ""

    def forget(self) -> None:
        """Take the file away, the seed being known; what falls by chance after it needs another. `LedgerError` if the
        disk refuses."""
        secret.forget(self._ledger, self._game)
        self._is_opened = True
        self._seed, self._links = None, {}
