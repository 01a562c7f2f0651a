"""Which text tells an event, and with which figures: most events fill theirs with their own fields."""

from __future__ import annotations

from functools import singledispatch

from companion.rules import codec
from companion.rules.events import (
    AnyEvent,
    AuctionClosed,
    AuctionOpened,
    Began,
    ChoiceAsked,
    Chosen,
    Contested,
    ContestOpened,
    Conveyed,
    Corrected,
    Drawn,
    Ended,
    Event,
    HandedOver,
    Joined,
    Leveled,
    LoanEnded,
    Moved,
    NothingDue,
    Owed,
    Paid,
    Rolled,
    StartAsked,
    StartThrown,
    Thrown,
    TokenSet,
)
from companion.rules.frames import BANK
from companion.words.lexicon import Lexicon


def tell(words: Lexicon, event: AnyEvent) -> str:
    """One plain sentence for an event."""
    figures: dict[str, object] = codec.fields(event) | _more(event, words)
    return words.text(f"event.{type(event).__name__}{_variant(event)}", **figures) + _misread(words, event)


def _variant(event: AnyEvent) -> str:
    match event:
        case Rolled():
            return ".again" if event.again else ".plain"
        case Moved():
            return ".go" if event.laps and event.square else ".plain"
        case Conveyed():
            return ".bank" if event.to == BANK else ".player"
        case Drawn():
            return ".kept" if event.kept else ".plain"
        case StartAsked():
            return ".plain" if event.seats else ".closed"
        case AuctionOpened():
            return ".building" if event.sites else ".plain"
        case ChoiceAsked():
            return ".plain" if len(event.between) == 2 else ".bus"
        case NothingDue() | Corrected() | LoanEnded():
            return f".{_kind(event)}"
        case AuctionClosed() | Ended():
            return ".none" if event.winner == BANK else ".plain"
    return ""


def _kind(event: NothingDue | Corrected | LoanEnded) -> str:
    if isinstance(event, NothingDue):
        return event.ground.kind
    return event.subject if isinstance(event, Corrected) else event.how


@singledispatch
def _more(_event: Event, _words: Lexicon) -> dict[str, object]:
    """What the sentence needs besides the event's own fields."""
    return {}


@_more.register
def _(event: Began, words: Lexicon) -> dict[str, object]:
    return {"title": event.edition.title, "names": words.listed(map(words.person, event.players))}


@_more.register
def _(event: HandedOver, words: Lexicon) -> dict[str, object]:
    return {"name": words.person(event.name), "of": words.person(event.of)}


@_more.register
def _(event: Joined, words: Lexicon) -> dict[str, object]:
    return {"name": words.person(event.name)}


@_more.register
def _(event: Paid | Owed, words: Lexicon) -> dict[str, object]:
    return {"why": words.why(event.cause, event.square)}


@_more.register
def _(_event: Moved | NothingDue, words: Lexicon) -> dict[str, object]:
    return {"go": words.board.GO}


@_more.register
def _(event: Drawn, words: Lexicon) -> dict[str, object]:
    return {"text": words.card_of(event.deck, event.card)}


@_more.register
def _(event: ChoiceAsked, words: Lexicon) -> dict[str, object]:
    if len(event.between) > 2:
        return {}
    first, second = (_choice(words, event, choice) for choice in event.between)
    return {"first": first, "second": second}


@_more.register
def _(event: Chosen, words: Lexicon) -> dict[str, object]:
    return {"what": words.raw(f"choice.{event.choice}.taken")}


@_more.register
def _(event: Leveled, words: Lexicon) -> dict[str, object]:
    return {"buildings": words.buildings(event.square, event.level)}


@_more.register
def _(event: ContestOpened | Contested, _words: Lexicon) -> dict[str, object]:
    return {"seat": event.site.seat, "square": event.site.square}


@_more.register
def _(event: Rolled | Thrown | StartThrown, words: Lexicon) -> dict[str, object]:
    return {"dice": words.dice(event.dice)}


@_more.register
def _(event: Ended, words: Lexicon) -> dict[str, object]:
    key = words.either(f"ending.{event.reason}", "ending.referee")
    return {"how": words.text(key, reason=event.reason)}


@_more.register
def _(event: TokenSet, words: Lexicon) -> dict[str, object]:
    key = words.either(f"token.{event.name}", "token.other")
    return {"what": words.text(key, name=event.name, seat=event.seat, value=event.value)}


def _choice(words: Lexicon, event: ChoiceAsked, choice: str) -> str:
    return words.text(f"choice.{choice}.asked", amount=event.amount, percent=event.percent, deck=event.deck)


def _misread(words: Lexicon, event: AnyEvent) -> str:
    if isinstance(event, Rolled | Thrown | StartThrown) and event.misread:
        return " " + words.text("note.misread", misread=event.misread)
    return ""
