"""`banker dice [GAME ...]`: how often each face came, by source, and whether fair dice would do so."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence

from companion.commands.common import add_language_argument, add_ledger_argument, find_game, open_archive
from companion.config import language_of
from companion.ledger.dice import FACES, SUMS, Count, FairnessTest, count, of_faces, of_sums
from companion.words.words import Words

WIDTH = 40  # of the longest bar, in characters
ODD, BAD = 0.05, 0.01


def add_arguments(parser: ArgumentParser) -> None:
    """Declare which games."""
    parser.add_argument("games", metavar="GAME", nargs="*", help="ids or parts of them, or `last`; all without any")
    add_ledger_argument(parser)
    add_language_argument(parser)


def run(args: Namespace) -> int:
    """Print counts, bars and one plain sentence for each source of throws."""
    words = Words(language_of(args))
    with open_archive(args) as archive:
        ids = [find_game(archive, given) for given in args.games] or archive.ids()
        counts = count(archive.entries(game) for game in dict.fromkeys(ids))
    for counted in counts:
        print("\n".join(_told(counted, words)))
    if not counts:
        print(words.raw("ledger.dice.none"))
    return 0


def _told(counted: Count, words: Words) -> Iterator[str]:
    source = counted.source or words.raw("ledger.dice.unnamed")
    yield words.text("ledger.dice.source", source=source, throws=counted.throws)
    yield from _plot(words.raw("ledger.dice.faces"), FACES, counted.faces, of_faces(counted), words)
    if any(counted.sums):
        yield from _plot(words.raw("ledger.dice.sums"), SUMS, counted.sums, of_sums(counted), words)
    if counted.misread:
        yield words.text("ledger.dice.misread", readings=", ".join(counted.misread))
    if counted.unused:
        yield words.text("ledger.dice.unused", count=counted.unused)
    if counted.proved:
        yield words.text("ledger.dice.proved", count=counted.proved)
    yield ""


def _plot(
    title: str, labels: Sequence[int], counts: Sequence[int], outcome: FairnessTest, words: Words
) -> Iterator[str]:
    yield f"  {title}"
    most = max(counts)
    for label, found in zip(labels, counts, strict=True):
        yield f"  {label:>4} {found:>6} {'#' * round(WIDTH * found / most)}".rstrip()
    if outcome.chance is None:
        yield f"  {words.raw('ledger.dice.few')}"
    else:
        statistic, chance = words.decimal(outcome.statistic, 2), words.decimal(outcome.chance, 3)
        yield f"  chi2 = {statistic}, df = {outcome.freedom}, p = {chance}"
        yield f"  {_verdict(outcome.chance, words)}"


def _verdict(chance: float, words: Words) -> str:
    if chance < BAD:
        return words.text("ledger.dice.bad", times=round(1 / max(chance, 1e-9)))
    return words.text(f"ledger.dice.{'odd' if chance < ODD else 'fair'}", percent=round(100 * chance))
