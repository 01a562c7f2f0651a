"""Cross-checks of printed figures: what no type can say about a board, its decks and the choices."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from companion.editions.files import PRINTED_SUMS, Decks, EditionFile
from companion.errors import Message, message
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
from companion.rules.cards import Advance, AnyEffect, Arrest, Grant, Keep, Nearest, PayOrDraw, Return, Step
from companion.rules.options import HIGHEST_SUM, SUMS, Options, named_sums
from companion.text import advice
from companion.tomlplaces import Path

HIGHEST_THROW = 12
LARGEST_GROUP = 8


class Doubt(NamedTuple):
    """Something that cannot be right, at a path in one of an edition's three files."""

    part: Literal["about", "board", "cards"]
    path: Path
    message: Message


def board_doubts(board: Board, file: EditionFile) -> Iterator[Doubt]:
    """What cannot be right on a board, patches included."""
    for check in _BOARD_CHECKS:
        yield from check(board, file)
    for at, square in enumerate(board.squares):
        for key, said in (*_square_doubts(square, board), *_off_unit(square, file.unit)):
            yield Doubt("board", ("squares", at, key), said)
    for at, key, said in _against_pattern(board, file.unit):
        if at not in file.odd_figures:
            yield Doubt("board", ("squares", at, key), message("edition.odd", what=said, square=at))


def odd_squares(board: Board, unit: int) -> tuple[int, ...]:
    """The deeds printed against the pattern: mortgage half the price, rents rising, one house price a group."""
    return tuple(sorted({at for at, _, _ in _against_pattern(board, unit)}))


def pile_doubts(decks: Decks, file: EditionFile) -> Iterator[Doubt]:
    """What cannot be right in the decks, whatever the board."""
    yield from _card_names(decks)
    yield from _card_counts(decks, file)


def deck_doubts(decks: Decks, board: Board, file: EditionFile) -> Iterator[Doubt]:
    """What cannot be right in the decks of a board."""
    yield from _deck_names(decks, board)
    yield from pile_doubts(decks, file)
    for name, deck in decks.items():
        if all(isinstance(card.effect, Keep) or _leads_on(card.effect, board) for card in deck):
            yield Doubt("cards", (name,), message("edition.endless-deck"))
        for index, card in enumerate(deck):
            if card.copies < 1:
                yield Doubt("cards", (name, index, "copies"), message("edition.no-copy"))
            effect = card.effect
            for key, said in (*_effect_doubts(effect, board, decks, name), *_off_unit(effect, file.unit)):
                yield Doubt("cards", (name, index, "effect", key), said)


def option_doubts(options: Options, board: Board, decks: Decks, unit: int) -> Iterator[tuple[str, Message]]:
    """The choices that do not fit each other, the money, the board or the decks: key and message."""
    for key in sorted(SUMS):
        if getattr(options, key) % unit:
            yield key, message("edition.off-unit", unit=unit)
    if options.min_players > options.max_players:
        yield "min_players", message("edition.players", least=options.min_players, most=options.max_players)
    yield from _contradictions(options, unit)
    if options.parking == "pot" and not _has(board, Parking):
        yield "parking", message("edition.no-parking")
    if options.lift_interest == "printed" and any(deed.lift is None for deed in _deeds(board)):
        yield "lift_interest", message("edition.no-lift")
    if options.third_double == "jail" and not _has(board, Jail, Court):
        yield "third_double", message("edition.no-jail")
    if options.deal_deeds * options.min_players > len(board.deeds()):
        yield "deal_deeds", message("edition.few-deeds", deeds=len(board.deeds()), each=options.deal_deeds)
    if options.build_fee == 0 and any(card.effect == Keep("permit") for deck in decks.values() for card in deck):
        yield "build_fee", message("edition.idle-permits")


def _contradictions(options: Options, unit: int) -> Iterator[tuple[str, Message]]:
    """A Speed Die beside one die, auctions for who leaves where there are none, promises where nobody
    trades, a goal that one has at the start, a handicap that no notes make up."""
    if options.speed_die and options.dice != 2:
        yield "speed_die", message("edition.speed-die")
    if options.promises and options.trade_from == "never":
        yield "promises", message("edition.promises-untraded")
    if options.leave == "auction" and not options.auction:
        yield "leave", message("edition.leave-unsold")
    try:
        handicap = named_sums(options.handicap)
    except ValueError:
        yield "handicap", message("edition.handicap")
        return
    if 0 < options.goal <= max((options.start_cash, *handicap.values())):
        yield "goal", message("edition.near-goal", goal=options.goal)
    if max(handicap.values(), default=0) > HIGHEST_SUM:
        yield "handicap", message("edition.too-high", most=HIGHEST_SUM)
    if any(amount % unit for amount in handicap.values()):
        yield "handicap", message("edition.off-unit", unit=unit)


def patch_doubts(board: Board, file: EditionFile) -> Iterator[Doubt]:
    """Patches that hit no square, or a square of a kind that prints no such figure."""
    for at, patch in file.squares.items():
        path: Path = ("squares", str(at))
        if not 0 <= at < len(board.squares):
            yield Doubt("about", path, message("edition.no-square", last=len(board.squares) - 1))
            continue
        square = board.squares[at]
        for key in patch.__struct_fields__:
            if getattr(patch, key) is not None and key not in square.__struct_fields__:
                said = message("edition.no-figure", square=square.name, key=key, has=square.__struct_fields__)
                yield Doubt("about", (*path, key), said)


def _deeds(board: Board) -> list[Deed]:
    return [square for square in board.squares if isinstance(square, Deed)]


def _has(board: Board, *kinds: type) -> bool:
    return any(isinstance(square, kinds) for square in board.squares)


def _length(board: Board, _: EditionFile) -> Iterator[Doubt]:
    if len(board.squares) < HIGHEST_THROW:
        yield Doubt("board", ("squares",), message("edition.few-squares", throw=HIGHEST_THROW))


def _go_first(board: Board, _: EditionFile) -> Iterator[Doubt]:
    for at, square in enumerate(board.squares):
        if isinstance(square, Go) != (at == Board.GO):
            yield Doubt("board", ("squares", at), message("edition.go-first"))


def _one_jail(board: Board, _: EditionFile) -> Iterator[Doubt]:
    jails = [at for at, square in enumerate(board.squares) if isinstance(square, Jail | Court)]
    for at in jails[1:]:
        yield Doubt("board", ("squares", at), message("edition.second-jail", square=jails[0]))
    for at, square in enumerate(board.squares):
        if isinstance(square, ToJail) and not jails:
            yield Doubt("board", ("squares", at), message("edition.to-no-jail"))


def _names(board: Board, _: EditionFile) -> Iterator[Doubt]:
    first: dict[str, int] = {}
    for at in board.deeds():
        name = board.squares[at].name.casefold()
        if first.setdefault(name, at) != at:
            yield Doubt("board", ("squares", at, "name"), message("edition.same-name", square=first[name]))


def _groups(board: Board, _: EditionFile) -> Iterator[Doubt]:
    for name, group in board.groups.items():
        members = [board.squares[at] for at in board.members(name)]
        if not re.fullmatch(r"#[0-9a-fA-F]{6}", group.color):
            yield Doubt("board", ("groups", name, "color"), message("edition.color"))
        if not members:
            yield Doubt("board", ("groups", name), message("edition.empty-group"))
        elif len({type(square) for square in members}) > 1:
            yield Doubt("board", ("groups", name), message("edition.mixed-group"))
        elif len(members) > LARGEST_GROUP:
            yield Doubt(
                "board", ("groups", name), message("edition.group-size", count=len(members), most=LARGEST_GROUP)
            )


def _board_counts(board: Board, file: EditionFile) -> Iterator[Doubt]:
    yield from _count("squares", len(board.squares), file)
    yield from _count("deeds", len(board.deeds()), file)


def _odd_figures(board: Board, file: EditionFile) -> Iterator[Doubt]:
    for index, at in enumerate(file.odd_figures):
        if at not in odd_squares(board, file.unit):
            yield Doubt("about", ("odd_figures", index), message("edition.not-odd", square=at))


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
        yield Doubt("about", ("count",), message("edition.uncounted", what=what, found=found))
    elif file.count[what] != found:
        yield Doubt("about", ("count", what), message("edition.miscounted", counted=file.count[what], found=found))


def _square_doubts(square: AnySquare, board: Board) -> Iterator[tuple[str, Message]]:
    yield from _too_high(square)
    if not square.name.strip():
        yield "name", message("edition.no-name")
    if isinstance(square, Tax) and not (square.amount > 0 and 0 <= square.percent <= 100):
        yield "amount", message("edition.tax")
    if isinstance(square, Tram) and square.fare < 0:
        yield "fare", message("edition.negative")
    if isinstance(square, Deed):
        yield from _deed_doubts(square, board)
    if isinstance(square, Street):
        yield from _street_doubts(square)
    elif isinstance(square, Railroad | Utility):
        yield from _holding_doubts(square, board)


def _too_high(printed: AnySquare | AnyEffect) -> Iterator[tuple[str, Message]]:
    for key in printed.__struct_fields__:
        if any(isinstance(figure, int) and figure > HIGHEST_SUM for figure in _figures(printed, key)):
            yield key, message("edition.too-high", most=HIGHEST_SUM)


def _off_unit(printed: AnySquare | AnyEffect, unit: int) -> Iterator[tuple[str, Message]]:
    for key in PRINTED_SUMS.intersection(printed.__struct_fields__):
        if any(isinstance(figure, int) and figure % unit for figure in _figures(printed, key)):
            yield key, message("edition.off-unit", unit=unit)


def _figures(printed: AnySquare | AnyEffect, key: str) -> tuple[object, ...]:
    figures = getattr(printed, key)
    return figures if isinstance(figures, tuple) else (figures,)


def _deed_doubts(deed: Deed, board: Board) -> Iterator[tuple[str, Message]]:
    if deed.group not in board.groups:
        yield "group", message("edition.unknown-group", name=deed.group, advice=advice(deed.group, board.groups))
    if deed.price <= 0:
        yield "price", message("edition.zero")
    if deed.mortgage < 0:
        yield "mortgage", message("edition.negative")
    if deed.lift is not None and deed.lift < deed.mortgage:
        yield "lift", message("edition.cheap-lift", mortgage=deed.mortgage)


def _street_doubts(street: Street) -> Iterator[tuple[str, Message]]:
    if not street.rents:
        yield "rents", message("edition.rents")
    if any(rent <= 0 for rent in street.rents):
        yield "rents", message("edition.zeros")
    for key, price in (("house", street.house), ("hotel", street.hotel)):
        if street.top > 0 and price is not None and price <= 0:
            yield key, message("edition.zero")
        if street.top <= 0 and price:
            yield key, message("edition.no-building")


def _holding_doubts(deed: Railroad | Utility, board: Board) -> Iterator[tuple[str, Message]]:
    key, figures = ("rents", deed.rents) if isinstance(deed, Railroad) else ("factors", deed.factors)
    members = len(board.members(deed.group))
    if len(figures) != members:
        yield key, message("edition.holdings", count=len(figures), key=key, deeds=members)
    if any(figure <= 0 for figure in figures):
        yield key, message("edition.zeros")


def _against_pattern(board: Board, unit: int) -> Iterator[tuple[int, str, Message]]:
    for at in board.deeds():
        deed = board.squares[at]
        assert isinstance(deed, Deed)
        if deed.mortgage and deed.mortgage != deed.price // (2 * unit) * unit:
            yield at, "mortgage", message("edition.mortgage", mortgage=deed.mortgage, price=deed.price)
        key = "factors" if isinstance(deed, Utility) else "rents"
        for lower, higher in pairwise(getattr(deed, key)):
            if lower >= higher:
                yield at, key, message("edition.falling", lower=lower, higher=higher)
    for group in board.groups:
        yield from _against_group(board, group)


def _against_group(board: Board, group: str) -> Iterator[tuple[int, str, Message]]:
    """A group's streets cost the same to build on and have as many rents; the others are judged by the most."""
    members = [(at, board.squares[at]) for at in board.members(group)]
    streets = [(at, square) for at, square in members if isinstance(square, Street)]
    for key, figure in _ALIKE.items():
        usual = Counter(figure(street) for _, street in streets).most_common(1)
        for at, street in streets:
            if figure(street) != usual[0][0]:
                yield at, key, _unlike(key, figure(street), usual[0][0], group)


def _unlike(key: str, figure: int, usual: int, group: str) -> Message:
    own, others = (message(f"edition.alike.{key}", figure=each) for each in (figure, usual))
    return message("edition.unlike", own=own, others=others, group=group)


_ALIKE: dict[str, Callable[[Street], int]] = {
    "house": lambda street: street.house,
    "hotel": lambda street: street.hotel_price - street.house,
    "rents": lambda street: len(street.rents),
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
                said = message("edition.unknown-deck", name=square.deck, advice=advice(square.deck, decks))
                yield Doubt("board", ("squares", at, "deck"), said)
    for name in decks.keys() - used:
        yield Doubt("cards", (name,), message("edition.idle-deck"))


def _card_names(decks: Decks) -> Iterator[Doubt]:
    effects: dict[str, AnyEffect] = {}
    for name, deck in decks.items():
        seen: set[str] = set()
        for index, card in enumerate(deck):
            path: Path = (name, index, "id")
            if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", card.id):
                yield Doubt("cards", path, message("edition.card-id"))
            if card.id in seen:
                yield Doubt("cards", path, message("edition.same-card"))
            elif effects.setdefault(card.id, card.effect) != card.effect:
                yield Doubt("cards", path, message("edition.other-card"))
            seen.add(card.id)


def _card_counts(decks: Decks, file: EditionFile) -> Iterator[Doubt]:
    for name, deck in decks.items():
        yield from _count(name, sum(card.copies for card in deck), file)
    for name in file.count.keys() - decks.keys() - {"squares", "deeds"}:
        yield Doubt("about", ("count", name), message("edition.no-deck", advice=advice(name, decks)))


def _effect_doubts(effect: AnyEffect, board: Board, decks: Decks, own: str) -> Iterator[tuple[str, Message]]:
    yield from _too_high(effect)
    for key in ("amount", "house", "hotel", "times"):
        if getattr(effect, key, 1) <= 0:
            yield key, message("edition.zero")
    match effect:
        case Advance(at) | Return(at) if not 0 <= at < len(board.squares):
            yield "square", message("edition.no-square", last=len(board.squares) - 1)
        case Step(steps) if not 0 < abs(steps) < len(board.squares):
            yield "steps", message("edition.steps", most=len(board.squares) - 1)
        case Nearest(group) | Grant(group) if group not in board.groups:
            yield "group", message("edition.unknown-group", name=group, advice=advice(group, board.groups))
        case Nearest(throw_times=factor) if factor < 0:
            yield "throw_times", message("edition.negative")
        case Arrest() if not _has(board, Jail, Court):
            yield "kind", message("edition.no-jail")
        case Keep(use) if use not in ("release", "permit"):
            yield "use", message("edition.use", use=use)
        case PayOrDraw(deck=other) if other not in decks.keys() - {own}:
            others = decks.keys() - {own}
            yield "deck", message("edition.no-other-deck", name=other, advice=advice(other, sorted(others)))
        case _:
            pass
