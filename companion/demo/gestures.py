"""How each wish is made known at the table: by which tags and presses, page by page."""

from __future__ import annotations

from companion.demo.hands import Hands, Unnoticed
from companion.rules.commands import (
    Accept,
    AnyCommand,
    Bid,
    Build,
    Buy,
    CallTime,
    Choose,
    ClaimRent,
    Clear,
    ContestFor,
    Decline,
    Draw,
    End,
    Gavel,
    GiveUp,
    GoTo,
    Mortgage,
    Pass,
    Pay,
    PayBail,
    Propose,
    Redeem,
    Reject,
    Roll,
    Sell,
    Throw,
    UseCard,
    Wait,
)
from companion.rules.dice import Die, Face
from companion.rules.frames import AwaitDraw
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.table.coins import dial
from companion.table.parts import CardLine, Do, MenuItem
from companion.table.shown import (
    BankruptShown,
    CardShown,
    DiceShown,
    EventShown,
    JailedShown,
    Notice,
    PaymentShown,
    RefusedShown,
    TakenBackShown,
    TitleShown,
    TradeShown,
)
from companion.table.tags import CardTag, DeedTag, PlayerTag, RefereeTag, board_key
from companion.table.views import (
    AnyScreen,
    AuctionScreen,
    DeedMenu,
    Destination,
    Dial,
    JailScreen,
    Menu,
    OfferScreen,
    TradeScreen,
    TradeSign,
    TurnScreen,
)

ON_DEED = {Build: Do.BUILD, Sell: Do.SELL, Clear: Do.CLEAR, Mortgage: Do.MORTGAGE, Redeem: Do.REDEEM}
IN_JAIL = {PayBail: Do.PAY_BAIL, UseCard: Do.USE_CARD, Wait: Do.WAIT}
BY_BUTTONS = (PayBail, UseCard, Wait, Propose, Accept, Reject, Pass, Gavel, Decline, Choose, GiveUp, GoTo)
TOLD = (
    BankruptShown,
    CardShown,
    DiceShown,
    EventShown,
    JailedShown,
    Notice,
    PaymentShown,
    RefusedShown,
    TakenBackShown,
    TitleShown,
    TradeShown,
)
MOST_PRESSES = 20


class Gestures:
    """Makes wishes known by movements of hands only, at a table that throws and draws as `dice` and `cards` say."""

    def __init__(self, hands: Hands, rules: Rules, dice: str = "serial", cards: str = "tag") -> None:
        self._hands = hands
        self._rules = rules
        self._dice = dice
        self._cards = cards
        self._board = board_key(rules.board)

    def make(self, state: State, wish: AnyCommand) -> None:
        """Make one wish known; whether it was accepted is seen in the ledger."""
        self._look_past_news(wish)
        self._let_offers_lie(wish)
        match wish:
            case Roll() | Throw():
                self._throw(state, wish)
            case Buy() | ContestFor() | GoTo() | ClaimRent():
                self._by_place(state, wish)
            case Build() | Sell() | Clear() | Mortgage() | Redeem():
                self._on_deed(state, wish)
            case PayBail() | UseCard() | Wait():
                self._hands.pick(IN_JAIL[type(wish)])
            case Propose() | Accept() | Reject():
                self._trade(state, wish)
            case _:
                self._others(state, wish)

    def _others(self, state: State, wish: AnyCommand) -> None:
        match wish:
            case Bid():
                self._bid(state, wish)
            case Pass(seat):
                self._hands.press("back")
                self._card(state, seat)
            case Gavel():
                self._hands.hold("ok")
            case Decline():
                self._decline()
            case Draw(seat, card):
                self._draw(state, card)
            case Choose(_, choice):
                self._choose(choice)
            case End(seat) | Pay(seat):
                self._card(state, seat)
            case GiveUp(seat):
                self._give_up(state, seat)
            case CallTime():
                self._referee(Do.CALL_TIME)
            case _:
                raise Unnoticed(f"no gesture for {wish}")

    # tags

    def _card(self, state: State, seat: int) -> None:
        self._hands.lay(PlayerTag(state.players[seat]))

    def _deed(self, square: int) -> None:
        self._hands.lay(DeedTag(self._board, square))

    def _look_past_news(self, wish: AnyCommand) -> None:
        """Turn away what the bank has thrown or drawn, and messages; before a press, all that is told."""
        told = TOLD if self._by_buttons(wish) else (CardShown, DiceShown, Notice, RefusedShown)
        for _ in range(MOST_PRESSES):
            screen = self._hands.screen
            if not isinstance(screen, told) or self._is_seen(screen, wish):
                return
            self._hands.press("ok")

    def _let_offers_lie(self, wish: AnyCommand) -> None:
        """Leave a trade that somebody else is to sign."""
        while isinstance(screen := self._hands.screen, TradeSign) and not (
            isinstance(wish, Accept | Reject)
            and (wish.of, wish.seat) == (screen.gives.who.account, screen.waits_for.account)
        ):
            self._hands.press("back")

    def _is_seen(self, screen: AnyScreen, wish: AnyCommand) -> bool:
        """Whether a throw that is shown was seen on the table, and a tag or the die goes on without a press."""
        return isinstance(screen, DiceShown) and screen.source != "bank" and not self._by_buttons(wish)

    def _by_buttons(self, wish: AnyCommand) -> bool:
        """Whether the first movement of a wish is a press."""
        if isinstance(wish, Roll | Throw):
            return self._dice != "serial"
        return isinstance(wish, BY_BUTTONS) or (isinstance(wish, Draw) and self._cards != "tag")

    # wishes

    def _throw(self, state: State, wish: Roll | Throw) -> None:
        """With the die, or die by die on the buttons; or the bank throws what it will."""
        if self._dice == "serial":
            self._hands.throw(*wish.dice)
        elif isinstance(self._hands.screen, JailScreen):
            self._hands.pick(Do.ROLL if self._dice == "bank" else Do.ENTER_DICE)
        else:
            self._hands.press("ok")
        if self._dice == "buttons":
            for die, face in zip(self._rules.dice_for(state, wish.seat), wish.dice, strict=True):
                self._set_die(die, face)

    def _set_die(self, die: Die, face: Face) -> None:
        """From the first face to this one the shorter way, then on."""
        die = tuple(dict.fromkeys(die))
        up, down = die.index(face), len(die) - die.index(face)
        for _ in range(min(up, down)):
            self._hands.press("up" if up <= down else "down")
        self._hands.press("ok")

    def _by_place(self, state: State, wish: Buy | ContestFor | GoTo | ClaimRent) -> None:
        match wish:
            case Buy(seat):
                self._deed(state.at[seat])
            case ClaimRent(seat):
                self._deed(next(claim.square for claim in state.claims if claim.owner == seat))
            case ContestFor(_, square):
                self._deed(square)
            case GoTo(_, square) if square in self._rules.deeds:
                self._deed(square)
            case GoTo(_, square):
                self._ride(square)

    def _ride(self, square: int) -> None:
        lots = getattr(self._hands.screen, "lots", ())
        places = [at for at, lot in enumerate(lots) if lot.square == square]
        self._hands.choose(places[0], len(lots))

    def _on_deed(self, state: State, wish: Build | Sell | Clear | Mortgage | Redeem) -> None:
        if isinstance(self._hands.screen, Destination):  # where a deed means that one rides to it
            self._menu(state, wish.seat)
            self._hands.pick(ON_DEED[type(wish)])
            self._deed(wish.square)
            self._hands.press("ok")
            self._hands.press("back")
            self._hands.press("back")
            return
        self._deed(wish.square)
        self._hands.pick(ON_DEED[type(wish)])
        if isinstance(self._hands.screen, DeedMenu):
            self._hands.press("back")

    def _decline(self) -> None:
        screen = self._hands.screen
        if isinstance(screen, OfferScreen) and screen.buy:
            self._hands.press("down")
        self._hands.press("ok")

    def _bid(self, state: State, wish: Bid) -> None:
        """Set the largest step that does not ask for more than is meant, and lay the card."""
        for button, is_enough in (("down", self._asks_at_most), ("up", self._asks_too_little)):
            for _ in range(MOST_PRESSES):
                before = self._hands.screen
                if is_enough(wish.amount):
                    break
                self._hands.press(button)
                if self._hands.screen == before:
                    break
        if not self._asks_at_most(wish.amount):
            self._hands.press("down")
        self._card(state, wish.seat)

    def _asks_at_most(self, amount: int) -> bool:
        screen = self._hands.screen
        return isinstance(screen, AuctionScreen) and screen.ask <= amount

    def _asks_too_little(self, amount: int) -> bool:
        screen = self._hands.screen
        return isinstance(screen, AuctionScreen) and screen.ask >= amount

    def _draw(self, state: State, card: str) -> None:
        frame = state.agenda[-1]
        assert isinstance(frame, AwaitDraw)
        if self._cards == "tag":
            self._hands.lay(CardTag(self._board, frame.deck, card))
        else:
            lines: tuple[CardLine, ...] = getattr(self._hands.screen, "cards", ())
            self._hands.choose([line.card for line in lines].index(card), len(lines))

    def _choose(self, choice: str) -> None:
        between: tuple[str, ...] = getattr(self._hands.screen, "between", ())
        self._hands.choose(between.index(choice), len(between))

    def _give_up(self, state: State, seat: int) -> None:
        self._hands.pick(Do.GIVE_UP)
        self._hands.hold("ok")
        del state, seat

    def _referee(self, do: Do) -> None:
        self._hands.lay(RefereeTag())
        self._hands.pick(do)
        self._hands.hold("ok")

    # trades

    def _trade(self, state: State, wish: Propose | Accept | Reject) -> None:
        if isinstance(wish, Propose):
            self._propose(state, wish)
            return
        if not isinstance(self._hands.screen, TradeSign):
            self._menu(state, wish.seat)
            self._hands.pick(Do.ANSWER_OFFER, state.players[wish.of])
        if isinstance(wish, Reject):
            self._hands.press("back")
        self._card(state, wish.seat)

    def _menu(self, state: State, seat: int) -> None:
        """A player's menu: behind his card, behind up in his own turn, or behind info where a card acts."""
        if not isinstance(self._hands.screen, TurnScreen):
            self._hands.press("info")
            self._hands.pick(Do.MENU)
            self._card(state, seat)
        elif state.turn == seat:
            self._hands.press("up")
        else:
            self._card(state, seat)
        if not isinstance(self._hands.screen, Menu):
            raise Unnoticed(f"no menu: {self._hands.screen}")

    def _propose(self, state: State, wish: Propose) -> None:
        self._menu(state, wish.seat)
        self._hands.pick(Do.TRADE)
        self._card(state, wish.to)
        for square in (*wish.gives.deeds, *wish.takes.deeds):
            self._deed(square)
        for do, money in ((Do.TRADE_GIVE_MONEY, wish.gives.money), (Do.TRADE_TAKE_MONEY, wish.takes.money)):
            if money and isinstance(self._hands.screen, TradeScreen):
                self._hands.pick(do)
                self._dial(money)
        self._trade_cards(wish)
        self._card(state, wish.seat)
        self._card(state, wish.seat)

    def _trade_cards(self, wish: Propose) -> None:
        """Mark the kept cards of both sides, each once."""
        if not wish.gives.cards and not wish.takes.cards:
            return
        self._hands.pick(Do.TRADE_CARD)
        for seat, cards in ((wish.seat, wish.gives.cards), (wish.to, wish.takes.cards)):
            for card in cards:
                items: tuple[MenuItem, ...] = getattr(self._hands.screen, "items", ())
                whose = [(item.name, item.who and item.who.account, item.checked) for item in items]
                self._hands.choose(whose.index((card, seat, False)), len(items))
        self._hands.press("back")

    def _dial(self, amount: int) -> None:
        """Set an amount: the hundreds, tens and ones of what is counted there, each with its own step."""
        for step in sorted(dial(self._rules), reverse=True):
            while isinstance(screen := self._hands.screen, Dial) and screen.step != step:
                self._hands.press("info")
            while isinstance(screen := self._hands.screen, Dial) and screen.value + step <= amount:
                self._hands.press("up")
        self._hands.press("ok")
