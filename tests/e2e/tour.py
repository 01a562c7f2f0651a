"""A scripted evening that leads through every page of the display, touching nothing but chips (issue 5).

The referee's card sets the scene for each situation, as at a real table; what is shown is collected as it is published.
"""

from __future__ import annotations

from concurrent.futures import Future

from companion.app.stand import Stand
from companion.demo.gestures import TOLD
from companion.demo.hands import ChipHands
from companion.rules.board import Luck, Tax
from companion.rules.cards import Keep, Nearest
from companion.rules.commands import Roll, Subject
from companion.rules.prompts import prompts
from companion.rules.rules import Rules
from companion.rules.state import BANK, State
from companion.table.inputs import Enrolled, Pairing
from companion.table.parts import Do, Item, Title
from companion.table.shown import Consent, Notice, PutBack
from companion.table.snapshot import Snapshot
from companion.table.tags import CardTag, DeedTag, PlayerTag, RefereeTag, board_key
from companion.table.views import (
    AuctionScreen,
    CardPick,
    Choice,
    ContestScreen,
    DebtScreen,
    Destination,
    DiceEntry,
    EndScreen,
    EnrolDeed,
    EnrolOther,
    FreshThrow,
    JailScreen,
    Menu,
    Offer,
    TradeSign,
    TurnScreen,
)

MANY = 60


class Tour:
    """One evening; `pages` and `titles` are what was shown, `kinds` the prompts that were open."""

    def __init__(self, stand: Stand) -> None:
        assert stand.bench is not None
        self.stand = stand
        self.hands = ChipHands(stand.bench, stand.box, stand.table)
        self.pages: set[str] = set()
        self.titles: set[str] = set()
        self.kinds: set[str] = set()
        stand.table.feed.subscribe(self._note)

    def _note(self, snapshot: Snapshot) -> None:
        screen = snapshot.display.screen
        self.pages.add(type(screen).__name__)
        self.titles.add(str(getattr(screen, "title", "")))
        if snapshot.view:
            self.kinds |= {prompt.kind for prompt in prompts(self.rules, self.state)}

    @property
    def state(self) -> State:
        assert self.stand.table.game is not None
        return self.stand.table.game.state

    @property
    def rules(self) -> Rules:
        assert self.stand.table.game is not None
        return self.stand.table.game.rules

    # movements

    def card(self, seat: int) -> None:
        self.hands.lay(PlayerTag(self.state.players[seat]))

    def deed(self, square: int) -> None:
        self.hands.lay(DeedTag(board_key(self.rules.board), square))

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.hands.press(button)

    def past_news(self) -> None:
        for _ in range(MANY):
            if not isinstance(self.hands.screen, TOLD):
                return
            self.press("ok")

    def sees(self, page: type) -> None:
        self.past_news()
        assert isinstance(self.hands.screen, page), self.hands.screen

    def set(self, subject: Subject, where: int, value: int) -> None:
        """The referee sets a figure right; what is right already is not offered."""
        self.past_news()
        self.hands.lay(RefereeTag())
        self.hands.pick(Do.CORRECT)
        self.hands.pick(Do.SUBJECT, subject.value)
        self.card(where) if subject in (Subject.CASH, Subject.AT, Subject.JAILED) else self.deed(where)
        if subject is Subject.CASH:
            self._dial_down()
        else:
            assert isinstance(self.hands.screen, Menu)
            meant = [self._meant(subject, item) for item in self.hands.screen.items]
            self.hands.choose(meant.index(value), len(meant))
        self.press("ok")
        self.hands.hold("ok")
        self.past_news()

    def _meant(self, subject: Subject, item: Item) -> int:
        """The figure that a line stands for."""
        if item.do is Do.VALUE:
            return item.amount if item.amount is not None else BANK
        if subject is Subject.AT and item.lot is not None:
            return item.lot.square
        return self.state.players.index(item.name)

    def _dial_down(self) -> None:
        """To nothing, a hundred at a time."""
        self.press("info", "info")
        for _ in range(MANY):
            if getattr(self.hands.screen, "value", 0) == 0:
                break
            self.press("down")
        self.press("ok")

    def own(self, seat: int, *squares: int) -> None:
        for square in squares:
            if self.state.owner[square] != seat:
                self.set(Subject.OWNER, square, seat)

    def visit(self, square: int) -> None:
        """The player whose turn it is throws 3 and lands there."""
        self._stand(self.state.turn, (square - 3) % self.rules.size)
        self.hands.throw(1, 2)

    def _stand(self, seat: int, square: int) -> None:
        if self.state.at[seat] != square:
            self.set(Subject.AT, seat, square)

    def end_turn(self) -> None:
        self.sees(TurnScreen)
        if any(prompt.kind == "end" for prompt in prompts(self.rules, self.state)):
            self.card(self.state.turn)
        self.past_news()

    # the evening

    def before_a_game(self) -> None:
        """Every question of the setting-up, and the enrolment."""
        self.hands.pick(Do.NEW_GAME)
        for do in (Do.LANGUAGE, Do.EDITION, Do.PROFILE, Do.PLAYERS, Do.DICE, Do.CARDS):
            self.hands.pick(do)
            self.press("down", "back")
        self.hands.pick(Do.PLAYERS)
        self.press("info", "ok", "down", "ok", "back", "back", "back", "back")
        self.press("back")
        self.hands.pick(Do.ENROL)
        for page in (EnrolDeed, EnrolOther):
            for _ in range(MANY):
                if isinstance(self.hands.screen, page):
                    break
                self.press("ok")
            assert isinstance(self.hands.screen, page)
        self.hands.hold("back")
        self.hands.pick(Do.SAME_AGAIN)
        for second in (6, 5, 4):
            self.hands.throw(1, second)
        self.past_news()

    def buying(self) -> None:
        """A first lap where one is needed, an offer, an auction."""
        for seat in self.state.seats:
            self.visit(0) if self.rules.options.buy_from == "first-go" and seat == self.state.turn else None
            self.end_turn() if self.rules.options.buy_from == "first-go" else None
        street = self._street(0)
        self.visit(street)
        self.sees(Offer)
        self.deed(street)
        self.end_turn()
        self.visit(self._street(-1))
        self.sees(Offer)
        self.press("down", "ok")
        if self.rules.options.auction:
            self.sees(AuctionScreen)
            self.card(self.state.turn)
            self.press("back")
            self.card((self.state.turn + 1) % 3)
            self.hands.hold("ok")
        self.end_turn()

    def _street(self, which: int) -> int:
        return [square for square in self.rules.deeds if self.rules.street(square)][which]

    def _group(self, which: int) -> tuple[int, ...]:
        """A group of streets for which nobody still owes a rent: its deeds would claim it."""
        owed = {claim.square for claim in self.state.claims}
        groups = list(dict.fromkeys(self.rules.mates[square] for square in self.rules.deeds))
        return [group for group in groups if self.rules.street(group[0]) and not owed & set(group)][which]

    def luck(self) -> None:
        """A tax, a card, a fresh throw, a ride; what of it the edition has."""
        squares = list(enumerate(self.rules.squares))
        tax = [at for at, square in squares if isinstance(square, Tax) and square.percent]
        if tax and self.rules.options.income_tax == "choose":
            self.visit(tax[0])
            self.sees(Choice)
            self.press("ok")
            self.end_turn()
        deck, card = self._kept_card()
        self.visit(next(at for at, square in squares if isinstance(square, Luck) and square.deck == deck))
        self.sees(CardPick)
        self.hands.lay(CardTag(board_key(self.rules.board), deck, card))
        self._settle_down()
        self.visit(next(at for at, square in squares if isinstance(square, Luck)))
        self.press("down", "ok")
        self._settle_down()
        self._fresh_throw()
        trams = [at for at, square in squares if type(square).__name__ == "Tram"]
        if trams:
            self.visit(trams[0])
            self.sees(Destination)
            self.press("down", "ok")
            self._settle_down()

    def _kept_card(self) -> tuple[str, str]:
        """Deck and id of a card that is kept."""
        decks = self.rules.edition.decks.items()
        return next((deck, card.id) for deck, pile in decks for card in pile if isinstance(card.effect, Keep))

    def _fresh_throw(self) -> None:
        found = [
            (deck, card.id, card.effect.group)
            for deck, pile in self.rules.edition.decks.items()
            for card in pile
            if isinstance(card.effect, Nearest) and card.effect.throw_times
        ]
        if not found:
            return
        deck, card, group = found[0]
        self.own((self.state.turn + 1) % 3, *self.rules.board.members(group))
        squares = enumerate(self.rules.squares)
        self.visit(next(at for at, square in squares if isinstance(square, Luck) and square.deck == deck))
        self.past_news()
        self.hands.lay(CardTag(board_key(self.rules.board), deck, card))
        self.sees(FreshThrow)
        self.hands.throw(2, 3)
        self._settle_down()

    def _settle_down(self) -> None:
        """Whatever a card or a ride has led to, the turn ends."""
        for _ in range(MANY):
            self.past_news()
            match self.hands.screen:
                case Offer():
                    self.press("down", "ok")
                case AuctionScreen():
                    self.hands.hold("ok")
                case CardPick() | Choice() | Destination():
                    self.press("ok")
                case FreshThrow():
                    self.hands.throw(1, 1)
                case _:
                    break
        self.end_turn()

    def jail(self) -> None:
        """In and out again."""
        if self.rules.jail == BANK:
            return
        seat = self.state.turn
        self._stand(seat, self.rules.jail)
        self.set(Subject.JAILED, seat, 0)
        self.sees(JailScreen)
        self.hands.pick(Do.PAY_BAIL)
        self.sees(TurnScreen)
        self.press("ok", "ok", "ok")
        self._settle_down()

    def property(self) -> None:
        """Menus of deeds, a shortage, a rent."""
        seat, other = self.state.turn, (self.state.turn + 1) % 3
        mine, his = self._group(0), self._group(1)
        self.own(seat, *mine)
        self.own(other, *his)
        self.deed(mine[0])
        self.hands.pick(Do.MORTGAGE)
        self.deed(mine[0])
        self.hands.pick(Do.REDEEM)
        self.past_news()
        self.press("down")
        for do in (Do.BUILD, Do.MORTGAGE, Do.REDEEM, Do.SELL):
            self.hands.pick(do)
            self.press("back")
        self.hands.pick(Do.BUILD)
        self.press("ok")
        if isinstance(self.hands.screen, ContestScreen):
            self.card(other)
            self.press("back")
            self.hands.hold("ok")
            self.sees(TurnScreen)
        self.press("back", "back")
        self.past_news()
        self.visit(his[0])
        self.past_news()
        self.deed(his[0])
        self.press("back")
        self.end_turn()

    def trade(self) -> None:
        """Deeds, money, cards; refused at first, then both sign."""
        seat = self.state.turn
        others = [other for other in self.state.playing() if other != seat]
        other = max(others, key=lambda each: len(self.state.kept[each]))
        self.own(seat, self._group(2)[0])
        self._offer(seat, other)
        self.press("back")
        self.card(other)
        self.past_news()
        self._offer(seat, other)
        self.card(other)
        self.past_news()

    def _offer(self, seat: int, other: int) -> None:
        self.press("down")
        self.hands.pick(Do.TRADE)
        self.card(other)
        self.deed(self._group(2)[0])
        self.hands.pick(Do.TRADE_TAKE_MONEY)
        self.press("up", "ok")
        for do in (Do.TRADE_DEED, Do.TRADE_CARD):
            self.hands.pick(do)
            self.press("back")
        self.card(seat)
        self.card(seat)
        assert isinstance(self.hands.screen, TradeSign)

    def looking_up(self) -> None:
        """Everything behind info, a refusal, a tag that means nothing."""
        self.stand.table.announce("http://192.0.2.7:8080/")
        phone = Pairing("4071", Future())
        self.stand.table.mailbox.post(phone)
        self.press("info")
        self.hands.pick(Do.PHONE)
        self.press("back")
        assert phone.seat.cancel()
        self.press("info")
        for do in (Do.BALANCES, Do.STANDINGS, Do.WHO_OWNS, Do.WHY, Do.PAGES):
            self.hands.pick(do)
            self.press("back")
        self.deed(self.rules.deeds[0])
        self.press("back")
        self.card(0)
        self.press("back", "back")
        square = self._group(3)[0]
        self.own(self.state.turn, square)
        self.deed(square)
        self.press("ok") if len(self.rules.mates[square]) < 2 else self.hands.pick(Do.BUILD)
        self.press("info", "back", "back")
        assert self.stand.bench is not None
        self.stand.bench.lay("04deadbeef0000")
        self.stand.table.mailbox.settled()
        self.stand.bench.lift()
        self.stand.table.mailbox.settled()
        self.hands = ChipHands(self.stand.bench, self.stand.box, self.stand.table)
        assert isinstance(self.hands.screen, Notice)
        self.press("ok")

    def referee(self) -> None:
        """Undo and pause."""
        self.hands.lay(RefereeTag())
        self.hands.pick(Do.UNDO)
        self.press("down", "ok", "ok")
        self.sees(PutBack)
        self.hands.hold("ok")
        while isinstance(self.hands.screen, PutBack):
            self.press("ok")
        self.past_news()
        self.hands.lay(RefereeTag())
        self.hands.pick(Do.PAUSE)
        self.press("ok")

    def consent(self) -> None:
        """A throw was read wrongly, and the referee's card is lost: all agree to set it right."""
        seat, book, mailbox = self.state.turn, self.stand.table.tags, self.stand.table.mailbox
        self._stand(seat, self.rules.size - 4)
        uids = book.uids(RefereeTag())
        for uid in uids:
            book.forget(uid)
        self.hands.throw(1, 2)
        self.press("info")
        if not isinstance(self.hands.screen, DiceEntry):
            self.hands.pick(Do.REFEREE)
            self.hands.pick(Do.MISREAD)
        self.press("ok", "up", "ok")
        self.sees(Consent)
        for each in self.state.playing():
            self.card(each)
        game = self.stand.table.game
        assert game is not None
        last = game.steps[-1].command
        assert isinstance(last, Roll)
        assert (last.seat, last.first, last.second, last.misread) == (seat, 1, 3, "1-2")
        mailbox.post(Enrolled(uids[0], RefereeTag()))
        mailbox.settled()
        self._settle_down()

    def ruin(self) -> None:
        """A debt that cannot be paid."""
        seat, other = self.state.turn, (self.state.turn + 1) % 3
        dear = self._street(-1)
        self.own(other, dear)
        self.set(Subject.CASH, seat, 0)
        for square in self.state.deeds_of(seat):
            self.own(other, square)
        self._stand(seat, (dear - 3) % self.rules.size)
        self.hands.throw(1, 2)
        if self.rules.options.rent_claim != "auto":
            self.past_news()
            self.deed(dear)
        self.sees(DebtScreen)
        self.hands.pick(Do.RAISE)
        self.press("back")
        self.hands.pick(Do.GIVE_UP)
        self.hands.hold("ok")
        self.past_news()
        for _ in range(MANY):
            if not isinstance(self.hands.screen, AuctionScreen):
                break
            self.hands.hold("ok")
            self.past_news()

    def the_end(self) -> None:
        """The referee ends the game."""
        self.past_news()
        self.hands.lay(RefereeTag())
        self.hands.pick(Do.CALL_TIME)
        self.press("back")
        self.hands.pick(Do.FINISH)
        self.press("ok")
        self.hands.hold("ok")
        self.hands.press_until(EndScreen)
        self.press("ok")
        assert isinstance(self.hands.screen, Menu)
        assert self.hands.screen.title is Title.WELCOME
