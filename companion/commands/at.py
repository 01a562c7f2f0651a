"""`banker at GAME SEQ`: the table as it stood after an entry, to put a board right by."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from companion.commands.common import (
    RecordedGame,
    add_game_argument,
    add_language_argument,
    add_ledger_argument,
    add_reveal_argument,
    clock,
    entries_to,
    told,
)
from companion.rules.frames import FREE, POT
from companion.rules.prompts import prompts
from companion.rules.state import State
from companion.table.putback import pieces


def add_arguments(parser: ArgumentParser) -> None:
    """Declare which game and which entry."""
    add_game_argument(parser)
    parser.add_argument("seq", metavar="SEQ", type=int, help="the number of the entry; -1 is the last one")
    parser.add_argument("--put-back", action="store_true", help="only what must be changed on the board to get there")
    add_reveal_argument(parser)
    add_ledger_argument(parser)
    add_language_argument(parser)


def run(args: Namespace) -> int:
    """Print cash, place, deeds and kept cards of each player, the bank's stock, and what the table waits for."""
    entries, seq = entries_to(args)
    game = told(entries, args, seq)
    print(game.title())
    print(game.words.text("ledger.at.title", seq=seq, time=clock(entries[seq].time)))
    for line in _back(game, told(entries, args).game.state) if args.put_back else _table(game):
        print(line)
    return 0


def _back(game: RecordedGame, now: State) -> Iterator[str]:
    """How to get from the board as it stands to what it was."""
    found = pieces(now, game.game.state)
    yield game.words.raw(f"ledger.back.{'title' if found else 'nothing'}")
    for piece in found:
        yield f"  {game.words.put_back(piece.what, piece.figures)}"


def _table(game: RecordedGame) -> Iterator[str]:
    words, state, rules = game.words, game.game.state, game.game.rules
    for seat in state.seats:
        yield ""
        yield from _player(game, seat)
    yield ""
    yield words.text("ledger.at.stock", houses=state.houses, hotels=state.hotels)
    if state.accounts[POT]:
        yield words.text("ledger.at.pot", pot=state.accounts[POT])
    for prompt in prompts(rules, state):
        yield words.prompt(prompt.kind, prompt.seat)


def _player(game: RecordedGame, seat: int) -> Iterator[str]:
    words, state = game.words, game.game.state
    if state.out[seat]:
        yield words.text("ledger.at.out", name=words.players[seat])
        return
    line = words.text("ledger.at.player", name=words.players[seat], cash=state.accounts[seat], square=state.at[seat])
    yield line if state.jailed[seat] == FREE else f"{line} ({words.raw('ledger.at.jailed')})"
    for square in state.deeds_of(seat):
        yield f"  {game.holding(square)}"
    for kept in state.kept[seat]:
        yield f"  {words.text('ledger.at.keeps', card=kept.card)}"
