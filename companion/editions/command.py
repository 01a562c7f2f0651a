"""`banker edition`: lists and shows the editions, copies one to begin one's own with, and checks it."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from companion.config import language_of
from companion.editions.check import check
from companion.editions.explained import EXPLAINED, differing
from companion.editions.registry import ShelfEntry, available, available_profiles, load
from companion.editions.shelf import BUILT_IN, misnamed
from companion.editions.writer import written
from companion.errors import UserError, message
from companion.rules.board import AnySquare, Deed, Luck, Railroad, Street, Tax, Tram, Utility
from companion.rules.cards import names
from companion.rules.edition import Edition
from companion.words.refusals import worded


def add_arguments(parser: ArgumentParser) -> None:
    """Declare `list`, `show`, `new` and `check`."""
    parser.add_argument(
        "--editions", action="append", type=Path, default=[], metavar="DIR", help="a directory of editions of your own"
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("list", help="the editions and profiles there are").set_defaults(act=_list)
    show = actions.add_parser("show", help="board, figures, decks and choices of an edition")
    show.add_argument("id")
    show.add_argument("--profile", action="append", default=[], metavar="ID", help="with this profile; may be repeated")
    show.set_defaults(act=_show)
    new = actions.add_parser("new", help="write an edition to begin your own with")
    new.add_argument("folder", type=Path, help="a new folder; its name becomes the id")
    new.add_argument("--from", dest="model", default="classic", metavar="ID", help="the edition to copy (classic)")
    new.set_defaults(act=_new)
    checker = actions.add_parser("check", help="tell all faults of an edition or a profile")
    checker.add_argument("path", type=Path, help="its folder, one of its files, or a directory of several")
    checker.set_defaults(act=_check)


def run(args: Namespace) -> int:
    """Do what was asked; 1 when `check` finds faults."""
    status: int = args.act(args)
    return status


def _list(args: Namespace) -> int:
    _print_entries("Editions", available(args.editions))
    _print_entries("Profiles", available_profiles(args.editions))
    return 0


def _print_entries(heading: str, entries: list[ShelfEntry]) -> None:
    width = max(len(entry.id) for entry in entries)
    print(f"{heading}:")
    for entry in entries:
        print(f"  {entry.id:{width}}  {entry.title}{'' if entry.is_built_in else f'  ({entry.path})'}")


def _show(args: Namespace) -> int:
    edition = load(args.id, args.profile, directories=args.editions)
    print("\n".join(_shown(edition)))
    return 0


def _shown(edition: Edition) -> Iterator[str]:
    yield f"{edition.id}: {edition.title}{''.join(f' + {name}' for name in edition.profiles)}"
    yield f"Sources: {', '.join(edition.sources)}"
    if edition.note:
        yield edition.note
    yield ""
    width = max(len(square.name) for square in edition.board.squares)
    for at, square in enumerate(edition.board.squares):
        yield f"{at:3}  {square.name:{width}}  {_figures(square)}".rstrip()
    for name, deck in edition.decks.items():
        yield f"\nDeck {name}, {len(names(deck))} cards: {' '.join(names(deck))}"
    yield f"\nMoney is written {edition.money.format(1500)}. Choices that are not classic:"
    for key, value in differing(edition.options).items():
        yield f"  {key} = {_in_play(value)}  {EXPLAINED[key].text} ({EXPLAINED[key].rules})"


def _figures(square: AnySquare) -> str:
    match square:
        case Street():
            hotel = "" if square.hotel is None else f", hotel {square.hotel}"
            return f"{_deed(square)}, rents {_row(square.rents)}, house {square.house}{hotel}"
        case Railroad():
            return f"{_deed(square)}, rents {_row(square.rents)}"
        case Utility():
            return f"{_deed(square)}, throw x {_row(square.factors)}"
        case Tax():
            return f"tax {square.amount}" + (f" or {square.percent} %" if square.percent else "")
        case Tram():
            return f"fare {square.fare}"
        case Luck():
            return f"deck {square.deck}"
        case _:
            return ""


def _deed(deed: Deed) -> str:
    lift = "" if deed.lift is None else f", lift {deed.lift}"
    return f"{deed.group}, {deed.price}, mortgage {deed.mortgage}{lift}"


def _row(figures: Iterable[int]) -> str:
    return " ".join(map(str, figures))


def _in_play(value: object) -> str:
    """A value as a `rule KEY VALUE` line writes it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _new(args: Namespace) -> int:
    folder: Path = args.folder
    if said := misnamed(folder, BUILT_IN):
        raise UserError(said.key, **dict(said.figures))
    model = load(args.model, directories=args.editions)
    texts = written(msgspec.structs.replace(model, title=folder.name))
    try:
        folder.mkdir(parents=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError("file", path=folder, error=error) from error
    print(f"{folder}: a copy of {model.id} in {', '.join(texts)}. Edit it, then: banker edition check {folder}")
    return 0


def _check(args: Namespace) -> int:
    faults = check(args.path, args.editions)
    language = language_of(args)
    for fault in faults:
        print(worded(fault, language))
    count = worded(message("file.faults", count=len(faults)), language)
    print(count, file=sys.stderr if faults else sys.stdout)
    return 1 if faults else 0
