"""The primitives of which every decision is made; each event is folded the moment it is emitted."""

from __future__ import annotations

from companion.rules.board import Street
from companion.rules.events import (
    AnyEvent,
    CardReturned,
    Cause,
    ClaimsAsked,
    Conveyed,
    Ended,
    GoalReached,
    GraceGiven,
    Jailed,
    Leveled,
    Moved,
    NothingDue,
    Owed,
    Paid,
    TokenSet,
    TurnBegan,
)
from companion.rules.frames import BANK, NO_CARD, POT, Estate, Kept, Owing
from companion.rules.grounds import INTO_POT, LED_TO_GO, Ground
from companion.rules.rules import DEVELOPER, NEWCOMER, Rules
from companion.rules.state import State


class Draft:
    """One command being carried out: the rules, the state it changes, and the events so far."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.events: list[AnyEvent] = []
        self._grounds = rules.grounds
        self.card = NO_CARD  # the deck and card that is being followed

    def emit(self, event: AnyEvent) -> None:
        """Record an event and fold it at once (design: Engine)."""
        event.fold(self.state)
        self.events.append(event)

    # Money: every payment has two ends

    def ground(self, kind: str, *figures: int, more: tuple[str, ...] = ()) -> Ground:
        """The ground of a charge by its kind (`charges.BASES`), on the card that is being followed, if any."""
        known = self._grounds.get((kind, figures, self.card, more))
        return known if known is not None else self.rules.ground(kind, self.card, figures, more)

    def pay(self, payer: int, payee: int, amount: int, cause: Cause, ground: Ground, square: int = -1) -> None:
        """Move money that is surely there; nothing is recorded for nothing."""
        if amount:
            self.emit(Paid(payer, payee, amount, cause, square, False, ground))

    def charge(
        self, payer: int, payee: int, amount: int, cause: Cause, ground: Ground | None, square: int = -1
    ) -> bool:
        """Take a seat's money if its cash covers the whole sum, else make it a debt; tell which (plays: Paying)."""
        if self.state.accounts[payer] >= amount:
            if amount:
                self.emit(Paid(payer, payee, amount, cause, square, False, ground))
            return True
        self.emit(Owed(payer, payee, amount, cause, square, ground))
        return False

    def charge_fee(self, seat: int, amount: int, cause: Cause, kind: str, *figures: int, square: int = -1) -> None:
        """Charge what goes to the bank, or to the pot where it takes such fees (S3-24, S4-60)."""
        payee = self.rules.pot_for(card=cause is Cause.CARD)
        ground = self.ground(kind, *figures, more=INTO_POT if payee == POT else ())
        self.charge(seat, payee, amount, cause, ground, square)

    def spare(self, kind: str, seat: int, square: int = -1, owner: int = BANK, *figures: int) -> None:
        """Record why no money moves where somebody may ask for it (S0-25, S3-12, S3-29)."""
        self.emit(NothingDue(seat, self.ground(kind, *figures), square, owner))

    def seed_pot(self) -> None:
        """Let the bank put the first money into an empty pot, where one is played (B-22, C-91)."""
        options = self.rules.options
        if options.parking == "pot":
            self.pay(BANK, POT, options.pot_seed, Cause.SEED, self.ground("seed"))

    # Titles and buildings

    def convey(self, square: int, to: int) -> None:
        """Pass a title; under the family rule, who gets it on the spot has not come back to it yet (S0-46)."""
        self.emit(Conveyed(square, to))
        if not self.rules.options.need_group and to != BANK and self.state.at[to] == square:
            self.emit(TokenSet(NEWCOMER, to, square))

    def level(self, street: Street, square: int, level: int) -> None:
        """Set the buildings of a lot; the bank's stock takes or gives the difference."""
        houses, hotels = self.rules.stock(street, self.state.level[square], level)
        self.emit(Leveled(square, level, houses, hotels))

    def settle_fee(self, seat: int) -> None:
        """Take a permit, or the fee, for a player's first building (S3-15, S3-16)."""
        fee = self.rules.options.build_fee
        if not fee or self.state.token(DEVELOPER, seat):
            return
        permit = self.rules.kept_for(self.state, seat, "permit")
        if permit:
            self.return_card(seat, permit)
        else:
            self.charge(seat, BANK, fee, Cause.FEE, self.ground("fee"))
        self.emit(TokenSet(DEVELOPER, seat, 1))

    def take_over(self, square: int, receiver: int, kind: str) -> None:
        """Charge the interest of a mortgaged deed that has changed hands, deed by deed (S0-59, C-101)."""
        rules = self.rules
        interest = rules.transfer_interest(square)
        if interest:
            ground = self.ground(kind, rules.deed(square).mortgage, rules.options.transfer_interest)
            self.charge(receiver, BANK, interest, Cause.INTEREST, ground, square)
            self.emit(GraceGiven(square, interest))

    def return_card(self, seat: int, kept: Kept) -> None:
        """Put a kept card under its own deck (3.6)."""
        self.emit(CardReturned(seat, kept.deck, kept.card))

    # Tokens and turns

    def move(self, seat: int, square: int, laps: int) -> None:
        """Set the token down and pay the salary for GO passed or reached (S0-15, S0-16, C-91)."""
        self.emit(Moved(seat, square, laps))
        if not laps:
            return
        options, at_go = self.rules.options, square == self.rules.board.GO
        salary = options.go_salary
        if laps == 1 and not at_go and self.card == NO_CARD:
            self.pay(BANK, seat, salary, Cause.SALARY, self.rules.lap_ground)
            return
        bonus = options.go_exact_bonus if at_go else 0
        more = LED_TO_GO if at_go and self.card != NO_CARD else ()
        if bonus:
            ground = self.ground("salary.go", salary, laps, bonus, more=more)
        else:
            ground = self.ground("salary.lap", salary, laps, more=more)
        self.pay(BANK, seat, salary * laps + bonus, Cause.SALARY, ground)

    def arrest(self, seat: int) -> None:
        """Send the seat to jail: no salary, no further throw (S0-32)."""
        self.emit(Jailed(seat, self.rules.jail))

    def begin_turn(self, seat: int, busy: bool = False) -> None:
        """Pass the turn to a seat, or end the game after its last round (plays: Time-up; C-97)."""
        self.note_goal()
        reason = self.rules.closing(self.state)
        if reason:
            self.close(reason, busy or any(type(frame) is Estate for frame in self.state.agenda))
        else:
            self.emit(TurnBegan(seat))

    def note_goal(self) -> None:
        """Record that this turn ends with the worth that is the goal: the round is the last one (C-97)."""
        if self.rules.reaches_goal(self.state):
            self.emit(GoalReached(self.state.turn))

    def close(self, reason: str, busy: bool = False) -> None:
        """End the game as soon as the debts are settled that a bankruptcy has left behind, and (`busy`) its estate is
        auctioned: both are a part of it (C-83, S4-58)."""
        owing = bool(self.state.agenda) and type(self.state.agenda[-1]) is Owing and len(self.state.playing()) > 1
        if owing or busy:
            self.emit(ClaimsAsked(reason))
        else:
            self.finish(reason)

    def finish(self, reason: str) -> None:
        """End the game, once the rents that wait are asked for; the richest wins, or the only one left (S0-66, S0-72,
        C-01)."""
        if not self.rules.last_claim(self.state):
            self.emit(Ended(self.rules.richest(self.state), reason))
        elif not self.state.is_ending():
            self.emit(ClaimsAsked(reason))
