"""A player's phone: paired by his card while it shows a code; sees his account, and hands trades to the table.

Theory of operation
-------------------
A phone asks to be paired and gets a code and a cookie, and waits for a minute. Its code is posted to the table, where a
player picks the one that his phone shows from the look-up menu and lays his card: that answers the pairing with his
seat. Several phones wait side by side, none takes the place of another, and no two of their codes begin alike. From
then on the cookie is a session for this seat in this game: the next game forgets it. A seat has one phone, the one
paired last. Who is bankrupt may still read his account, and trades no more.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from companion.rules.commands import Propose
from companion.rules.frames import Credit, Side, Waiver
from companion.rules.prompts import prompts
from companion.table.flows.lookup import statement
from companion.table.inputs import Composed, Pairing
from companion.table.scene import Scene
from companion.web import guard
from companion.web.answers import RequestError, refuse, send_data
from companion.web.asking import answered, game_at
from companion.web.assets import PageFrame
from companion.web.limits import RateLimit
from companion.web.messages import AccountData, PairingData, PaymentData, PhoneData
from companion.web.ports import Room
from companion.web.publisher import StreamPublisher, waits
from companion.web.replica import Replica
from companion.web.wording import language_of, send_page

PATH = "/phone"
PAGE = PageFrame("phone", "web.page.phone", ("phone/phone.css",), "phone/main.js")
COOKIE = "phone"
PAIRING_SECONDS = 60.0
WAITING = 8  # phones at a time
WAITING_TOGETHER = 3  # of one address
TRADES = 20  # at once, of one phone; a page asks with every change
TRADES_PER_SECOND = 3.0

Square = Annotated[int, Meta(ge=0, le=200)]
Card = Annotated[str, Meta(max_length=60)]
Sum = Annotated[int, Meta(ge=0, le=2**53)]
MOST = 1_000  # visits or turns


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request that says nothing."""


class PromiseHands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No rent for a deed on so many visits."""

    square: Square
    visits: Annotated[int, Meta(ge=1, le=MOST)]


class LoanHands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Money that is lent, what comes back, and after how many turns."""

    money: Sum
    back: Sum
    turns: Annotated[int, Meta(ge=1, le=MOST)]


class TradeHands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one side hands over."""

    deeds: Annotated[tuple[Square, ...], Meta(max_length=60)] = ()
    money: Sum = 0
    cards: Annotated[tuple[Card, ...], Meta(max_length=20)] = ()
    promises: Annotated[tuple[PromiseHands, ...], Meta(max_length=20)] = ()
    loans: Annotated[tuple[LoanHands, ...], Meta(max_length=20)] = ()

    def side(self) -> Side:
        """As the rules know it."""
        promises = tuple(Waiver(each.square, each.visits) for each in self.promises)
        loans = tuple(Credit(each.money, each.back, each.turns) for each in self.loans)
        return Side(tuple(sorted(set(self.deeds))), self.money, self.cards, promises, loans)

    def squares(self) -> set[int]:
        """The squares that are named."""
        return {*self.deeds, *(each.square for each in self.promises)}


class Trade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trade with the seat `to`; `show`: to be laid on the table, not only judged."""

    to: Annotated[int, Meta(ge=0, le=20)]
    gives: TradeHands
    takes: TradeHands
    show: bool


NOTHING = msgspec.json.Decoder(Nothing)
TRADE = msgspec.json.Decoder(Trade)


class Phone(msgspec.Struct, frozen=True):
    """A phone that waits for a card, or has had it; `proof` comes with every wish; `ends` is the pairing's end."""

    address: str
    pairing: Pairing
    game: str
    proof: str
    ends: float
    pace: RateLimit

    @property
    def seat(self) -> int | None:
        """Whose it is; None: no card has been laid."""
        seat = self.pairing.seat
        return seat.result() if seat.done() and not seat.cancelled() else None


class Phones:
    """Serves the phones of the players; `clock` in seconds, never going back."""

    def __init__(self, room: Room, publisher: StreamPublisher, clock: Callable[[], float] = time.monotonic) -> None:
        self._room = room
        self._publisher = publisher
        self._clock = clock
        self._phones: dict[str, Phone] = {}  # by cookie, in the order of pairing

    def routes(self) -> list[BaseRoute]:
        """The page, which is nothing before a card was laid, and what a player's phone may ask."""
        return [
            Route(PATH, lambda request: send_page(request, PAGE)),
            Route(f"{PATH}/pair", self._pair, methods=["POST"]),
            Route(f"{PATH}/out", self._out, methods=["POST"]),
            Route(f"{PATH}/session", self._look),
            Route(f"{PATH}/account", self._account),
            Route(f"{PATH}/trade", self._trade, methods=["POST"]),
        ]

    # pairing

    async def _pair(self, request: Request) -> Response:
        await guard.body(request, NOTHING)
        self._tidy()
        before = self._phones.get(request.cookies.get(COOKIE, ""))
        if before is not None:
            before.pairing.seat.cancel()  # nothing where a card was laid
        key, phone = secrets.token_urlsafe(24), self._new(request.client.host if request.client else "")
        self._phones[key] = phone
        self._room.mailbox.post(phone.pairing)
        asyncio.get_running_loop().call_later(PAIRING_SECONDS, phone.pairing.seat.cancel)
        answer = send_data(PairingData(phone.pairing.code, PAIRING_SECONDS))
        guard.hand_out(answer, request, COOKIE, key, PATH)
        return answer

    def _new(self, address: str) -> Phone:
        """A phone with a code that nobody takes for another one.

        :raises RequestError: 429 too many phones wait, in all or at this address.
        """
        waiting = [phone for phone in self._phones.values() if phone.pairing.waits()]
        here = [phone for phone in waiting if phone.address == address]
        in_the_way = here if len(here) >= WAITING_TOGETHER else waiting if len(waiting) >= WAITING else []
        if in_the_way:
            wait = min(phone.ends for phone in in_the_way) - self._clock()
            raise RequestError(429, "request.another-phone", {"retry-after": f"{wait + 1:.0f}"})
        taken = {phone.pairing.code[0] for phone in waiting}
        first = secrets.choice([digit for digit in "0123456789" if digit not in taken])
        pairing = Pairing(f"{first}{secrets.randbelow(1000):03}", Future())
        pace = RateLimit(TRADES, TRADES_PER_SECOND, self._clock)
        ends = self._clock() + PAIRING_SECONDS
        return Phone(address, pairing, self._replica().id, secrets.token_urlsafe(24), ends, pace)

    def _tidy(self) -> None:
        """Forget who came too late, who was of another game, and all but the last phone of a seat."""
        game = self._replica().id
        last: dict[int | str, str] = {}
        for key, phone in self._phones.items():
            if phone.seat is None and (phone.ends <= self._clock() or phone.game != game):
                phone.pairing.seat.cancel()
            if phone.game == game and not phone.pairing.seat.cancelled():
                last[key if phone.seat is None else phone.seat] = key
        self._phones = {key: phone for key, phone in self._phones.items() if key in last.values()}

    def _phone(self, request: Request, *, proven: bool = False) -> tuple[Phone, int]:
        """Who asks, and his seat.

        :raises RequestError: 401 not paired, 403 without proof, 409 no game.
        """
        self._tidy()
        phone = self._phones.get(request.cookies.get(COOKIE, ""))
        if phone is None or phone.seat is None:
            raise RequestError(401, "request.pair-first")
        if proven:
            guard.prove(request, phone.proof)
        return phone, phone.seat

    async def _look(self, request: Request) -> Response:
        """Whether this phone is paired: its proof, or none; `waits` for a card."""
        phone = None
        if self._has_game():
            self._tidy()
            phone = self._phones.get(request.cookies.get(COOKIE, ""))
        paired = phone is not None and phone.seat is not None
        return send_data(PhoneData(phone.proof if phone and paired else "", phone is not None and not paired))

    async def _out(self, request: Request) -> Response:
        self._phone(request, proven=True)
        del self._phones[request.cookies[COOKIE]]
        answer = Response(None, 204)
        answer.delete_cookie(COOKIE, path=PATH)
        return answer

    # what a player sees

    def _has_game(self) -> bool:
        self._publisher.catch_up()
        return self._publisher.replica is not None

    def _replica(self) -> Replica:
        return game_at(self._publisher)

    async def _account(self, request: Request) -> Response:
        _, seat = self._phone(request)
        return send_data(account(self._replica(), seat, language_of(request.scope)))

    # what he proposes

    async def _trade(self, request: Request) -> Response:
        phone, seat = self._phone(request, proven=True)
        wait = phone.pace.take()
        if wait:
            raise RequestError(429, "request.too-many-trades", {"retry-after": f"{wait + 1:.0f}"})
        wish = await guard.body(request, TRADE)
        game = self._replica().game
        if wish.to >= len(game.state.players):
            raise RequestError(400, "request.no-player")
        if not wish.gives.squares() | wish.takes.squares() <= set(game.rules.deeds):
            raise RequestError(400, "request.no-deed")
        proposal = Propose(seat, wish.to, wish.gives.side(), wish.takes.side())
        refusal = await answered(self._room.mailbox, partial(Composed, proposal, wish.show))
        if refusal is not None:
            words, figures = self._replica().words(language_of(request.scope)), Scene(game).public(refusal.figures)
            return refuse(request, 409, words.refused(refusal.reason, figures))
        return Response(None, 204)


def account(replica: Replica, seat: int, language: str) -> AccountData:
    """What a player may see: cash, payments with the balance after each, rents, what he is asked; all kept cards."""
    game, words = replica.game, replica.words(language)
    asked = [(prompt.seat, prompt.kind) for prompt in prompts(game.rules, game.state) if prompt.seat == seat]
    lines = [
        PaymentData(
            text=words.why(line.cause, line.lot.name if line.lot else -1),
            other=words.players[line.other.account] if line.other.account >= 0 else "",
            amount=line.amount,
            balance=line.cash,
        )
        for line in statement(Scene(game), seat)
    ]
    others = [] if game.state.out[seat] else [other for other in game.state.playing() if other != seat]
    hidden = game.hides_cash
    return AccountData(
        seat=seat,
        cash=game.state.accounts[seat],
        limits={
            other: (game.state.payable(seat, other), None if hidden else game.state.payable(other, seat))
            for other in others
        },
        lines=lines,
        rents={square: game.rules.rent(game.state, square) for square in game.state.deeds_of(seat)},
        kept=[[(kept.card, words.title(kept.card)) for kept in hand] for hand in game.state.kept],
        waiting=waits(words, game, asked),
        playing=others,
    )
