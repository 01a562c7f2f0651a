"""`banker enrol`: tell the table which tag stands for what, from a terminal; the wizard does it on the display."""

from __future__ import annotations

import queue
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Sequence

from companion.app.assembly import keeper_of
from companion.config import add_config_argument, load, wording
from companion.devices.ports import FaultKind
from companion.devices.reader import TagReader
from companion.devices.settings import ReaderSettings
from companion.editions import registry
from companion.errors import Message, UserError, message
from companion.paths import state_directory
from companion.rules.edition import Edition
from companion.table.flows.enrol import wanted
from companion.table.tags import AnyTag, CardTag, DeedTag, PlayerTag, TagBook, board_key
from companion.text import printable

Said = tuple[str, str | Message]  # `tag` and a UID, `key` and a line of the keyboard, `fault` and what is said


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what is enrolled."""
    add_config_argument(parser)
    parser.add_argument("--edition", metavar="ID", help="the board whose deeds are enrolled")
    parser.add_argument("--cards", action="store_true", help="the cards of the decks, too")
    parser.add_argument("--missing", action="store_true", help="only what has no tag yet")
    parser.add_argument("--list", action="store_true", help="only list the tags that are known")
    parser.add_argument("--forget", metavar="UID", help="only take this tag out of the book")


def run(args: Namespace) -> int:
    """Ask for one tag after the other; exit status 0 when all were gone through."""
    config = load(args.config)
    evening = keeper_of(config).evening
    edition = registry.load(args.edition or evening.edition)
    book = TagBook.read(state_directory() / "tags.json")
    if args.forget:
        return forget(book, args.forget)
    words = wording(args)
    if args.list:
        for uid, tag in sorted(book.all().items(), key=lambda each: (type(each[1]).__name__, each[0])):
            print(printable(f"{uid:20} ") + words(name_of(tag, edition)))
        return 0
    if config.devices.reader is None:
        raise UserError("no-reader")
    things = wanted(edition, evening.players, cards=args.cards or evening.cards == "tag")
    if args.missing:
        things = [thing for thing in things if not book.uids(thing)]
    return _enrol(config.devices.reader, Enrolment(book, things, edition, lambda said: print(words(said))))


def forget(book: TagBook, uid: str) -> int:
    """Take a tag out of the book."""
    if book.find(uid) is None:
        raise UserError("unknown-uid", uid=uid)
    book.forget(uid)
    return 0


def name_of(tag: AnyTag, edition: Edition) -> Message:
    """What a tag stands for; deeds of another board only by their square."""
    own = board_key(edition.board)
    match tag:
        case PlayerTag(name):
            return message("enrol.player", name=name)
        case DeedTag(board, square):
            if board == own:
                return message("enrol.deed", name=edition.board.squares[square].name)
            return message("enrol.deed-elsewhere", square=square)
        case CardTag(_, deck, card):
            return message("enrol.card", card=card, deck=deck)
        case _:
            return message("enrol.referee")


class Enrolment:
    """Asks for one thing after the other; what was laid is kept at once, unless it stands for something else."""

    def __init__(
        self, book: TagBook, things: Sequence[AnyTag], edition: Edition, say: Callable[[Message], None]
    ) -> None:
        self._book = book
        self._things = things
        self._edition = edition
        self._say = say
        self._place = 0

    def run(self, said: Iterable[Said]) -> bool:
        """Take what is laid and typed until all is asked for (True) or somebody ends it (False)."""
        self._say(message("enrol.keys"))
        if not self._ask():
            return True
        for kind, text in said:
            if kind == "key" and text == "q":
                return False
            self._take(kind, text)
            if not self._ask():
                return True
        return False

    def _ask(self) -> bool:
        if self._place >= len(self._things):
            self._say(message("enrol.done"))
            return False
        thing = self._things[self._place]
        key = "enrol.lay-again" if self._book.uids(thing) else "enrol.lay"
        named = name_of(thing, self._edition)
        self._say(message(key, place=self._place + 1, count=len(self._things), thing=named))
        return True

    def _take(self, kind: str, said: str | Message) -> None:
        match kind, said:
            case "key", "b":
                self._place = max(0, self._place - 1)
            case "key", _:
                self._place += 1
            case "tag", str(uid):
                self._laid(uid)
            case _, Message():
                self._say(said)

    def _laid(self, uid: str) -> None:
        thing, known = self._things[self._place], self._book.find(uid)
        if known is not None and known != thing:
            self._say(message("enrol.taken", thing=name_of(known, self._edition)))
            return
        self._book.enrol(uid, thing)
        self._place += 1


class Ears:
    """A listener of the reader that queues what it hears."""

    def __init__(self, heard: queue.SimpleQueue[Said]) -> None:
        self._put = heard.put

    def laid(self, uid: str) -> None:
        """A tag was laid."""
        self._put(("tag", uid))

    def lifted(self, uid: str) -> None:
        """Lifting means nothing."""

    def clashed(self) -> None:
        """Two tags lie there."""
        self._put(("fault", message("enrol.two-tags")))

    def faulted(self, device: str, kind: FaultKind, detail: Message) -> None:  # noqa: ARG002
        """The reader fails."""
        self._put(("fault", message("enrol.fails", device=message(f"device.{device}"), detail=detail)))

    def recovered(self, device: str) -> None:
        """The reader works again."""
        self._put(("fault", message("enrol.works", device=message(f"device.{device}"))))


def _enrol(settings: ReaderSettings, enrolment: Enrolment) -> int:
    heard: queue.SimpleQueue[Said] = queue.SimpleQueue()
    reader = TagReader(settings, Ears(heard))
    threading.Thread(target=_type, args=(heard,), name="keyboard", daemon=True).start()
    reader.start()
    try:
        return 0 if enrolment.run(iter(heard.get, None)) else 1
    finally:
        reader.close()


def _type(heard: queue.SimpleQueue[Said]) -> None:
    """Queue what is typed; the end of the input ends the enrolment."""
    for line in sys.stdin:
        heard.put(("key", line.strip().casefold()))
    heard.put(("key", "q"))
