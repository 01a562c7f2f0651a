"""A scripted evening that leads through every page of the display, touching nothing but chips.

The referee's card sets the scene for each situation, as at a real table; what is shown is collected as it is published.
"""

from __future__ import annotations

from concurrent.futures import Future

from companion.demo.hands import ChipHands
from companion.rules.board import Luck, Tax
from companion.rules.cards import Keep, Nearest
from companion.rules.commands import Roll, Subject
from companion.rules.frames import BANK
from companion.table.inputs import Enrolled, Pairing
from companion.table.parts import Do, Title
from companion.table.shown import Consent, Notice, PutBack
from companion.table.tags import CardTag, RefereeTag, board_key
from companion.table.views import (
    AuctionScreen,
    CardPick,
    ChoiceScreen,
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
    OfferScreen,
    TradeSign,
    TurnScreen,
)
from tests.e2e.company import MANY, Company


class Tour(Company):
    """One evening, part by part."""

    def before_a_game(self) -> None:
        """Every question of the setting-up, and the enrolment."""
        self.hands.pick(Do.NEW_GAME)
        for do in (Do.LANGUAGE, Do.EDITION, Do.PROFILE, Do.PLAYERS, Do.BOT, Do.DICE, Do.CARDS):
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
        self.sees(OfferScreen)
        self.deed(street)
        self.end_turn()
        self.visit(self._street(-1))
        self.sees(OfferScreen)
        self.press("down", "ok")
        if self.rules.options.auction:
            self.sees(AuctionScreen)
            self.card(self.state.turn)
            self.press("back")
            self.card((self.state.turn + 1) % 3)
            self.hands.hold("ok")
        self.end_turn()

    def luck(self) -> None:
        """A tax, a card, a fresh throw, a ride; what of it the edition has."""
        squares = list(enumerate(self.rules.squares))
        tax = [at for at, square in squares if isinstance(square, Tax) and square.percent]
        if tax and self.rules.options.income_tax == "choose":
            self.visit(tax[0])
            self.sees(ChoiceScreen)
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
                case OfferScreen():
                    self.press("down", "ok")
                case AuctionScreen():
                    self.hands.hold("ok")
                case CardPick() | ChoiceScreen() | Destination():
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
        """Deeds, money, cards, a promise and a loan; refused at first, then both sign."""
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
        self.hands.pick(Do.TRADE_PROMISE)
        self.press("ok", "up", "ok", "back")
        self.hands.pick(Do.TRADE_LEND)
        self.press("up", "ok", "ok", "up", "ok")
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
        for do in (Do.BALANCES, Do.STANDINGS, Do.WHO_OWNS, Do.TERMS, Do.WHY, Do.PAGES):
            self.hands.pick(do)
            self.press("back")
        self.deed(self.rules.deeds[0])
        self.press("back")
        self.card(0)
        self.press("back", "back")
        self.card(0)
        self.hands.pick(Do.CHAIR)
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
        """Which kept card is meant, undo and pause."""
        if len(self.rules.edition.kept_cards()) > 1:
            self.hands.lay(RefereeTag())
            self.hands.pick(Do.CORRECT)
            self.hands.pick(Do.SUBJECT, Subject.KEEPS.value)
            self.press("ok", "back", "back")
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

    def _owe_a_rent(self) -> None:
        """Where rents are claimed, one waits for its owner."""
        street = self._group(1)[0]
        self.own(next(seat for seat in self.state.playing() if seat != self.state.turn), street)
        self.visit(street)
        self.past_news()

    def the_end(self) -> None:
        """The referee ends the game; a rent that waits is asked for first."""
        self.past_news()
        self._owe_a_rent()
        self.hands.lay(RefereeTag())
        self.hands.pick(Do.CALL_TIME)
        self.press("back")
        self.hands.pick(Do.FINISH)
        self.press("ok")
        self.hands.hold("ok")
        self.past_news()
        if self.state.claims:
            self.hands.pick(Do.CLAIM)
        self.hands.press_until(EndScreen)
        self.press("ok")
        assert isinstance(self.hands.screen, Menu)
        assert self.hands.screen.title is Title.WELCOME
