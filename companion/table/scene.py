"""A game as a screen names it: parties, squares, payments and rows made from the state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.rules.board import Board, Deed, Street
from companion.rules.cards import Advance, Return
from companion.rules.commands import AnyCommand, Buy, Reason, SeatCommand
from companion.rules.events import Paid
from companion.rules.frames import FREE, Claim, Credit, Debt, LastClaims, Waiver
from companion.rules.game import Game
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.table.parts import CardLine, DeedRow, Lot, Party, Payment, Row, StepLine, Term, TermRow
from companion.table.shown import Idle

SECRET = frozenset({"cash", "base"})  # figures that say, or let one work out, what a player has


class Scene:
    """Reads a game for the screens; changes nothing."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.game.rules

    @property
    def state(self) -> State:
        """The state as it stands; replaced as a whole when commands are taken back."""
        return self.game.state

    def party(self, account: int, after: State | None = None) -> Party:
        """A seat with its player's name, in a state to come if one is given; bank and pot have none."""
        return Party(account, (after or self.state).players[account] if account >= 0 else "")

    def lot(self, square: int) -> Lot:
        """A square with its name and color."""
        return lot_of(self.rules.board, square)

    def lot_or_none(self, square: int) -> Lot | None:
        """A square, or None for the -1 of a payment that is about none."""
        return self.lot(square) if square >= 0 else None

    def waits_for_lap(self, square: int) -> bool:
        """Whether the player in turn stands on this deed, and only his first lap keeps him from buying it (S3-12)."""
        refusal = self.game.refusal(Buy(self.state.turn))
        return square == self.state.at[self.state.turn] and refusal is not None and refusal.reason is Reason.FIRST_LAP

    def payment(self, paid: Paid, after: State | None = None) -> Payment:
        """A payment; with `after`, the state that tells what both ends have then."""
        return Payment(
            payer=self.party(paid.payer, after),
            payee=self.party(paid.payee, after),
            amount=paid.amount,
            cause=paid.cause,
            lot=self.lot_or_none(paid.square),
            payer_cash=self._cash(after, paid.payer),
            payee_cash=self._cash(after, paid.payee),
        )

    def _cash(self, after: State | None, account: int) -> int | None:
        return after.accounts[account] if after is not None and account >= 0 and not self.hides_cash else None

    @property
    def hides_cash(self) -> bool:
        """Whether nobody need say how much he has, as the game says."""
        return self.game.hides_cash

    def cash(self, seat: int) -> int | None:
        """What a player has, for all to read; None: he need not say."""
        return None if self.hides_cash else self.state.accounts[seat]

    def public(self, figures: Mapping[str, int]) -> dict[str, int]:
        """The figures of a refusal without those that a player need not say."""
        return {name: figure for name, figure in figures.items() if name not in SECRET or not self.hides_cash}

    def owed(self, debt: Debt) -> Payment:
        """The payment that settles a debt, and what the debtor then has, if his cash covers it."""
        cash = self.cash(debt.debtor)
        return Payment(
            payer=self.party(debt.debtor),
            payee=self.party(debt.creditor),
            amount=debt.amount,
            cause=debt.cause,
            lot=self.lot_or_none(debt.square),
            payer_cash=cash - debt.amount if cash is not None and cash >= debt.amount else None,
        )

    def deed(self, square: int, amount: int | None = None, enabled: bool = True) -> DeedRow:
        """A deed as it stands."""
        street = self.rules.street(square)
        return DeedRow(
            lot=self.lot(square),
            level=self.state.level[square],
            top=street.top if isinstance(street, Street) else 0,
            mortgaged=self.state.mortgaged[square],
            amount=amount,
            enabled=enabled,
            owner=self.party(self.state.owner[square]),
        )

    def card(self, deck: str, card: str) -> CardLine:
        """A card with the square that its effect names."""
        return card_line(self.rules, deck, card)

    def kept(self, seat: int) -> list[CardLine]:
        """The cards in a player's hand."""
        return [self.card(kept.deck, kept.card) for kept in self.state.kept[seat]]

    def term(self, term: Waiver | Credit) -> Term:
        """A promise or a loan as a part of a trade."""
        if isinstance(term, Waiver):
            return Term(term.visits, self.lot(term.square))
        return Term(term.turns, amount=term.back, money=term.money)

    def terms(self, seat: int | None = None) -> tuple[TermRow, ...]:
        """The promises and loans that are open, all or those of one player."""
        state = self.state
        rows = [
            TermRow(Term(each.visits, self.lot(each.square)), *self._parties(each.holder, state.owner[each.square]))
            for each in state.promises
        ]
        rows += [
            TermRow(Term(state.turns_left(each), amount=each.amount), *self._parties(each.borrower, each.lender))
            for each in state.loans
        ]
        return tuple(row for row in rows if seat in (None, row.who.account, row.other.account))

    def _parties(self, *seats: int) -> list[Party]:
        return [self.party(seat) for seat in seats]

    def row(self, seat: int, place: int = 0) -> Row:
        """A player in a list; figures that may be kept secret are left out until the game is over."""
        state = self.state
        return Row(
            who=self.party(seat),
            cash=self.cash(seat),
            worth=None if self.hides_cash else self.rules.worth(state, seat),
            deeds=len(state.deeds_of(seat)),
            at=self.lot(state.at[seat]),
            jailed=state.jailed[seat] != FREE,
            out=state.out[seat],
            place=place,
        )

    def rows(self) -> tuple[Row, ...]:
        """All players in seat order."""
        return tuple(self.row(seat) for seat in self.state.seats)

    def ranked(self) -> tuple[Row, ...]:
        """All players, the winner or richest first (as `Rules.richest`), bankrupts last."""
        state = self.state
        order = sorted(state.seats, key=lambda seat: (seat != state.winner, state.out[seat], *self._wealth(seat), seat))
        return tuple(self.row(seat, place) for place, seat in enumerate(order, start=1))

    def _wealth(self, seat: int) -> tuple[int, int]:
        first, second = self.rules.wealth(self.state, seat)
        return -first, -second

    def last_claim(self) -> Claim | None:
        """The rent that an owner is asked for at the end: his silence speaks for him alone (C-01)."""
        agenda = self.state.agenda
        asks = bool(agenda) and type(agenda[-1]) is LastClaims
        return self.rules.last_claim(self.state) if asks else None

    def next_seat(self) -> int:
        """Whose turn comes after this one."""
        return self.state.left[self.state.turn]

    def owner(self, square: int) -> int:
        """The seat that owns a deed, or BANK."""
        return self.state.owner[square]


def idle(scene: Scene | None, shift: int) -> Idle:
    """The page of a table that nobody has touched for a while: whose turn it is, and the balances."""
    if scene is None:
        return Idle(who=None, shift=shift)
    return Idle(who=scene.party(scene.state.turn), rows=scene.rows(), shift=shift)


def step_line(seq: int, command: AnyCommand, players: Sequence[str], board: Board) -> StepLine:
    """A command in short, by its number; `players` by seat."""
    square = getattr(command, "square", -1)
    return StepLine(
        seq=seq,
        command=type(command).__name__,
        who=Party(command.seat, players[command.seat]) if isinstance(command, SeatCommand) else None,
        lot=lot_of(board, square) if square >= 0 else None,
        amount=getattr(command, "amount", None),
    )


def lot_of(board: Board, square: int) -> Lot:
    """A square as it is printed."""
    printed = board.squares[square]
    if not isinstance(printed, Deed):
        return Lot(square, printed.name)
    return Lot(square, printed.name, printed.group, board.groups[printed.group].color)


def card_line(rules: Rules, deck: str, card: str) -> CardLine:
    """A card with the square that its effect names."""
    effect = rules.effect(deck, card)
    lot = lot_of(rules.board, effect.square) if isinstance(effect, Advance | Return) else None
    return CardLine(card, deck, effect, lot)
