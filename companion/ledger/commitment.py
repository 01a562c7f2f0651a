"""What falls by chance for the bank is fixed before the game, revealed as it falls, and proved by whoever reads it.

The table draws a seed of 32 random bytes that nobody sees. Of it comes a chain for the dice and one for each deck:

    link[n] = SHA-256(seed + name),  link[k - 1] = SHA-256(link[k]),  ...,  link[0] is the commitment

`link[0]` of each chain stands in the first entry of the game. The k-th throw, or the k-th card that nobody has seen
yet, comes of `link[k]`, which is written down with it: that its hash is `link[k - 1]` is seen by anybody, and that it
was not chosen follows, for nobody finds another value with that hash. What is still to come stays unknown, since no
hash can be turned back. (The chain is that of S/Key, RFC 1760; commit and reveal as in Blum's coin flipping.)

What was taken back is counted as not done: the same link, and with it the same card, comes again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple, TypeVar

from companion.rules import cards
from companion.rules.commands import AnyCommand, Begin, Commit, Draw, Roll, TakeBack, Throw
from companion.rules.dice import PLAIN, Dice, Die
from companion.rules.edition import Edition
from companion.rules.events import AnyEvent, CardGiven, Drawn

Thing = TypeVar("Thing")

DICE = "dice"  # the name of their chain; decks have their own
THROWS = 4096  # so many until the bank commits itself anew
BY_PROGRAM = ("bank", "bot")  # for whom the bank throws
SPEED: Die = (1, 2, 3, "bus", "mr", "mr")  # in this order for ever: links are read by it
DICE_THROWN = (PLAIN, PLAIN, SPEED)
_HEX = 64

Chains = Mapping[str, Sequence[str]]


class Proof(NamedTuple):
    """Where a value comes from: who threw or drew, and the link of it; as it is written, `bank:9f...`."""

    who: str
    link: str

    def __str__(self) -> str:
        return f"{self.who}:{self.link}"


def proof_of(source: str) -> Proof | None:
    """The proof that a source is, if it is one."""
    who, _, link = source.partition(":")
    return Proof(who, link) if who in BY_PROGRAM and len(link) == _HEX else None


def who_threw(source: str) -> str:
    """Where a throw was read, without its proof."""
    proof = proof_of(source)
    return proof.who if proof else source


def hash_of_link(link: str) -> str:
    """The link before this one, in hexadecimal digits."""
    return sha256(bytes.fromhex(link)).hexdigest()


def chains(seed: bytes, edition: Edition) -> Chains:
    """All links of a game, the commitment of each chain first."""
    lengths = {name: len(cards.names(deck)) for name, deck in edition.decks.items()}
    return {name: _chain(seed, name, length) for name, length in {DICE: THROWS, **lengths}.items()}


def _chain(seed: bytes, name: str, length: int) -> list[str]:
    link = sha256(seed + name.encode()).digest()
    links = [link]
    for _ in range(length):
        link = sha256(link).digest()
        links.append(link)
    return [each.hex() for each in reversed(links)]


def commitments(links: Chains) -> dict[str, str]:
    """What is made known before."""
    return {name: chain[0] for name, chain in links.items()}


def pick(link: str, things: Sequence[Thing], place: int = 0) -> Thing:
    """One of some things, each as likely as the others (256 bits leave no bias worth a name)."""
    number = sha256(bytes.fromhex(link) + bytes((place,))).digest()
    return things[int.from_bytes(number, "big") % len(things)]


def thrown(link: str, count: int) -> Dice:
    """What so many dice show, of which a third is the Speed Die."""
    return tuple(pick(link, die, place) for place, die in enumerate(DICE_THROWN[:count]))


class Revealed:
    """Follows a game: what the bank is committed to, what it has revealed, and which cards nobody has seen."""

    def __init__(self, begin: Begin) -> None:
        self.commitments = begin.commitments
        self.count: Counter[str] = Counter()  # links in force, by chain
        self._known = {name: [link] for name, link in begin.commitments.items()}
        self._names = {name: cards.names(deck) for name, deck in begin.edition.decks.items()}
        self._seen = {name: Counter[str]() for name in self._names}
        self._edition = begin.edition
        self.proved: Counter[str] = Counter()  # values that were shown to be fixed before, by chain
        self._at = 0
        self._epoch = 0
        self._done: list[tuple[int, int, str, str]] = []  # when, under which commitment, chain, card

    def is_seed(self, seed: str) -> bool:
        """Whether all that the bank is committed to comes of this seed, in hexadecimal digits."""
        try:
            known = commitments(chains(bytes.fromhex(seed), self._edition))
        except ValueError:
            return False
        return self.commitments.items() <= known.items()

    def unseen(self, deck: str) -> list[str]:
        """The cards of a deck that nobody has seen, in the order of the printed list."""
        seen = self._seen[deck].copy()
        left = []
        for card in self._names[deck]:
            if seen[card]:
                seen[card] -= 1
            else:
                left.append(card)
        return left

    def follow(self, command: AnyCommand, events: Sequence[AnyEvent]) -> None:
        """Take the next step of the record; ValueError when the bank's chance in it is not what was committed to."""
        if type(command) is TakeBack:
            self._take_back(command.count)
            return
        self._at += 1
        if type(command) is Commit:
            self._epoch += 1
            self.commitments = command.commitments
            self.count.clear()
            self._known = {name: [link] for name, link in command.commitments.items()}
        elif self.commitments:
            if isinstance(command, Roll | Throw):
                self._throw(command)
            elif isinstance(command, Draw):
                deck = next(event.deck for event in events if isinstance(event, Drawn))
                if deck in self.commitments:
                    self._draw(command, deck)
            self._see(events)

    def _throw(self, command: Roll | Throw) -> None:
        proof = proof_of(command.source)
        if proof is not None:
            self._reveal(DICE, proof.link)
            if thrown(proof.link, len(command.dice)) != command.dice:
                raise ValueError(command)
        elif command.source in BY_PROGRAM:
            raise ValueError(command)

    def _draw(self, command: Draw, deck: str) -> None:
        unseen, proof = self.unseen(deck), proof_of(command.source)
        if proof is not None:
            self._reveal(deck, proof.link)
        if unseen and (proof is None or pick(proof.link, unseen) != command.card):
            raise ValueError(command)

    def _reveal(self, chain: str, link: str) -> None:
        known, number = self._known[chain], self.count[chain] + 1
        if number == len(known) and hash_of_link(link) == known[-1]:
            known.append(link)
        elif number >= len(known) or known[number] != link:
            raise ValueError(link)
        self.count[chain] = number
        self.proved[chain] += 1
        self._done.append((self._at, self._epoch, chain, ""))

    def _see(self, events: Sequence[AnyEvent]) -> None:
        for event in events:
            if isinstance(event, Drawn | CardGiven):
                seen = self._seen[event.deck]
                if seen[event.card] < self._names[event.deck].count(event.card):
                    seen[event.card] += 1
                    self._done.append((self._at, self._epoch, event.deck, event.card))

    def _take_back(self, count: int) -> None:
        self._at -= count
        while self._done and self._done[-1][0] > self._at:
            _, epoch, chain, card = self._done.pop()
            if card:
                self._seen[chain][card] -= 1
            elif epoch == self._epoch:
                self.count[chain] -= 1
