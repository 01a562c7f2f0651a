"""`banker edition`: lists and shows the editions, copies one to begin one's own with, and checks it."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.config import language_of, say
from companion.editions.check import check
from companion.editions.choices import option
from companion.editions.explained import differing
from companion.editions.figures import option_doubts
from companion.editions.reader import in_unit
from companion.editions.registry import ShelfEntry, available, available_profiles, load
from companion.editions.shelf import BUILT_IN, misnamed
from companion.editions.writer import written
from companion.errors import NOTHING, Message, UserError, message
from companion.rules.board import AnySquare, Deed, Luck, Railroad, Street, Tax, Tram, Utility
from companion.rules.cards import names
from companion.rules.edition import Edition
from companion.rules.options import SUMS, rules_behind
from companion.text import printable
from companion.words.languages import DEFAULT
from companion.words.lexicon import Lexicon
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
    _add_questions(new)
    new.set_defaults(act=_new)
    checker = actions.add_parser("check", help="tell all faults of an edition or a profile")
    checker.add_argument("path", type=Path, help="its folder, one of its files, or a directory of several")
    checker.set_defaults(act=_check)


def run(args: Namespace) -> int:
    """Do what was asked; 1 when `check` finds faults."""
    status: int = args.act(args)
    return status


def _list(args: Namespace) -> int:
    _print_entries(args, "command.editions", available(args.editions))
    _print_entries(args, "command.profiles", available_profiles(args.editions))
    return 0


def _print_entries(args: Namespace, heading: str, entries: list[ShelfEntry]) -> None:
    width = max(len(entry.id) for entry in entries)
    say(args, heading)
    for entry in entries:
        print(printable(f"  {entry.id:{width}}  {entry.title}{'' if entry.is_built_in else f'  ({entry.path})'}"))


def _show(args: Namespace) -> int:
    edition = load(args.id, args.profile, directories=args.editions)
    print("\n".join(map(printable, _shown(edition, Lexicon(language_of(args), edition)))))
    return 0


def _shown(edition: Edition, words: Lexicon) -> Iterator[str]:
    yield f"{edition.id}: {edition.title}{''.join(f' + {name}' for name in edition.profiles)}"
    yield words.text("command.sources", names=edition.sources)
    if edition.note:
        yield edition.note
    yield ""
    width = max(len(square.name) for square in edition.board.squares)
    for at, square in enumerate(edition.board.squares):
        yield f"{at:3}  {square.name:{width}}  {words.message(_figures(square))}".rstrip()
    for name, deck in edition.decks.items():
        cards = names(deck)
        yield ""
        yield words.text("command.deck", name=name, count=len(cards), cards=" ".join(cards))
    yield ""
    yield words.text("command.money", money=words.money(1500 * edition.unit))
    for key, value in differing(edition.options, edition.unit).items():
        yield f"  {key} = {_told(words, key, value)}  {about_in(words)(key)} ({', '.join(rules_behind(key))})"


def about_in(words: Lexicon) -> Callable[[str], str]:
    """What a choice decides, in a language: `whether a declined deed is auctioned`."""
    return lambda key: words.raw(f"option.{key}.about")


def _figures(square: AnySquare) -> Message:
    match square:
        case Street(rents=(_,)):
            return message("command.railroad", deed=_deed(square), rents=square.rents)
        case Street(hotel=None):
            return message("command.street", deed=_deed(square), rents=square.rents, house=square.house)
        case Street():
            figures = {"rents": square.rents, "house": square.house, "hotel": square.hotel}
            return message("command.street-hotel", deed=_deed(square), **figures)
        case Railroad():
            return message("command.railroad", deed=_deed(square), rents=square.rents)
        case Utility():
            return message("command.utility", deed=_deed(square), factors=square.factors)
        case Tax(percent=percent) if percent:
            return message("command.tax-share", amount=square.amount, percent=percent)
        case Tax():
            return message("command.tax", amount=square.amount)
        case Tram():
            return message("command.tram", fare=square.fare)
        case Luck():
            return message("command.luck", deck=square.deck)
        case _:
            return NOTHING


def _deed(deed: Deed) -> Message:
    figures = {"group": deed.group, "price": deed.price, "mortgage": deed.mortgage}
    if not deed.mortgage:
        return message("command.deed-only", group=deed.group, price=deed.price)
    if deed.lift is None:
        return message("command.deed", **figures)
    return message("command.deed-lift", lift=deed.lift, **figures)


def _told(words: Lexicon, key: str, value: object) -> str:
    """A value as a `rule KEY VALUE` line writes it, a sum as money."""
    if key in SUMS and isinstance(value, int):
        return words.money(value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _new(args: Namespace) -> int:
    folder: Path = args.folder
    if said := misnamed(folder, BUILT_IN):
        raise UserError(said.key, **dict(said.figures))
    edition = _begun(args)
    texts = written(edition, about_in(Lexicon(DEFAULT)))
    try:
        folder.mkdir(parents=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError("file", path=folder, error=error) from error
    say(args, "command.edition-begun", folder=folder, model=edition.id, files=list(texts))
    return 0


def _add_questions(parser: ArgumentParser) -> None:
    """Declare an option for each question; what is not given is asked of a person, or is as in the copied edition."""
    parser.add_argument("--from", dest="model", metavar="ID", help="the edition to copy (classic)")
    parser.add_argument("--title", metavar="TEXT", help="what it is called (the folder's name)")
    parser.add_argument("--unit", metavar="N", help="the smallest sum; all others are raised with it")
    parser.add_argument("--money", metavar="TEXT", help="how money is written, {} for the amount")
    parser.add_argument("--start-cash", metavar="N", help="what each player starts with")
    parser.add_argument("--dice", metavar="N", help="1 or 2")


def _begun(args: Namespace) -> Edition:
    """The edition to write down.

    :raises UserError: an answer of the command line has no meaning, or the answers do not fit each other.
    """
    edition: Edition = _answer(args, "model", "classic", lambda text: load(text, directories=args.editions))
    edition = replace(edition, title=_answer(args, "title", args.folder.name, str))
    edition = _answer(args, "unit", str(edition.unit), lambda text: in_unit(edition, text))
    edition = replace(edition, money=_answer(args, "money", edition.money, _money))
    for key in ("start_cash", "dice"):
        edition = _answer(args, key, str(getattr(edition.options, key)), _chooser(edition, key))
    return edition


def _answer(args: Namespace, key: str, usual: str, take: Callable[[str], Any]) -> Any:
    """What the command line says, or a person at a terminal, asked until it has a meaning; else the usual."""
    given: str | None = getattr(args, key)
    if given is not None:
        return take(given)
    for text in _said(args, key, usual) if sys.stdin.isatty() else ():
        try:
            return take(text)
        except UserError as error:
            print(worded(error, language_of(args)))
    return take(usual)


def _said(args: Namespace, key: str, usual: str) -> Iterator[str]:
    """The answers of a person, one after the other; without a word it is the usual one."""
    say(args, f"command.ask-{key.replace('_', '-')}", braces="{}")
    try:
        while True:
            yield input(f"[{usual}] ").strip() or usual
    except EOFError:
        print()


def _money(text: str) -> str:
    """How money is written; a sign alone stands before the amount."""
    if "{" not in text and "}" not in text:
        return f"{text}{{}}"
    if text.count("{}") != 1 or text.count("{") + text.count("}") != 2:
        raise UserError("edition.option", key="money", what=message("edition.money", braces="{}"))
    return text


def _chooser(edition: Edition, key: str) -> Callable[[str], Edition]:
    """What gives the edition another value of a choice."""

    def choose(text: str) -> Edition:
        chosen = replace(edition, options=replace(edition.options, **{key: option(key, text)}))
        for about, what in option_doubts(chosen.options, chosen.board, chosen.decks, chosen.unit):
            raise UserError("edition.option", key=about, what=what)
        return chosen

    return choose


def _check(args: Namespace) -> int:
    faults = check(args.path, args.editions)
    language = language_of(args)
    for fault in faults:
        print(worded(fault, language))
    count = worded(message("file.faults", count=len(faults)), language)
    print(count, file=sys.stderr if faults else sys.stdout)
    return 1 if faults else 0
