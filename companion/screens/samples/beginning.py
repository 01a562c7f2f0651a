"""Before a game: continue, set up, names, tags, who begins."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.screens.samples.table import SampleTable
from companion.table.parts import Do, MenuItem, StepLine, Title, Waits
from companion.table.shown import PhoneAsk
from companion.table.views import AnyScreen, ContinueAsk, EnrolDeed, EnrolOther, EnrolPlayer, Menu, Spelling, StartThrow
from companion.words.languages import DEFAULT, language_named

DICE = ("serial", "buttons", "bank")
CARDS = ("pick", "tag", "bank")


def pages(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    """Name and page, in their order."""
    yield from _interrupted(t)
    yield from _what_is_played()
    yield from _who_plays(t)
    yield from _how(t)
    yield from _at_the_reader(t)


def _interrupted(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    names = tuple(party.name for party in t.parties)
    bought, sold = StepLine(211, "Buy", t.red, t.streets[0]), StepLine(211, "Gavel")
    ask = ContinueAsk("g1", "20:14", "2026-11-30", t.edition.title, names[:4], bought, "21:47")
    yield "continue", ask
    yield "continue-new", replace(ask, players=names, move=sold, moved="12-01 00:20", yes=False)


def _what_is_played() -> Iterator[tuple[str, AnyScreen]]:
    yield (
        "menu-language",
        Menu(
            title=Title.LANGUAGE,
            items=(MenuItem(Do.LANGUAGE, "English", checked=True), MenuItem(Do.LANGUAGE, "Tiếng Việt", checked=False)),
            selected=1,
        ),
    )
    yield (
        "menu-edition",
        Menu(
            title=Title.EDITION,
            items=tuple(MenuItem(Do.EDITION, name) for name in ("Classic", "UK, London", "Sài Gòn")),
            selected=2,
        ),
    )


def _who_plays(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    profiles = enumerate(language_named(DEFAULT).family("profile"))
    rules = tuple(MenuItem(Do.PROFILE, name, checked=index == 3) for index, name in profiles)
    yield "menu-profiles", Menu(title=Title.PROFILES, items=rules, selected=3)
    colors = [MenuItem(Do.COLOR, name, seat + 1, checked=True) for seat, name in enumerate(("red", "blue"))]
    yield (
        "menu-players",
        Menu(title=Title.PLAYERS, items=(*colors, MenuItem(Do.COLOR, "green", checked=False)), selected=1, names=True),
    )
    free = (MenuItem(Do.SPELL), MenuItem(Do.COLOR, "Lan"), MenuItem(Do.COLOR, "white"))
    yield "menu-names", Menu(title=Title.NAME, items=free, selected=1, who=t.red)
    yield "spelling-first", Spelling(who=t.red, text="", wheel=tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ "), at=0)
    vowels = ("a", "ă", "â", "b", "c", "d", "đ", "e", "ê", "g", "h", "'", "`", "?", "~", ".", " ")
    yield "spelling", Spelling(who=t.red, text="Hù", wheel=vowels, at=12)
    yield "spelling-long", Spelling(who=t.red, text="Wwwwwwwwwwww", wheel=vowels, at=3)
    bots = (("person", t.red), ("child", t.blue), ("grown-up", t.green))
    yield (
        "menu-bots",
        Menu(title=Title.BOTS, items=tuple(MenuItem(Do.BOT, name, who=who) for name, who in bots), selected=1),
    )
    yield (
        "menu-dice",
        Menu(
            title=Title.DICE, items=tuple(MenuItem(Do.DICE, name, checked=name == "bank") for name in DICE), selected=0
        ),
    )


def _how(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    yield (
        "menu-cards",
        Menu(
            title=Title.CARDS,
            items=tuple(MenuItem(Do.CARDS, name, checked=name == "pick") for name in CARDS),
            selected=0,
        ),
    )
    evening = (
        MenuItem(Do.LANGUAGE, "English"),
        MenuItem(Do.EDITION, t.edition.title),
        MenuItem(Do.PROFILE, amount=2),
        MenuItem(Do.PLAYERS, amount=4),
        MenuItem(Do.BOT, amount=2),
        MenuItem(Do.DICE, "serial"),
        MenuItem(Do.CARDS, "pick"),
        MenuItem(Do.START),
    )
    yield "menu-ready", Menu(title=Title.READY, items=evening, selected=3)
    welcome = (
        MenuItem(Do.SAME_AGAIN, t.edition.title, 4),
        MenuItem(Do.NEW_GAME),
        MenuItem(Do.CONTINUE),
        MenuItem(Do.ENROL),
    )
    yield "menu-welcome", Menu(title=Title.WELCOME, items=welcome, selected=0, back=False)
    yield (
        "menu-games",
        Menu(
            title=Title.GAMES,
            items=(MenuItem(Do.CONTINUE, "29.11. 20:14"), MenuItem(Do.CONTINUE, "28.11. 19:03")),
            selected=1,
        ),
    )


def _at_the_reader(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    yield "enrol-player", EnrolPlayer(name=t.blue.name, number=2, of=4)
    yield "enrol-player-taken", EnrolPlayer(name=t.blue.name, number=2, of=4, taken=True)
    yield "enrol-deed", EnrolDeed(lot=t.streets[0], number=7, of=28, known=6)
    yield "enrol-deed-taken", EnrolDeed(lot=t.streets[-1], number=8, of=28, known=8, taken=True)
    yield "enrol-referee", EnrolOther(referee=True)
    yield "enrol-card", EnrolOther(card=next(t.cards()), number=3, of=32)
    yield "phone-ask", PhoneAsk(code="4071")
    yield "start-throw", StartThrow(who=t.green, waits=Waits.DIE, thrown=((t.red, 7), (t.blue, 11)))
