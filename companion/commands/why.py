"""`banker why GAME [SEQ]`: by which rules, and with which figures, it came out as it did; or would."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from companion.commands.common import (
    RecordedGame,
    add_game_argument,
    add_language_argument,
    add_ledger_argument,
    add_reveal_argument,
    entries_to,
    open_book,
    told,
)
from companion.config import language_of
from companion.editions.registry import edition_with
from companion.errors import UserError
from companion.plays.scene import wish
from companion.rules import why
from companion.rules.commands import Refusal
from companion.rules.prompts import prompts
from companion.rules.why import Ruling
from companion.words.words import Words

RULE = re.compile(r"(S\d|SD|J|P|C|B)-\d+", re.IGNORECASE)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare which game and entry, which rule, or what would be asked."""
    add_game_argument(parser)
    parser.add_argument("seq", metavar="SEQ", type=int, nargs="?", default=-1, help="an entry; otherwise the last one")
    parser.add_argument("--would", metavar="ACTION", help='would the rules accept it after SEQ? "red builds @6"')
    add_reveal_argument(parser)
    add_ledger_argument(parser)
    add_language_argument(parser)
    parser.epilog = "Instead of GAME, the id of a rule: banker why S0-26"


def run(args: Namespace) -> int:
    """Print the ruling behind each charge of an entry, behind what the table waits for, or behind a refusal."""
    if RULE.fullmatch(args.game):
        return _tell_rule(args)
    entries, seq = entries_to(args)
    if args.would:
        open_book(entries, args)  # by what is refused one could find out
    game = told(entries, args, seq)
    for line in _would(game, args.would) if args.would else _why(game):
        print(line)
    return 0


def _tell_rule(args: Namespace) -> int:
    rule = args.game.upper()
    words = Words(language_of(args), edition_with(rule))
    told = words.rule(rule)
    if told == rule:
        raise UserError("unknown-rule", 2, rule=rule)
    print(words.about(rule, told))
    return 0


def _why(game: RecordedGame) -> Iterator[str]:
    """Each event of the entry, under every charge its ruling; with none, why the table waits."""
    record, words = game.game, game.words
    charged = False
    for event, ruling in why.of_step(record.steps[-1]):
        yield words.sentence(event)
        if ruling is not None:
            charged = True
            yield from _ruling(words, ruling)
    if not charged:
        for prompt in prompts(record.rules, record.state):
            yield words.prompt(prompt.kind, prompt.seat)
            yield from _ruling(words, why.of_prompt(record.rules, prompt))


def _would(game: RecordedGame, action: str) -> Iterator[str]:
    """What the rules say to an action, tried on a copy of the game."""
    record, words = game.game, game.words
    try:
        events = record.ask(wish(action, record.rules.edition, record.state.players))
    except Refusal as refusal:
        yield from _ruling(words, why.of_refusal(record.rules, refusal), indent="")
        return
    yield words.raw("ledger.would")
    yield from (f"  {words.sentence(event)}" for event in events)


def _ruling(words: Words, ruling: Ruling, indent: str = "  ") -> Iterator[str]:
    yield indent + words.ruled(ruling.topic, ruling.figures, ruling.square, ruling.card)
    yield from (f"{indent}  {words.about(rule, words.rule(rule))}" for rule in ruling.rules)
