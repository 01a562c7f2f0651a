"""Writes an edition as commented files that are ready to be edited."""

import json
from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import Any

import msgspec

from companion.editions.explained import allowed, differing
from companion.editions.figures import odd_squares
from companion.rules.board import Board
from companion.rules.cards import Card, names
from companion.rules.edition import Edition
from companion.rules.options import rules_behind

_ABOUT = """\
# An edition of your own. The name of its folder is its id, by which it is chosen.
# After every change: banker edition check FOLDER
"""
_BOARD = """\
# Squares in order of play, one a line, from GO (0). The kinds and what each needs:
#   go, jail, to-jail, parking, court, planning     name
#   street     name, group, price, mortgage, house (price of a house), rents: bare, 1 to 4 houses, hotel;
#              also hotel, where it costs something else than a house
#   railroad   name, group, price, mortgage, rents: by how many of the group the owner holds
#   utility    name, group, price, mortgage, factors of the throw: by how many the owner holds
#   tax        name, amount; percent of all one owns, where the player may choose it
#   cards      name, deck
#   tram       name, fare
# A deed may have lift, where the price of lifting its mortgage is printed.
"""
_GROUPS = """
# The color of each group, and its name where it has one.
"""
_CARDS = """\
# The decks by name, each card by its id, what it does, and copies where there are several. Kinds of effects:
#   advance square · return square (backwards) · step steps (negative: backwards) · arrest (to jail)
#   nearest group, with times (the rent) or throw_times (a fresh throw) · throw-again
#   receive amount · pay amount · collect amount (from each) · treat amount (to each) · levy amount (all pay)
#   repairs house, hotel · yield house, hotel (received) · deed-tax amount (for each deed)
#   keep use ("release" from jail, "permit" to build) · pay-or-draw amount, deck
"""


def written(edition: Edition, about: Callable[[str], str]) -> dict[str, str]:
    """The texts of edition.toml, board.toml and cards.toml, whole: nothing is borrowed from another edition;
    `about` says in words what a choice decides."""
    return {
        "edition.toml": "\n".join(_head(edition, about)) + "\n",
        "board.toml": "\n".join(_board(edition.board)) + "\n",
        "cards.toml": "\n".join(_cards(edition.decks)) + "\n",
    }


def _head(edition: Edition, about: Callable[[str], str]) -> Iterator[str]:
    yield _ABOUT
    yield f"title = {_value(edition.title)}"
    yield f"note = {_value(edition.note)}"
    yield f"sources = {_value(edition.sources)}"
    yield f"money = {_value(edition.money)}  # {{}} stands for the amount"
    yield f"unit = {edition.unit}  # the smallest sum there is; every other is a multiple of it"
    yield "# Squares whose figures are printed against the pattern (half price, rising rents, one house price a group)."
    yield f"odd_figures = {_value(odd_squares(edition.board, edition.unit))}"
    yield "\n# Counted on the board and in the box, so that a lost line is noticed."
    yield "[count]"
    yield f"squares = {len(edition.board.squares)}"
    yield f"deeds = {len(edition.board.deeds())}"
    yield from (f"{name} = {len(names(deck))}" for name, deck in edition.decks.items())
    yield "\n# The choices; a line that begins with # stands at its classic value."
    yield "[options]"
    chosen = differing(edition.options, edition.unit)
    for key, value in msgspec.structs.asdict(edition.options).items():
        yield from _comment(f"{about(key)}: {allowed(key)} ({', '.join(rules_behind(key))}).")
        yield f"{'' if key in chosen else '# '}{key} = {_value(value)}"


def _comment(text: str) -> list[str]:
    lines = wrap(text[0].upper() + text[1:], 108, break_on_hyphens=False)
    return [f"# {line}" for line in lines]


def _board(board: Board) -> Iterator[str]:
    yield _BOARD
    yield "squares = ["
    for at, square in enumerate(board.squares):
        if at % 10 == 0:
            yield f"    # {at} to {min(at + 9, len(board.squares) - 1)}"
        yield f"    {_value(square)},"
    yield "]"
    yield _GROUPS + "[groups]"
    for name, group in board.groups.items():
        yield f"{name} = {_value(group)}"


def _cards(decks: dict[str, tuple[Card, ...]]) -> Iterator[str]:
    yield _CARDS
    for name, deck in decks.items():
        yield f"{name} = ["
        yield from (f"    {_value(card)}," for card in deck)
        yield "]"


def _stated(printed: msgspec.Struct) -> dict[str, Any]:
    """What a file states: everything that has no default, and what differs from it."""
    config = printed.__struct_config__
    tag = {str(config.tag_field): config.tag} if config.tag_field else {}
    values = {field.name: (getattr(printed, field.name), field.default) for field in msgspec.structs.fields(printed)}
    return tag | {key: value for key, (value, default) in values.items() if value != default}


def _value(value: Any) -> str:
    if isinstance(value, msgspec.Struct):
        return f"{{ {', '.join(f'{key} = {_value(each)}' for key, each in _stated(value).items())} }}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)
