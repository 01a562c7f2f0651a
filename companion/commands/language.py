"""`banker language`: lists the languages, begins a new one, and tells all that is wrong with one."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from companion.config import add_config_argument, language_of
from companion.editions.registry import load
from companion.errors import Fault, FaultyFile, UserError, message
from companion.rules.charges import BASES
from companion.rules.commands import Reason
from companion.rules.edition import Edition
from companion.rules.why import PROMPTS
from companion.screens.canvas import Canvas
from companion.screens.pages import draw
from companion.screens.samples import SampleTable, sample_pages, usual
from companion.table.parts import Do, MenuItem, Title
from companion.table.shown import CardShown, RefusedShown, Why
from companion.table.views import AnyScreen, Menu
from companion.tomlcheck import read
from companion.words import languages
from companion.words.refusals import worded
from companion.words.translating import begin, check
from companion.words.words import BriefWords, Words

REFUSED = {"needed": 1400, "cash": 1200, "limit": 1300, "held": 2, "stock": 3, "least": 2, "most": 8}


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
    """The texts that the smallest display must cut, as its pages draw them, unless those of the default one are."""
    spoken, blamed = languages.Language(folder), set()
    for edition in map(load, ("classic", "saigon")):  # with a jail, with a court
        table = SampleTable(edition, usual(spoken))
        words = _NotingWords(spoken, edition, usual(spoken))
        model = BriefWords(languages.DEFAULT, edition, usual(languages.DEFAULT))
        names = (*usual(spoken), *(square.name for square in edition.board.squares))
        for screen in _pages(table, words):
            for cut in _cut(screen, words):
                key = words.key_of(cut)
                if key not in blamed and not cut.endswith(names) and not _cut(screen, model):
                    blamed.add(key)
                    yield from _too_long(folder, key, cut)


def _cut(screen: AnyScreen, words: Words) -> list[str]:
    canvas = Canvas()
    draw(screen, canvas, words)
    return canvas.shortened


def _too_long(folder: Path, key: str, cut: str) -> Iterator[Fault]:
    """The fault at its place, where the text is the language's own."""
    family, _, name = key.partition(".")
    own = folder / f"{family}.toml"
    if own.is_file():
        document = read(own)
        for keys in languages.leaves(document.data):
            if languages.plain(".".join(keys)) == name:
                document.blame(keys, message("translation.too-long", text=cut))
        yield from document.faults[-1:]


class _NotingWords(BriefWords):
    """Words that note from which text everything was made."""

    def __init__(self, spoken: languages.Language, edition: Edition, players: tuple[str, ...]) -> None:
        self._made: dict[str, str] = {}
        super().__init__(spoken, edition, players)

    def text(self, key: str, /, **figures: object) -> str:
        said = super().text(key, **figures)
        self._made[said.casefold()] = key
        return said

    def raw(self, key: str) -> str:
        said = super().raw(key)
        self._made[said.casefold()] = key
        return said

    def key_of(self, drawn: str) -> str:
        """The key of the longest text that stands in what was drawn; empty where none does."""
        parts = (said for said in self._made if said and said in drawn.casefold())
        return self._made.get(max(parts, key=len, default=""), "")


def _pages(table: SampleTable, words: Words) -> Iterator[AnyScreen]:
    """Every page that the display has, and each text that stands on one alone."""
    yield from (scene.screen for scene in sample_pages(table))
    yield from (
        Menu(title=Title.READY, items=(MenuItem(do),)) for do in Do if do is not Do.VALUE
    )  # its line is a figure
    yield from (Menu(title=title, items=(MenuItem(Do.ROLL),)) for title in Title)
    yield from (CardShown(who=table.red, card=card) for card in table.cards())
    yield from (RefusedShown(tried=Do.BUILD, reason=reason, figures=REFUSED, who=table.red) for reason in Reason)
    yield from (Why(rules=(), reason=reason, figures=REFUSED, lot=table.streets[0]) for reason in Reason)
    for kind, basis in BASES.items():
        figures = dict.fromkeys(basis.figures, 2) | ({} if kind.startswith("no-") else {"amount": 1400})
        yield Why(rules=(), reason=kind, figures=figures, lot=table.streets[0])
    yield from (Why(rules=(), reason=prompt, figures={"low": 130, "high": 150}) for prompt in PROMPTS)
    yield from (Why(rules=(rule,), part=1) for rule in words.rules())
