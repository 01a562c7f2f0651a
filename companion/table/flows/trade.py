"""A trade: put together in the sketchpad, shown whole, signed by both with their cards (S0-52).

Deeds go in and out by being laid on the reader, or from a list; money is dialled; kept cards are chosen. Nothing is in
the ledger before the proposer signs; what the rules refuse is said at once and the sketch stays.
"""

from __future__ import annotations

from functools import partial

import msgspec

from companion.rules.commands import Accept, Propose, Reject
from companion.rules.events import Cause
from companion.rules.frames import Credit, Side
from companion.rules.trading import not_time
from companion.table.flows.choosing import DialPage
from companion.table.inputs import Button
from companion.table.page import Host, ListPage, Page
from companion.table.parts import Bundle, DeedRow, Do, MenuItem, Title, Trouble
from companion.table.sketchpad import TradeSketch
from companion.table.views import DeedList, Menu, TradeScreen, TradeSign

MOST_COUNTED = 30  # visits or turns that are dialled
BEYOND = 100  # times the start money: where a dial ends that must not tell what a player has


def can_trade(host: Host, seat: int) -> bool:
    """Whether the seat could offer a trade now at all (S0-52)."""
    rules, state = host.scene.rules, host.scene.state
    return not not_time(rules, state) and seat in state.playing() and len(state.playing()) > 1


class PartnerPage(ListPage):
    """With whom: his card is laid on the reader, or he is chosen from the list."""

    def __init__(self, host: Host, seat: int) -> None:
        super().__init__(host)
        self._seat = seat

    def _others(self) -> list[int]:
        return [seat for seat in self.scene.state.playing() if seat != self._seat]

    def count(self) -> int:
        return len(self._others())

    def screen(self) -> Menu:
        items = tuple(MenuItem(Do.PARTNER, name=self.scene.state.players[seat]) for seat in self._others())
        return Menu(title=Title.PARTNER, items=items, selected=self.selected, who=self.scene.party(self._seat))

    def choose(self, index: int) -> None:
        """Put a trade with him together."""
        self._with(self._others()[index])

    def card(self, seat: int) -> bool:
        """His card chooses him."""
        if seat not in self._others():
            return False
        self._with(seat)
        return True

    def _with(self, other: int) -> None:
        self.host.close()
        self.host.open(TradePage(self.host, self.host.sketch(self._seat, other)))


class TradePage(ListPage):
    """The sketch: what both sides hand over so far."""

    def __init__(self, host: Host, sketch: TradeSketch) -> None:
        super().__init__(host)
        self._sketch = sketch

    def _items(self) -> tuple[MenuItem, ...]:
        sketch, kept = self._sketch, self.scene.state.kept
        cards = bool(kept[sketch.seat] or kept[sketch.to])
        lines = [
            MenuItem(Do.TRADE_DONE, enabled=not sketch.is_empty()),
            MenuItem(Do.TRADE_GIVE_MONEY, amount=sketch.gives.money or None),
            MenuItem(Do.TRADE_TAKE_MONEY, amount=sketch.takes.money or None),
            MenuItem(Do.TRADE_DEED),
        ]
        if cards:
            lines.append(MenuItem(Do.TRADE_CARD))
        if self.scene.rules.options.promises:
            lent = [sum(loan.money for loan in side.loans) or None for side in (sketch.gives, sketch.takes)]
            lines += [
                MenuItem(Do.TRADE_PROMISE),
                MenuItem(Do.TRADE_LEND, amount=lent[0]),
                MenuItem(Do.TRADE_BORROW, amount=lent[1]),
            ]
        return tuple(lines)

    def count(self) -> int:
        return len(self._items())

    def screen(self) -> TradeScreen:
        gives, takes = bundles(self.host, self._sketch)
        return TradeScreen(gives=gives, takes=takes, items=self._items(), selected=self.selected)

    def choose(self, index: int) -> None:
        """Change a part of it, or go on to the signatures."""
        host, sketch = self.host, self._sketch
        match self._items()[index].do:
            case Do.TRADE_DONE:
                host.open(ProposePage(host, sketch))
            case Do.TRADE_GIVE_MONEY:
                self._dial(sketch.seat, sketch.gives.money)
            case Do.TRADE_TAKE_MONEY:
                self._dial(sketch.to, sketch.takes.money)
            case Do.TRADE_CARD:
                host.open(TradeCardsPage(host, sketch))
            case Do.TRADE_PROMISE:
                host.open(TradePromisesPage(host, sketch))
            case Do.TRADE_LEND:
                lend(host, sketch, sketch.seat)
            case Do.TRADE_BORROW:
                lend(host, sketch, sketch.to)
            case _:
                host.open(TradeDeedsPage(host, sketch))

    def _dial(self, giver: int, value: int) -> None:
        scene = self.scene
        other = self._sketch.other(giver)
        most = BEYOND * scene.rules.options.start_cash if scene.hides_cash else scene.state.payable(giver, other)
        who = scene.party(giver)

        def take(amount: int) -> None:
            self._sketch.pay(giver, amount)

        self.host.open(DialPage(self.host, Title.TRADE_MONEY, (0, most), take, value=value, who=who))

    def deed(self, square: int) -> bool:
        """A deed of either side goes in or out."""
        if not self._sketch.toggle(self.scene.state, square):
            self.host.say(Trouble.DEED_NOT_IN_TRADE, lot=self.scene.lot(square))
        return True

    def card(self, seat: int) -> bool:
        """The proposer's card goes on to the signatures."""
        if seat != self._sketch.seat or self._sketch.is_empty():
            return False
        self.host.open(ProposePage(self.host, self._sketch))
        return True


class BothSidesPage(ListPage):
    """A line for each deed of the proposer, then of the other."""

    def __init__(self, host: Host, sketch: TradeSketch) -> None:
        super().__init__(host)
        self._sketch = sketch

    def _squares(self) -> list[int]:
        state = self.scene.state
        return state.deeds_of(self._sketch.seat) + state.deeds_of(self._sketch.to)

    def count(self) -> int:
        return len(self._squares())


class TradeDeedsPage(BothSidesPage):
    """The deeds of both sides, those in the sketch marked by `enabled`."""

    def screen(self) -> DeedList:
        state, seat = self.scene.state, self._sketch.seat
        inside = (*self._sketch.gives.deeds, *self._sketch.takes.deeds)
        return DeedList(
            title=Title.TRADE_DEEDS,
            who=self.scene.party(seat),
            rows=tuple(self.scene.deed(square, enabled=square in inside) for square in self._squares()),
            cash=self.scene.cash(seat),
            houses=state.houses,
            hotels=state.hotels,
            selected=self.selected,
        )

    def choose(self, index: int) -> None:
        self._sketch.toggle(self.scene.state, self._squares()[index])

    def deed(self, square: int) -> bool:
        return self._sketch.toggle(self.scene.state, square)


class TradePromisesPage(BothSidesPage):
    """The deeds of both sides, and on how many visits their owner is to take no rent from the other (P-01)."""

    def screen(self) -> Menu:
        items = (
            MenuItem(Do.TRADE_PROMISE, lot=self.scene.lot(square), amount=self._sketch.visits(square) or None)
            for square in self._squares()
        )
        who = self.scene.party(self._sketch.seat)
        return Menu(title=Title.TRADE_PROMISES, items=tuple(items), selected=self.selected, who=who)

    def choose(self, index: int) -> None:
        """Dial the visits."""
        square = self._squares()[index]

        def take(visits: int) -> None:
            self._sketch.promise(self.scene.state, square, visits)

        now, lot = self._sketch.visits(square), self.scene.lot(square)
        self.host.open(DialPage(self.host, Title.VISITS, (0, MOST_COUNTED), take, value=now, money=False, lot=lot))


def lend(host: Host, sketch: TradeSketch, giver: int) -> None:
    """Dial a loan: what is lent now, what comes back, and after how many turns; nothing back is no loan (P-04)."""
    scene = host.scene
    taker = sketch.other(giver)
    old = next(iter(sketch.side(giver).loans), Credit(0, 0, 1))
    beyond = BEYOND * scene.rules.options.start_cash
    most = beyond if scene.hides_cash else scene.state.accounts[giver]

    def take_money(money: int) -> None:
        back = old.back or money
        host.open(
            DialPage(host, Title.BACK, (0, beyond), partial(take_back, money), value=back, who=scene.party(taker))
        )

    def take_back(money: int, back: int) -> None:
        if not back:
            sketch.lend(giver, None)
            return
        take = partial(take_turns, money, back)
        who = scene.party(taker)
        host.open(DialPage(host, Title.TURNS, (1, MOST_COUNTED), take, value=old.turns, money=False, who=who))

    def take_turns(money: int, back: int, turns: int) -> None:
        sketch.lend(giver, Credit(money, back, turns))

    host.open(DialPage(host, Title.LENDS, (0, most), take_money, value=old.money, who=scene.party(giver)))


class TradeCardsPage(ListPage):
    """The kept cards of both sides."""

    def __init__(self, host: Host, sketch: TradeSketch) -> None:
        super().__init__(host)
        self._sketch = sketch

    def _cards(self) -> list[tuple[int, int]]:
        """Giver and place in his hand."""
        kept = self.scene.state.kept
        return [(seat, place) for seat in (self._sketch.seat, self._sketch.to) for place in range(len(kept[seat]))]

    def count(self) -> int:
        return len(self._cards())

    def screen(self) -> Menu:
        """Each card with its holder; a mark for those in the sketch."""
        return Menu(
            title=Title.TRADE_CARDS,
            items=tuple(self._item(seat, place) for seat, place in self._cards()),
            selected=self.selected,
            who=self.scene.party(self._sketch.seat),
        )

    def _item(self, seat: int, place: int) -> MenuItem:
        card, who = self.scene.state.kept[seat][place].card, self.scene.party(seat)
        return MenuItem(Do.TRADE_CARD, name=card, checked=(seat, place) in self._sketch.cards, who=who)

    def choose(self, index: int) -> None:
        self._sketch.toggle_card(self.scene.state, *self._cards()[index])


class ProposePage(Page):
    """The sketch in full: the proposer signs it with his card, and the offer is on the table."""

    urgent = True

    def __init__(self, host: Host, sketch: TradeSketch) -> None:
        super().__init__(host)
        self._sketch = sketch
        self._first = 0

    def screen(self) -> TradeSign:
        """Both sides, with the interest each would pay."""
        gives, takes = bundles(self.host, self._sketch)
        return TradeSign(gives=gives, takes=takes, waits_for=self.scene.party(self._sketch.seat), selected=self._first)

    def press(self, button: Button) -> None:
        """Read on, or back to the sketch."""
        if button is Button.BACK:
            self.host.close()
        else:
            self._first = scrolled(self.screen(), button)

    def card(self, seat: int) -> bool:
        """The proposer signs; others are not asked yet."""
        sketch = self._sketch
        if seat != sketch.seat:
            self.host.say(Trouble.NOT_ADDRESSED, who=self.scene.party(seat))
        elif self.host.ask(Propose(seat, sketch.to, sketch.gives, sketch.takes)):
            sketch.clear()
            self.host.home()
            self.host.open(SignPage(self.host, seat, sketch.to))
        return True


class SignPage(Page):
    """An offer on the table: whom it is made to signs it with his card, or refuses it (back, then the card)."""

    urgent = True

    def __init__(self, host: Host, seat: int, to: int) -> None:
        super().__init__(host)
        self._seat = seat
        self._to = to
        self._refusing = False
        self._first = 0

    def is_over(self) -> bool:
        """Whether the offer is gone."""
        return not any((offer.seat, offer.to) == (self._seat, self._to) for offer in self.scene.state.offers)

    def screen(self) -> TradeSign:
        offer = next(o for o in self.scene.state.offers if (o.seat, o.to) == (self._seat, self._to))
        gives, takes = bundles(self.host, TradeSketch(offer.seat, offer.to, offer.gives, offer.takes))
        return TradeSign(
            gives=msgspec.structs.replace(gives, signed=True),
            takes=takes,
            waits_for=self.scene.party(self._to),
            refusing=self._refusing,
            selected=self._first,
        )

    def press(self, button: Button) -> None:
        """Up and down read on; back makes the card refuse, back again leaves the offer lying."""
        if button in (Button.UP, Button.DOWN):
            self._first = scrolled(self.screen(), button)
        elif button is Button.BACK and not self._refusing:
            self._refusing = True
        elif button is Button.BACK:
            self.host.close()
        else:
            self._refusing = False

    def card(self, seat: int) -> bool:
        if seat != self._to:
            self.host.say(Trouble.NOT_ADDRESSED, who=self.scene.party(seat))
        elif self.host.ask(Reject(seat, self._seat) if self._refusing else Accept(seat, self._seat)):
            self.host.home()
        return True


def scrolled(screen: TradeSign, button: Button) -> int:
    """The first line to show after up or down, of a summary that may be longer than the display."""
    sides = (screen.gives, screen.takes)
    lines = sum(2 + len(side.lots) + len(side.cards) + 2 * len(side.terms) + 2 * bool(side.interest) for side in sides)
    by = {Button.UP: -1, Button.DOWN: 1}.get(button, 0)
    return max(0, min(screen.selected + by, lines - 3))


def bundles(host: Host, sketch: TradeSketch) -> tuple[Bundle, Bundle]:
    """Both sides of a trade, with what the transfer of mortgaged deeds would cost each (S0-59)."""
    offer = Propose(sketch.seat, sketch.to, sketch.gives, sketch.takes)
    seen = host.foresee(offer, Accept(sketch.to, sketch.seat))
    interest = [paid for paid in seen.payments if paid.cause == Cause.INTEREST]
    due = {seat: sum(paid.amount for paid in interest if paid.payer == seat) for seat in (sketch.seat, sketch.to)}
    return (
        _bundle(host, sketch.seat, sketch.gives, due[sketch.seat]),
        _bundle(host, sketch.to, sketch.takes, due[sketch.to]),
    )


def _bundle(host: Host, giver: int, side: Side, interest: int) -> Bundle:
    scene = host.scene
    lots: tuple[DeedRow, ...] = tuple(scene.deed(square) for square in side.deeds)
    hand = [line for line in scene.kept(giver) if line.card in side.cards]
    terms = (*map(scene.term, side.promises), *map(scene.term, side.loans))
    return Bundle(scene.party(giver), lots, side.money, tuple(hand[: len(side.cards)]), terms, interest)
