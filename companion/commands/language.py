"""`banker language`: lists the languages, begins a new one, and tells all that is wrong with one."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from companion.config import add_config_argument, language_of
from companion.editions.registry import load
from companion.errors import Fault, FaultyFile, UserError, message
from companion.screens.canvas import Canvas
from companion.screens.pages import draw
from companion.table.parts import Do, MenuItem, Title, Trouble
from companion.table.shown import Notice, Why
from companion.table.views import AnyScreen, Menu
from companion.tomlcheck import read
from companion.words import languages
from companion.words.refusals import worded
from companion.words.translating import begin, check
from companion.words.words import Words


def add_arguments(parser: ArgumentParser) -> None:
    """Declare `list`, `new` and `check`."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="the languages there are")
    new = actions.add_parser("new", help="write a folder to translate")
    new.add_argument("folder", type=Path, help="a new folder; its name becomes that of the language: fr, pt-br")
    new.add_argument("--from", dest="model", default=languages.DEFAULT, metavar="ID", help="the language to begin with")
    new.add_argument("--pseudo", action="store_true", help="accents everywhere and 40 %% longer, to try pages with")
    checker = actions.add_parser("check", help="tell all faults of a language, with their places")
    checker.add_argument("language", metavar="ID|FOLDER", help="a language there is, or its folder")
    for each, act in ((listing, _list), (new, _new), (checker, _check)):
        add_config_argument(each)
        each.set_defaults(act=act)


def run(args: Namespace) -> int:
    """Do what was asked; 1 when `check` finds faults."""
    status: int = args.act(args)
    return status


def _list(_args: Namespace) -> int:
    for name, folder in languages.known().items():
        own = "" if folder.parent == languages.BUILT_IN else f"  ({folder})"
        print(f"{name:6} {languages.language_named(name).manner.name}{own}")
    return 0


def _new(args: Namespace) -> int:
    if not languages.ID.fullmatch(args.folder.name):
        raise UserError("translation.misnamed", name=args.folder.name)
    begin(args.folder, args.model, pseudo=args.pseudo)
    print(worded(message("translation.begun", path=args.folder), language_of(args)))
    return 0


def _check(args: Namespace) -> int:
    folder = Path(args.language)
    if not folder.is_dir():
        folder = languages.language_named(args.language).folder
    faults = FaultyFile([*check(folder), *unfit(folder)]).faults
    spoken = language_of(Namespace(config=args.config))
    for fault in faults:
        print(worded(fault, spoken))
    print(
        worded(message("file.faults", count=len(faults)), spoken),
        file=sys.stderr if faults else sys.stdout,
    )
    return 1 if faults else 0


def unfit(folder: Path) -> Iterator[Fault]:
    """The texts that the smallest display must cut, as its pages draw them."""
    words = Words(languages.Language(folder), load("classic"), ("red", "blue"))
    for family, key, screen in _pages(words):
        canvas = Canvas()
        draw(screen, canvas, words)
        own = folder / f"{family}.toml"
        if canvas.shortened and own.is_file():
            document = read(own)
            if key in languages.flat(document.data):
                document.blame(tuple(key.split(".")), message("translation.too-long", text=canvas.shortened[0]))
                yield document.faults[-1]


def _pages(words: Words) -> Iterator[tuple[str, str, AnyScreen]]:
    """Family and key of a text, and a page that shows it alone."""
    for do in (each for each in Do if each is not Do.VALUE):  # whose line is a figure
        yield "do", f"{do.value}.plain", Menu(title=Title.READY, items=(MenuItem(do),))
    for title in Title:
        yield "heading", title.value, Menu(title=title, items=(MenuItem(Do.ROLL),))
    for trouble in Trouble:
        yield "trouble", trouble.value, Notice(trouble=trouble)
    for rule in words.rules():
        yield "rule", rule, Why(rules=(rule,), part=1)
