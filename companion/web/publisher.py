"""Turns what the table publishes into what pages are told; runs in the web's thread, the table's only leaves a note."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from companion.rules.board import AnySquare, Deed, Street, Tax
from companion.rules.events import TurnBegan
from companion.rules.frames import FREE, POT
from companion.rules.prompts import prompts
from companion.rules.why import PROMPTS
from companion.screens.canvas import Canvas
from companion.screens.pages import draw
from companion.table.parts import Trouble
from companion.table.scene import Scene
from companion.table.shown import Notice
from companion.table.tags import AnyTag, CardTag, DeedTag, PlayerTag, RefereeTag, board_key
from companion.web.messages import (
    BoardData,
    ChartData,
    CountdownData,
    HeadData,
    HealthData,
    LineData,
    LotData,
    SeatData,
    SquareData,
    StandingData,
    ThingData,
    WhyData,
)
from companion.web.replica import HistoryLine, Replica
from companion.web.stream import Stream
from companion.words.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from companion.errors import Message
    from companion.rules.edition import Edition
    from companion.rules.frames import Claim, Debt
    from companion.rules.game import Game
    from companion.rules.state import State
    from companion.table.feed import GameView, Snapshot
    from companion.table.views import Display
    from companion.web.ports import Feed, Room

BLANKS = tuple(f"04b1a2{number:02x}c3d480" for number in range(16))  # stickers that nobody has enrolled yet
BLANKS_SHOWN = 2


class StreamPublisher:
    """Follows a feed: a replica of its game, topics `board`, `head`, `standing`, `charts`, `things`, the log `line`."""

    def __init__(self, feed: Feed, room: Room, stream: Stream) -> None:
        self._feed = feed
        self._room = room
        self._stream = stream
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._called = False
        self._leave: Callable[[], None] | None = None
        self._lying_around: tuple[object, ...] = ()
        self._seated: tuple[str, ...] = ()  # the players that the board was told with
        self._head: HeadData | None = None
        self._health: HealthData | None = None
        self._unknown = ""
        self._countdown: CountdownData | None = None
        self._stood = ("", 0)
        self._display: Display | None = None
        self._counted: object = None
        self._charts = ChartData([], [], 0)
        self.replica: Replica | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Tell what stands now, and everything that comes."""
        self._loop = loop
        self._leave = self._feed.subscribe(self._note)
        self.catch_up()

    def stop(self) -> None:
        """Follow no longer."""
        with self._lock:
            leave, self._leave, self._loop = self._leave, None, None
        if leave is not None:
            leave()

    def _note(self, _snapshot: Snapshot) -> None:
        """In the game's thread: many notes in a row are one call."""
        with self._lock:
            if self._loop is not None and not self._called:
                self._called = True
                self._loop.call_soon_threadsafe(self.catch_up)

    def catch_up(self) -> None:
        """Fold and tell what was committed since; only in the web's thread."""
        with self._lock:
            self._called = False
        with self._stream.at_once():
            self._tell_all(self._feed.snapshot())

    def _tell_all(self, snapshot: Snapshot) -> None:
        self._count_down(snapshot.countdown)
        if snapshot.view:
            self._follow(snapshot.view)
        self._tell_health(snapshot)
        self._read_out(snapshot.display)
        self._lay_out(self.edition(), self.replica.game.state.players if self.replica and snapshot.view else ())

    def _follow(self, view: GameView) -> None:
        """Fold up to the entry that was published: what is committed since comes with its own publication."""
        seen = self.replica.seen if self.replica and self.replica.id == view.game else 0
        for step in self._feed.steps(view.game, seen)[: view.seq + 1 - seen]:
            if self.replica is None or self.replica.id != view.game:
                self.replica = Replica(view.game, step)
                self._open(self.replica)
            else:
                with opening(self.replica, self._stream):
                    self._tell(
                        self.replica, self.replica.take(step), self._feed.motive(view.game, self.replica.seen - 1)
                    )
        if self.replica:
            self._stand(self.replica)
        head = HeadData(view.game, view.seq, view.hash)
        if head.hash and head != self._head:
            self._head = head
            self._stream.put("head", lambda _: head)

    def edition(self) -> Edition:
        """The edition on the table, or the one that will be played next."""
        on = self._feed.snapshot().view is not None and self.replica is not None
        return self.replica.game.rules.edition if on and self.replica else self._room.edition()

    def _read_out(self, display: Display) -> None:
        """The display in words, for those who cannot see it."""
        if display is not self._display:
            self._display = display
            edition, players = self.edition(), self.replica.game.state.players if self.replica else ()
            self._stream.put("says", lambda _: written(display, edition, players))

    def _tell_health(self, snapshot: Snapshot) -> None:
        shown = snapshot.display.screen
        if isinstance(shown, Notice) and shown.trouble is Trouble.UNKNOWN_TAG:
            self._unknown = shown.uid
        health = HealthData(snapshot.paused, snapshot.faults, self._unknown)
        if health != self._health:
            self._health = health
            self._stream.put("health", lambda _: health)

    def _count_down(self, seconds: int | None) -> None:
        told = CountdownData(seconds)
        if told != self._countdown:
            self._countdown = told
            self._stream.put("countdown", lambda _: told)

    def _lay_out(self, edition: Edition, players: tuple[str, ...]) -> None:
        if self.replica and players not in ((), self._seated):
            replica, self._seated = self.replica, players
            self._stream.put("board", lambda language: board(replica, language))
        tags = self._room.tags.all()
        around = (tags, edition, players)
        if around != self._lying_around:
            self._lying_around = around
            self._stream.put("things", lambda language: things(tags, edition, players, language))

    def _open(self, replica: Replica) -> None:
        self._stream.restart()
        self._seated = replica.game.state.players
        self._stream.put("board", lambda language: board(replica, language))
        self._tell(replica, replica.opening())

    def _tell(self, replica: Replica, line: HistoryLine, motive: Message | None = None) -> None:
        if line.events or line.back:
            self._stream.add("line", lambda language: told(replica, line, language, motive))

    def _stand(self, replica: Replica) -> None:
        stands = replica.id, replica.seen
        if stands != self._stood:
            self._stood = stands
            self._stream.put("standing", lambda language: standing(replica, language))
        if replica.counted != self._counted:
            self._counted = replica.counted
            self._plot(replica)

    def _plot(self, replica: Replica) -> None:
        now = charts(replica)
        new = since(self._charts, now)
        self._charts = now
        self._stream.put("charts", lambda _: now, lambda _: new)


@contextmanager
def opening(replica: Replica, stream: Stream) -> Iterator[None]:
    """Take a step; where it opens or closes what balances are, the history is told once more."""
    before = replica.game.hides_cash
    yield
    if replica.game.hides_cash != before:
        stream.retell()


def written(display: Display, edition: Edition, players: tuple[str, ...]) -> list[str]:
    """All that stands on the display, line by line."""
    canvas = Canvas()
    draw(display.screen, canvas, Words(display.language, edition, players))
    return canvas.texts


def told(replica: Replica, line: HistoryLine, language: str, motive: Message | None = None) -> LineData:
    """A line of the history: its sentences, who acted and why, and which earlier lines it strikes out."""
    words, public = replica.words(language, public=True), Scene(replica.game).public
    texts = [words.sentence(event) for event in line.events]
    turn = len(line.events) == 1 and isinstance(line.events[0], TurnBegan)
    if replica.game.hides_cash:
        motive = None  # what a bot reckons tells what it has
    why = [WhyData(words.message(motive), [])] if motive else []
    why += [
        WhyData(
            words.ruled(ruling.topic, public(ruling.figures), ruling.square, ruling.card),
            [(rule, words.rule(rule)) for rule in ruling.rules],
        )
        for ruling in line.rulings
    ]
    return LineData(line.seq, line.seat, texts, why, line.back, turn)


def standing(replica: Replica, language: str) -> StandingData:
    """What stands at the entry that the replica has come to: balances, worth, deeds, and what the table waits for."""
    words, state = replica.words(language, public=True), replica.game.state
    waiting = [(prompt.seat, prompt.kind) for prompt in prompts(replica.game.rules, state)]
    return StandingData(
        seq=replica.seen - 1,
        rows=_rows(replica, state),
        lots=[
            LotData(square, state.owner[square], state.level[square], replica.tops[square], state.mortgaged[square])
            for square in replica.game.rules.deeds
        ],
        turn=state.turn,
        dice=state.dice,
        pot=state.accounts[POT],
        houses=state.houses,
        hotels=state.hotels,
        offered=replica.offered(),
        over=state.over,
        winner=state.winner,
        rules=sorted({rule for _, kind in waiting for rule in words.cited(PROMPTS[kind])}),
        waiting=waits(words, replica.game, waiting),
        terms=words.open_terms(state),
    )


def _rows(replica: Replica, state: State) -> list[SeatData]:
    hidden = replica.game.hides_cash
    return [
        SeatData(
            cash=None if hidden else state.accounts[seat],
            worth=None if hidden else worth,
            at=state.at[seat],
            jailed=state.jailed[seat] != FREE,
            laps=state.laps[seat],
            kept=[kept.card for kept in state.kept[seat]],
            out=state.out[seat],
        )
        for seat, worth in enumerate(replica.worths())
    ]


def charts(replica: Replica) -> ChartData:
    """The curves of wealth, empty where it is secret, and how often each sum was thrown."""
    return ChartData([] if replica.game.hides_cash else replica.wealth(), replica.throws(), 0)


def since(before: ChartData, now: ChartData) -> ChartData:
    """The charts without the points of the curves that were there before."""
    pairs = zip(before.wealth, now.wealth, strict=False)
    start = next((at for at, (old, new) in enumerate(pairs) if old != new), min(len(before.wealth), len(now.wealth)))
    return ChartData(now.wealth[start:], now.throws, start)


def board(replica: Replica, language: str) -> BoardData:
    """The board as it is printed: squares in order of play, with kind, name, group, color and price; pot and cards."""
    words, edition = replica.words(language), replica.game.rules.edition
    squares = [_printed(square, words) for square in edition.board.squares]
    keeps = [(card, words.title(card)) for card in edition.kept_cards()]
    has_pot = edition.options.parking == "pot"
    return BoardData(
        edition.title,
        edition.money,
        edition.unit,
        words.players,
        words.names,
        squares,
        has_pot,
        keeps,
        edition.options.promises,
        edition.options.speed_die,
        edition.options.dice,
    )


def _printed(square: AnySquare, words: Words) -> SquareData:
    kind = type(square).__name__
    match square:
        case Deed():
            group = square.group
            return SquareData(
                kind,
                square.name,
                group,
                words.group(group),
                words.board.groups[group].color,
                square.price,
                square.mortgage,
                getattr(square, "rents", getattr(square, "factors", ())),
                *((square.house, square.hotel_price) if isinstance(square, Street) else ()),
            )
        case Tax():
            return SquareData(kind, square.name, amount=square.amount)
    return SquareData(kind, square.name)


def waits(words: Words, game: Game, waiting: Iterable[tuple[int, str]]) -> list[str]:
    """A sentence for each open prompt, given by seat and kind: for each debt of who has to pay, and for the rent that
    an ending game asks for (C-01)."""
    last = game.rules.last_claim(game.state) if game.state.is_ending() else None
    asked = ((seat, kind, game.state.debts_of(seat) if kind == "pay" else []) for seat, kind in waiting)
    return [said for seat, kind, debts in asked for said in _said(words, seat, kind, debts, last)]


def _said(words: Words, seat: int, kind: str, debts: list[Debt], last: Claim | None) -> Iterator[str]:
    if kind == "claim" and last:
        yield words.text("prompt.last-rent", seat=seat, visitor=last.visitor, amount=last.amount, square=last.square)
    elif not debts:
        yield words.prompt(kind, seat)
    for debt in debts:
        why = words.why(debt.cause, debt.square)
        yield words.text("prompt.debt", seat=seat, creditor=debt.creditor, amount=debt.amount, why=why)


def things(tags: Mapping[str, AnyTag], edition: Edition, players: tuple[str, ...], language: str) -> list[ThingData]:
    """The tags of this board and of these players (of all, when no game is on), as one would lay them out."""
    words, key = Words(language, edition, players), board_key(edition.board)
    named = [thing for uid, tag in tags.items() if (thing := _thing(uid, tag, words, key))]
    blanks = [ThingData(uid, "unknown") for uid in BLANKS if uid not in tags]
    return sorted(named, key=_place) + blanks[:BLANKS_SHOWN]


def _place(thing: ThingData) -> tuple[int, int]:
    return ("player", "deed", "referee", "card").index(thing.kind), max(thing.seat, thing.square)


def _thing(uid: str, tag: AnyTag, words: Words, key: str) -> ThingData | None:
    match tag:
        case PlayerTag(name):
            if words.names and name not in words.names:
                return None
            return ThingData(uid, "player", words.person(name), name, words.names.index(name) if words.names else -1)
        case DeedTag(board, square):
            return _deed(uid, square, words) if board == key else None
        case CardTag(board, deck, card):
            return ThingData(uid, "card", words.title(card), group=words.deck(deck)) if board == key else None
        case RefereeTag():
            return ThingData(uid, "referee")


def _deed(uid: str, square: int, words: Words) -> ThingData:
    deed = words.board.squares[square]
    assert isinstance(deed, Deed)
    return ThingData(uid, "deed", deed.name, "", -1, square, deed.group, words.board.groups[deed.group].color)
