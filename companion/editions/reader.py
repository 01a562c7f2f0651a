"""Reads the files of an edition together, finds all their faults at once, and puts them together."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar, get_args

import msgspec
from msgspec.structs import asdict, replace

from companion.editions.figures import Doubt, board_doubts, deck_doubts, option_doubts, patch_doubts, pile_doubts
from companion.editions.files import PRINTED_SUMS, Decks, EditionFile, Patch
from companion.editions.shelf import BUILT_IN, Shelf, misnamed
from companion.errors import Fault, FaultyFile, UserError, message
from companion.rules.board import AnySquare, Board
from companion.rules.cards import Card
from companion.rules.edition import Edition
from companion.rules.options import SUMS, classic
from companion.tomlcheck import Document, quoted, read

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)


def load_edition(folder: Path, shelf: Shelf) -> Edition:
    """The edition in a folder, as its files tell it; raises `FaultyFile` with every fault there is."""
    edition, faults = read_edition(folder, shelf)
    if edition is None:
        raise FaultyFile(faults)
    return edition


def read_edition(folder: Path, shelf: Shelf) -> tuple[Edition | None, list[Fault]]:
    """Reads an edition's edition.toml, board.toml and cards.toml; an edition, or all faults of the three files."""
    about = _head(folder)
    files = {
        "about": about,
        "board": _part(about, "board", folder, shelf),
        "cards": _part(about, "decks", folder, shelf),
    }
    edition = _assemble(folder.name, files, {key: _times(about, key, shelf) for key in _PARTS})
    if said := misnamed(folder, BUILT_IN):
        about.blame((), said)
    faults = [fault for document in files.values() if document for fault in document.faults]
    return (None if faults else edition), faults


def _head(folder: Path) -> Document:
    file = folder / "edition.toml"
    if file.is_file():
        return read(file)
    document = Document("", str(file))
    document.blame((), message("edition.no-file", edition=folder.name, file=file.name))
    return document


Files = dict[str, Document | None]
_PARTS = {"board": "board.toml", "decks": "cards.toml"}


def _part(about: Document, key: str, folder: Path, shelf: Shelf) -> Document | None:
    """The file that holds the board or the decks: the edition's own, or that of the edition named under the key."""
    lender = about.data.get(key)
    try:
        home = shelf.edition(lender) if isinstance(lender, str) else folder
    except UserError as error:
        about.blame((key,), error.message)
        return None
    if not (home / _PARTS[key]).is_file():
        reason = "edition.no-file" if lender else "edition.no-file-to-lend"
        about.blame((key,), message(reason, edition=home.name, file=_PARTS[key], **({} if lender else {"key": key})))
        return None
    return read(home / _PARTS[key])


def _times(about: Document, key: str, shelf: Shelf) -> int:
    """How many units of one's own money stand for one of the money that the lent board or decks are printed in."""
    try:
        lender = read(shelf.edition(about.data[key]) / "edition.toml").data.get("unit", 1)
        own = about.data.get("unit", 1)
        if own % lender:
            about.blame(("unit",), message("edition.lent-unit", key=key, unit=lender))
        return max(1, int(own // lender))
    except (KeyError, TypeError, ZeroDivisionError, UserError):
        return 1  # nothing is lent, or it has been blamed already


def _in_money(printed: S, times: int) -> S:
    """What is printed on a square or a card, its sums times a number."""
    sums = {key: getattr(printed, key) for key in PRINTED_SUMS.intersection(printed.__struct_fields__)}
    if times == 1 or not sums:
        return printed
    return replace(printed, **{key: _multiplied(figure, times) for key, figure in sums.items()})


def _multiplied(figure: int | tuple[int, ...] | None, times: int) -> int | tuple[int, ...] | None:
    if isinstance(figure, tuple):
        return tuple(each * times for each in figure)
    return None if figure is None else figure * times


def _board(document: Document | None, times: int) -> Board | None:
    board = _decoded(document, Board)
    return board and replace(board, squares=tuple(_in_money(square, times) for square in board.squares))


def _decks(document: Document | None, times: int) -> Decks | None:
    decks = _decoded(document, Decks)
    if decks is None:
        return None
    return {name: tuple(_card(card, times) for card in deck) for name, deck in decks.items()}


def in_unit(edition: Edition, unit: str) -> Edition:
    """An edition in a money of another smallest sum, with which all others grow.

    :raises UserError: it is no such sum, or others would not be multiples of it.
    """
    if not re.fullmatch(r"[1-9][0-9]{0,5}", unit) or int(unit) % edition.unit:
        raise UserError("edition.option", key="unit", what=message("edition.new-unit", unit=edition.unit))
    times = int(unit) // edition.unit
    squares = tuple(_in_money(square, times) for square in edition.board.squares)
    decks = {name: tuple(_card(card, times) for card in deck) for name, deck in edition.decks.items()}
    options = replace(edition.options, **{key: getattr(edition.options, key) * times for key in SUMS})
    return replace(edition, unit=int(unit), board=replace(edition.board, squares=squares), decks=decks, options=options)


def _card(card: Card, times: int) -> Card:
    return replace(card, effect=_in_money(card.effect, times))


def _about(document: Document | None) -> EditionFile | None:
    """edition.toml with the classic choices in its money, but for those that it states."""
    file = _decoded(document, EditionFile)
    if file is None or document is None:
        return None
    chosen = {} if "options" in _faulty_keys(document) else document.data.get("options", {})
    stated = {key: getattr(file.options, key) for key in chosen}
    return replace(file, options=replace(classic(file.unit), **stated))


def _decoded(document: Document | None, kind: type[T]) -> T | None:
    if document is None or not document.is_toml:
        return None
    whole = document.decode(kind)
    return _sound(document, kind) if whole is None else whole


def _sound(document: Document, kind: type[T]) -> T | None:
    """Of a faulty file what its sound keys say, so that no missing part hides what is wrong with the others."""
    faulty = _faulty_keys(document)
    sound = {key: value for key, value in document.data.items() if key not in faulty}
    if kind is EditionFile:
        sound = {"title": "?"} | sound
    elif kind is Board and isinstance(squares := document.data.get("squares"), list) and squares:
        odd = _faulty_squares(document)
        squares = [_mended(at, raw, odd[at]) if at in odd else raw for at, raw in enumerate(squares)]
        groups = {square["group"]: {"color": "#000000"} for square in squares if "group" in square}
        sound = {"groups": groups} | sound | {"squares": squares}
    else:
        return None
    return msgspec.convert(sound, kind, str_keys=True)


_KINDS = {str(kind.__struct_config__.tag): kind for kind in get_args(AnySquare)}
_ANYTHING = {"name": "?", "group": "?", "deck": "?", "price": 1, "mortgage": 0, "amount": 1, "fare": 0}


def _faulty_squares(document: Document) -> dict[int, set[str]]:
    """The squares that have a fault, each with the keys that are to blame."""
    found: dict[int, set[str]] = {}
    for fault in document.faults:
        if place := re.match(r"squares\[(\d+)\](?:\.(\w+))?", fault.key):
            found.setdefault(int(place[1]), set()).add(place[2] or "")
    return found


def _kind_of(raw: object) -> type[AnySquare] | None:
    tag = raw.get("kind") if isinstance(raw, dict) else None
    return _KINDS.get(tag) if isinstance(tag, str) else None


def _is_placed(raw: object, faulty: set[str]) -> bool:
    """Whether a faulty square says what it is, and to which group or deck it belongs."""
    kind = _kind_of(raw)
    told = raw.keys() - faulty if isinstance(raw, dict) else set[str]()
    return kind is not None and {"group", "deck"}.intersection(kind.__struct_fields__) <= told


def _mended(at: int, raw: object, faulty: set[str]) -> dict[str, object]:
    """A square in place of a faulty one, as much like it as can be, so that the others keep their places."""
    kind = _kind_of(raw)
    if kind is None or not isinstance(raw, dict):
        return {"kind": "parking" if at else "go", "name": "?"}
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    needed = {name: _ANYTHING[name] for name, field in fields.items() if field.required}
    return {"kind": raw["kind"], **needed, **{key: raw[key] for key in fields.keys() & raw.keys() - faulty}}


def _faulty_keys(document: Document) -> set[str]:
    """The keys at the top that have a fault, or something below them has."""
    said = [fault.key for fault in document.faults]
    return {key for key in document.data if any(re.match(rf"{re.escape(quoted(key))}([.\[]|$)", each) for each in said)}


def _assemble(edition_id: str, files: Files, times: dict[str, int]) -> Edition | None:
    file = _about(files["about"])
    printed = _board(files["board"], times["board"])
    decks = _decks(files["cards"], times["decks"])
    if file is None:
        return None
    if printed is None:
        _blame(pile_doubts(decks, file) if decks else (), files, file)
        return None
    doubts = list(patch_doubts(printed, file))
    board = printed if doubts else _patched(printed, file.squares)
    _blame([*doubts, *_doubts(file, board, decks)], files, file)
    return _edition(edition_id, file, board, decks) if decks is not None else None


def _doubts(file: EditionFile, board: Board, decks: Decks | None) -> Iterator[Doubt]:
    yield from board_doubts(board, file)
    if decks is not None:
        yield from deck_doubts(decks, board, file)
    for key, said in option_doubts(file.options, board, decks or {}, file.unit):
        yield Doubt("about", ("options", key), said)


# What may only be wrong because nobody knows what a faulty square is.
_OF_GROUPS = frozenset(f"edition.{key}" for key in ("miscounted", "empty-group", "holdings", "idle-deck", "to-no-jail"))


def _blame(doubts: Iterable[Doubt], files: Files, file: EditionFile) -> None:
    """Note each doubt where the figure stands, a patched square's in edition.toml; no key is blamed twice."""
    faulty = {part: _faulty_keys(document) - {"squares"} for part, document in files.items() if document}
    printed = files["board"]
    squares = _faulty_squares(printed) if printed else {}
    is_sure = printed is None or all(_is_placed(printed.data["squares"][at], keys) for at, keys in squares.items())
    for part, path, said in doubts:
        if path[:1] == ("squares",) and part == "board" and path[1:] and path[1] in squares:
            continue
        if not is_sure and said.key in _OF_GROUPS:
            continue
        if part == "board" and path[0] == "squares" and path[1:] and path[1] in file.squares:
            part, path = "about", ("squares", str(path[1]), *path[2:])
        document = files[part]
        assert document is not None
        if path[0] not in faulty[part]:
            document.blame(path, said)


def _patched(board: Board, patches: dict[int, Patch]) -> Board:
    squares = list(board.squares)
    for at, patch in patches.items():
        squares[at] = replace(squares[at], **{key: value for key, value in asdict(patch).items() if value is not None})
    return replace(board, squares=tuple(squares))


def _edition(edition_id: str, file: EditionFile, board: Board, decks: Decks) -> Edition:
    return Edition(
        id=edition_id,
        title=file.title,
        money=file.money,
        unit=file.unit,
        sources=file.sources,
        board=board,
        decks=decks,
        options=file.options,
        note=file.note,
    )
