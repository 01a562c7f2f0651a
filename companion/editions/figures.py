"""Cross-checks of printed figures: what no type can say about a board, its decks and the choices."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from companion.editions.files import Decks, EditionFile
from companion.rules.board import (
    AnySquare,
    Board,
    Court,
    Deed,
    Go,
    Jail,
    Luck,
    Parking,
    Railroad,
    Street,
    Tax,
    ToJail,
    Tram,
    Utility,
)
from companion.rules.cards import Advance, AnyEffect, Arrest, Keep, Nearest, PayOrDraw, Return, Step
from companion.rules.options import Options
from companion.text import hint
from companion.tomlplaces import Path

HIGHEST_THROW = 12
HIGHEST_SUM = 1_000_000_000


class Doubt(NamedTuple):
    """Something that cannot be right, at a path in one of an edition's three files."""

    part: Literal["about", "board", "cards"]
    path: Path
    message: str


def board_doubts(board: Board, file: EditionFile) -> Iterator[Doubt]:
    """What cannot be right on a board, patches included."""
    for check in _BOARD_CHECKS:
        yield from check(board, file)
    for at, square in enumerate(board.squares):
        for key, message in _square_doubts(square, board):
            yield Doubt("board", ("squares", at, key), message)
    for at, key, message in _against_pattern(board):
        if at not in file.odd_figures:
            advice = f"; if it is printed so, add {at} to odd_figures"
            yield Doubt("board", ("squares", at, key), message + advice)


def odd_squares(board: Board) -> tuple[int, ...]:
    """The deeds printed against the pattern: mortgage half the price, rents rising, one house price a group."""
    return tuple(sorted({at for at, _, _ in _against_pattern(board)}))


def deck_doubts(decks: Decks, board: Board, file: EditionFile) -> Iterator[Doubt]:
    """What cannot be right in the decks of a board."""
    yield from _deck_names(decks, board)
    yield from _card_names(decks)
    yield from _card_counts(decks, file)
    for name, deck in decks.items():
        if all(isinstance(card.effect, Keep) or _leads_on(card.effect, board) for card in deck):
            yield Doubt("cards", (name,), "a deck needs a card that is not kept and does not lead to another card")
        for index, card in enumerate(deck):
            if card.copies < 1:
                yield Doubt("cards", (name, index, "copies"), "a card lies in its deck at least once")
            for key, message in _effect_doubts(card.effect, board, decks, name):
                yield Doubt("cards", (name, index, "effect", key), message)


def option_doubts(options: Options, board: Board, decks: Decks) -> Iterator[tuple[str, str]]:
    """The choices that do not fit each other, the board or the decks: key and message."""
    streets = [square for square in board.squares if isinstance(square, Street)]
    levels = min((street.top - 1 for street in streets), default=options.hotel_needs)
    if options.min_players > options.max_players:
        yield "min_players", f"{options.min_players} players at least, but {options.max_players} at most"
    if options.hotel_needs > levels:
        yield "hotel_needs", f"the rents of the streets know only {levels} houses before the hotel"
    if options.parking == "pot" and not _has(board, Parking):
        yield "parking", "no square of the board pays out the pot; it needs one of kind parking"
    if options.lift_interest == "printed" and any(deed.lift is None for deed in _deeds(board)):
        yield "lift_interest", "not every deed has its lift printed"
    if options.third_double == "jail" and not _has(board, Jail, Court):
        yield "third_double", "the board has no jail"
    if options.deal_deeds * options.min_players > len(board.deeds()):
        yield "deal_deeds", f"{len(board.deeds())} deeds are not enough to deal {options.deal_deeds} to each"
    if options.build_fee == 0 and any(card.effect == Keep("permit") for deck in decks.values() for card in deck):
        yield "build_fee", "a deck holds permits, but without a fee they are good for nothing"


def patch_doubts(board: Board, file: EditionFile) -> Iterator[Doubt]:
    """Patches that hit no square, or a square of a kind that prints no such figure."""
    for at, patch in file.squares.items():
        path: Path = ("squares", str(at))
        if not 0 <= at < len(board.squares):
            yield Doubt("about", path, f"no such square: they are 0 to {len(board.squares) - 1}")
            continue
        square = board.squares[at]
        for key in patch.__struct_fields__:
            if getattr(patch, key) is not None and key not in square.__struct_fields__:
                fields = ", ".join(square.__struct_fields__)
                yield Doubt("about", (*path, key), f"{square.name} has no {key}; it has {fields}")


def _deeds(board: Board) -> list[Deed]:
    return [square for square in board.squares if isinstance(square, Deed)]


def _has(board: Board, *kinds: type) -> bool:
    return any(isinstance(square, kinds) for square in board.squares)


def _length(board: Board, _: EditionFile) -> Iterator[Doubt]:
    if len(board.squares) < HIGHEST_THROW:
        yield Doubt("board", ("squares",), f"a throw of {HIGHEST_THROW} must not go round: at least that many squares")


def _go_first(board: Board, _: EditionFile) -> Iterator[Doubt]:
    for at, square in enumerate(board.squares):
        if isinstance(square, Go) != (at == Board.GO):
            yield Doubt("board", ("squares", at), "the first square, and no other, is of kind go")


def _one_jail(board: Board, _: EditionFile) -> Iterator[Doubt]:
    jails = [at for at, square in enumerate(board.squares) if isinstance(square, Jail | Court)]
    for at in jails[1:]:
        yield Doubt("board", ("squares", at), f"there is a jail already, square {jails[0]}")
    for at, square in enumerate(board.squares):
        if isinstance(square, ToJail) and not jails:
            yield Doubt("board", ("squares", at), "leads to jail, but the board has no square of kind jail")


def _names(board: Board, _: EditionFile) -> Iterator[Doubt]:
    first: dict[str, int] = {}
    for at in board.deeds():
        name = board.squares[at].name.casefold()
        if first.setdefault(name, at) != at:
            yield Doubt("board", ("squares", at, "name"), f"square {first[name]} has this name already")


def _groups(board: Board, _: EditionFile) -> Iterator[Doubt]:
    for name, group in board.groups.items():
        members = [board.squares[at] for at in board.members(name)]
        if not re.fullmatch(r"#[0-9a-fA-F]{6}", group.color):
            yield Doubt("board", ("groups", name, "color"), 'must be a color like "#1d56a5"')
        if not members:
            yield Doubt("board", ("groups", name), "no deed belongs to this group")
        elif len({type(square) for square in members}) > 1:
            yield Doubt("board", ("groups", name), "its deeds are of several kinds; a group is of one kind")
        elif isinstance(members[0], Street) and not 2 <= len(members) <= 4:
            count = f"{len(members)} street{'s' if len(members) > 1 else ''}"
            yield Doubt("board", ("groups", name), f"has {count}; a group of streets has two to four")


def _board_counts(board: Board, file: EditionFile) -> Iterator[Doubt]:
    yield from _count("squares", len(board.squares), file)
    yield from _count("deeds", len(board.deeds()), file)


def _odd_figures(board: Board, file: EditionFile) -> Iterator[Doubt]:
    for index, at in enumerate(file.odd_figures):
        if at not in odd_squares(board):
            yield Doubt("about", ("odd_figures", index), f"nothing odd is printed on square {at}; take it out")


_BOARD_CHECKS: tuple[Callable[[Board, EditionFile], Iterator[Doubt]], ...] = (
    _length,
    _go_first,
    _one_jail,
    _names,
    _groups,
    _board_counts,
    _odd_figures,
)


def _count(what: str, found: int, file: EditionFile) -> Iterator[Doubt]:
    if what not in file.count:
        yield Doubt("about", ("count",), f"{what} = {found} is missing; count them on the board or in the box")
    elif file.count[what] != found:
        yield Doubt("about", ("count", what), f"{file.count[what]} counted, but {found} in the file")


def _square_doubts(square: AnySquare, board: Board) -> Iterator[tuple[str, str]]:
    yield from _too_high(square)
    if not square.name.strip():
        yield "name", "a square has a name"
    if isinstance(square, Tax) and not (square.amount > 0 and 0 <= square.percent <= 100):
        yield "amount", "a tax takes an amount, and 0 to 100 percent where one may choose"
    if isinstance(square, Tram) and square.fare < 0:
        yield "fare", "must not be negative"
    if isinstance(square, Deed):
        yield from _deed_doubts(square, board)
    if isinstance(square, Street):
        yield from _street_doubts(square)
    elif isinstance(square, Railroad | Utility):
        yield from _holding_doubts(square, board)


def _too_high(printed: AnySquare | AnyEffect) -> Iterator[tuple[str, str]]:
    for key in printed.__struct_fields__:
        if any(isinstance(figure, int) and figure > HIGHEST_SUM for figure in _figures(printed, key)):
            yield key, f"must be at most {HIGHEST_SUM}"


def _figures(printed: AnySquare | AnyEffect, key: str) -> tuple[object, ...]:
    figures = getattr(printed, key)
    return figures if isinstance(figures, tuple) else (figures,)


def _deed_doubts(deed: Deed, board: Board) -> Iterator[tuple[str, str]]:
    if deed.group not in board.groups:
        yield "group", f'no group is called "{deed.group}"{hint(deed.group, board.groups)}'
    if deed.price <= 0:
        yield "price", "must be more than 0"
    if deed.mortgage <= 0:
        yield "mortgage", "must be more than 0"
    if deed.lift is not None and deed.lift < deed.mortgage:
        yield "lift", f"lifting costs at least the mortgage of {deed.mortgage}"


def _street_doubts(street: Street) -> Iterator[tuple[str, str]]:
    if not 3 <= len(street.rents) <= 6:
        yield "rents", "a street has three to six rents: bare, one to four houses, hotel"
    if any(rent <= 0 for rent in street.rents):
        yield "rents", "must all be more than 0"
    if street.house <= 0:
        yield "house", "must be more than 0"
    if street.hotel is not None and street.hotel <= 0:
        yield "hotel", "must be more than 0"


def _holding_doubts(deed: Railroad | Utility, board: Board) -> Iterator[tuple[str, str]]:
    key, figures = ("rents", deed.rents) if isinstance(deed, Railroad) else ("factors", deed.factors)
    members = len(board.members(deed.group))
    if len(figures) != members:
        yield key, f"{len(figures)} {key} for {members} deeds of the group: one for each number held"
    if any(figure <= 0 for figure in figures):
        yield key, "must all be more than 0"


def _against_pattern(board: Board) -> Iterator[tuple[int, str, str]]:
    for at in board.deeds():
        deed = board.squares[at]
        assert isinstance(deed, Deed)
        if deed.mortgage != deed.price // 2:
            yield at, "mortgage", f"{deed.mortgage} is not half the price of {deed.price}"
        key = "factors" if isinstance(deed, Utility) else "rents"
        for lower, higher in pairwise(getattr(deed, key)):
            if lower >= higher:
                yield at, key, f"must rise, but {higher} follows {lower}"
    for group in board.groups:
        yield from _against_group(board, group)


def _against_group(board: Board, group: str) -> Iterator[tuple[int, str, str]]:
    """A group's streets cost the same to build on and have as many rents; the others are judged by the most."""
    members = [(at, board.squares[at]) for at in board.members(group)]
    streets = [(at, square) for at, square in members if isinstance(square, Street)]
    for key, figure in _ALIKE.items():
        usual = Counter(figure(street) for _, street in streets).most_common(1)
        for at, street in streets:
            if figure(street) != usual[0][0]:
                yield at, key, f"{figure(street)}, but {usual[0][0]} elsewhere in {group}"


_ALIKE: dict[str, Callable[[Street], str]] = {
    "house": lambda street: f"a house costs {street.house}",
    "hotel": lambda street: f"a hotel costs {street.hotel_price - street.house} more than a house",
    "rents": lambda street: f"there are {len(street.rents)} rents",
}


def _leads_on(effect: AnyEffect, board: Board) -> bool:
    """Whether a card may lead to the next card; a deck of such cards alone could go on for ever."""
    squares = board.squares
    match effect:
        case Advance(at) | Return(at):
            return 0 <= at < len(squares) and isinstance(squares[at], Luck)
        case Step(steps):
            draws = [at for at, square in enumerate(squares) if isinstance(square, Luck)]
            return any((at + steps) % len(squares) in draws for at in draws)
        case _:
            return isinstance(effect, PayOrDraw)


def _deck_names(decks: Decks, board: Board) -> Iterator[Doubt]:
    used = {card.effect.deck for deck in decks.values() for card in deck if isinstance(card.effect, PayOrDraw)}
    for at, square in enumerate(board.squares):
        if isinstance(square, Luck):
            used.add(square.deck)
            if square.deck not in decks:
                message = f'no deck is called "{square.deck}"{hint(square.deck, decks)}'
                yield Doubt("board", ("squares", at, "deck"), message)
    for name in decks.keys() - used:
        yield Doubt("cards", (name,), "no square and no card draws from this deck")


def _card_names(decks: Decks) -> Iterator[Doubt]:
    effects: dict[str, AnyEffect] = {}
    for name, deck in decks.items():
        seen: set[str] = set()
        for index, card in enumerate(deck):
            path: Path = (name, index, "id")
            if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", card.id):
                yield Doubt("cards", path, "an id is made of small letters, digits and single dashes")
            if card.id in seen:
                yield Doubt("cards", path, "this deck has such a card already; several of one kind are copies = 2")
            elif effects.setdefault(card.id, card.effect) != card.effect:
                yield Doubt("cards", path, "another deck has a card of this id that does something else")
            seen.add(card.id)


def _card_counts(decks: Decks, file: EditionFile) -> Iterator[Doubt]:
    for name, deck in decks.items():
        yield from _count(name, sum(card.copies for card in deck), file)
    for name in file.count.keys() - decks.keys() - {"squares", "deeds"}:
        yield Doubt("about", ("count", name), f"there is no such deck{hint(name, decks)}")


def _effect_doubts(effect: AnyEffect, board: Board, decks: Decks, own: str) -> Iterator[tuple[str, str]]:
    yield from _too_high(effect)
    for key in ("amount", "house", "hotel", "times"):
        if getattr(effect, key, 1) <= 0:
            yield key, "must be more than 0"
    match effect:
        case Advance(at) | Return(at) if not 0 <= at < len(board.squares):
            yield "square", f"no such square: they are 0 to {len(board.squares) - 1}"
        case Step(steps) if not 0 < abs(steps) < len(board.squares):
            yield "steps", f"must lead to another square, at most {len(board.squares) - 1} steps away"
        case Nearest(group) if group not in board.groups:
            yield "group", f'no group is called "{group}"{hint(group, board.groups)}'
        case Nearest(throw_times=factor) if factor < 0:
            yield "throw_times", "must not be negative"
        case Arrest() if not _has(board, Jail, Court):
            yield "kind", "the board has no jail"
        case Keep(use) if use not in ("release", "permit"):
            yield "use", f'must be one of "release", "permit", not "{use}"'
        case PayOrDraw(deck=other) if other not in decks.keys() - {own}:
            yield "deck", f'no other deck is called "{other}"{hint(other, decks.keys() - {own})}'
        case _:
            pass
