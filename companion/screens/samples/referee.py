"""What the referee does, or all together."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.frames import BANK
from companion.screens.samples.table import SampleTable
from companion.screens.samples.told import WORDS
from companion.table.parts import Do, MenuItem, Piece, StepLine, Title
from companion.table.shown import Consent, Idle, Paused, PutBack, UndoPick
from companion.table.views import AnyScreen, Confirm, Menu


def pages(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    """Name and page, in their order."""
    yield from _corrections(t)
    yield from _consents(t)


def _corrections(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    menu = (Do.MISREAD, Do.UNDO, Do.CORRECT, Do.PAUSE, Do.CALL_TIME, Do.FINISH, Do.WHO_OWNS, Do.STANDINGS)
    yield "menu-referee", Menu(title=Title.REFEREE, items=tuple(map(MenuItem, menu)), selected=3)
    steps = (
        StepLine(9, "Buy", t.red, t.streets[0]),
        StepLine(8, "Roll", t.red),
        StepLine(7, "Bid", t.blue, amount=120),
        StepLine(6, "Gavel"),
    )
    yield "undo-pick", UndoPick(steps=steps, count=2)
    reasons = ("misread-dice", "wrong-tap", "wrong-card", "wrong-amount", "agreed", "ruling")
    yield (
        "menu-reason",
        Menu(title=Title.UNDO_REASON, items=tuple(MenuItem(Do.REASON, name) for name in reasons), selected=0),
    )
    yield (
        "menu-subject",
        Menu(
            title=Title.CORRECT_SUBJECT,
            items=tuple(MenuItem(Do.SUBJECT, name) for name in ("cash", "at", "jailed")),
            selected=0,
        ),
    )
    values = tuple(MenuItem(Do.VALUE, "jailed", amount) for amount in (-1, 0, 1, 2))
    yield "menu-value", Menu(title=Title.CORRECT_VALUE, items=values, selected=0)


def _consents(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    pieces = (
        Piece("token", {"seat": 0, "square": t.streets[0].square}),
        Piece("deed", {"square": t.streets[0].square, "account": BANK}),
        Piece("buildings", {"square": t.streets[1].square, "level": 3}),
        Piece("up", {"square": t.streets[2].square}),
        Piece("jailed", {"seat": 1}),
        Piece("cash", {"account": 0, "amount": 1500}),
    )
    yield "put-back-ask", PutBack(pieces=pieces, count=3, reason="misread-dice", asks=True)
    yield "put-back-none", PutBack(pieces=(), count=1, reason="wrong-tap", asks=True)
    yield "put-back", PutBack(pieces=pieces[:5], count=3, reason="misread-dice", selected=2)
    yield (
        "confirm-correct",
        Confirm(do=Do.CORRECT, payment=t.to_bank(30, "correction"), hold=True, reason="wrong-amount"),
    )
    yield (
        "consent-undo",
        Consent(do=Do.UNDO, agreed=tuple(t.parties[:1]), waits_for=tuple(t.parties[1:4]), note="wrong-tap"),
    )
    yield (
        "consent-correct",
        Consent(do=Do.CORRECT, agreed=(), waits_for=(t.red, t.blue), payment=t.to_bank(30, "correction")),
    )
    yield "consent-dice", Consent(do=Do.MISREAD, waits_for=(t.red, t.blue), note="4-3 \u2192 4-5")
    yield "consent-referee", Consent(do=Do.MISREAD, note="4-3 \u2192 4-5")
    yield "confirm-finish", Confirm(do=Do.FINISH, hold=True, reason="agreed")
    yield "paused", Paused(seconds=754, words=WORDS)
    yield "idle", Idle(who=t.red, shift=3)
    yield "idle-nobody", Idle(who=None, shift=8)
