"""A correction by the referee: what, where, the right figure, why; and once more with the money it moves (C-88).

Only what would change something and is accepted by the rules is offered: no hotel where none can stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from companion.rules import codec
from companion.rules.commands import Correct, Subject
from companion.rules.frames import BANK
from companion.rules.options import HIGHEST_SUM
from companion.rules.purchase import coin
from companion.rules.referee import OF_SEATS, OF_TABLE
from companion.table.flows.choosing import REASONS, DialPage, PickPage, pick_reason
from companion.table.flows.rule import RuledPage
from companion.table.page import Host
from companion.table.parts import Do, MenuItem, Title

DIALS = (Subject.CASH, Subject.POT, Subject.LAPS)
MOST_COINS, MOST_LAPS = 1_000_000, 99  # where a dial ends
MOST = 10  # beyond every level of building, and every count of failed tries


class Correction:
    """Asks one question after the other; each answer opens the next."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def begin(self) -> None:
        """What is to be set right."""
        subjects = [subject for subject in Subject if self._is_possible(subject)]
        items = [MenuItem(Do.SUBJECT, name=subject.value) for subject in subjects]
        take = self._where
        self._host.open(PickPage(self._host, Title.CORRECT_SUBJECT, items, lambda index: take(subjects[index])))

    def _is_possible(self, subject: Subject) -> bool:
        """Whether there is such a thing to set: a pot that is played, a turn that can pass, a card to keep."""
        rules = self._host.scene.rules
        match subject:
            case Subject.POT:
                return rules.options.parking == "pot"
            case Subject.TURN:
                return bool(self._values(subject, BANK))
            case Subject.KEEPS:
                return bool(rules.edition.kept_cards())
            case _:
                return True

    def _where(self, subject: Subject) -> None:
        """Whose figure, or which deed's; only where there is something to set."""
        if subject in OF_TABLE:
            self._figure(subject, OF_TABLE[subject])
            return
        scene = self._host.scene
        places = list(scene.state.playing() if subject in OF_SEATS else scene.rules.deeds)
        if subject not in (*DIALS, Subject.KEEPS):
            places = [place for place in places if self._values(subject, place)]
        items = [self._place_item(subject, place) for place in places]
        take = self._card if subject is Subject.KEEPS else self._figure
        self._host.open(PlacePage(self._host, items, places, lambda place: take(subject, place)))

    def _place_item(self, subject: Subject, place: int) -> MenuItem:
        scene = self._host.scene
        if subject in OF_SEATS:
            return MenuItem(Do.WHOM, name=scene.state.players[place])
        return MenuItem(Do.WHOM, name=scene.rules.name(place), lot=scene.lot(place))

    def _card(self, subject: Subject, where: int) -> None:
        """Which of the cards that can be kept; the only one is not asked for."""
        cards = self._host.scene.rules.edition.kept_cards()
        items = [MenuItem(Do.TRADE_CARD, name=card) for card in cards]
        if len(cards) == 1:
            self._figure(subject, where, cards[0])
        else:
            take = self._figure
            self._host.open(
                PickPage(self._host, Title.CORRECT_CARD, items, lambda index: take(subject, where, cards[index]))
            )

    def _figure(self, subject: Subject, where: int, card: str = "") -> None:
        """The right figure: dialled, or picked where few are possible."""
        if subject in DIALS:
            self._dial(subject, where)
            return
        values = self._values(subject, where, card)
        items = [self._value_item(subject, value) for value in values]
        because = self._because
        self._host.open(
            PickPage(
                self._host,
                Title.CORRECT_VALUE,
                items,
                lambda index: because(Correct(subject, where, values[index], "", card)),
            )
        )

    def _dial(self, subject: Subject, where: int) -> None:
        page = DialPage(
            self._host,
            Title.CORRECT_VALUE,
            (0, self._most(subject)),
            lambda value: self._because(Correct(subject, where, value, "")),
            value=self._now(subject, where),
            money=subject is not Subject.LAPS,
            who=self._host.scene.party(where),
        )
        self._host.open(page)

    def _most(self, subject: Subject) -> int:
        rules = self._host.scene.rules
        return MOST_LAPS if subject is Subject.LAPS else min(MOST_COINS * coin(rules), HIGHEST_SUM - rules.unit)

    def _values(self, subject: Subject, where: int, card: str = "") -> list[int]:
        """The other figures that the rules would accept there."""
        game, now = self._host.scene.game, self._now(subject, where, card)
        wishes = [Correct(subject, where, value, "", card) for value in self._range(subject) if value != now]
        return [wish.value for wish in wishes if game.refusal(wish) is None]

    def _now(self, subject: Subject, where: int, card: str = "") -> int:
        state = self._host.scene.state
        if subject is Subject.KEEPS:
            return [kept.card for kept in state.kept[where]].count(card)
        if subject is Subject.TURN:
            return state.turn
        figures: dict[Subject, Sequence[int]] = {
            Subject.CASH: state.accounts,
            Subject.POT: state.accounts,
            Subject.AT: state.at,
            Subject.LAPS: state.laps,
            Subject.JAILED: state.jailed,
            Subject.OWNER: state.owner,
            Subject.BUILDINGS: state.level,
            Subject.MORTGAGED: state.mortgaged,
        }
        return figures[subject][where]

    def _range(self, subject: Subject) -> Iterable[int]:
        match subject:
            case Subject.AT:
                return range(self._host.scene.rules.size)
            case Subject.OWNER | Subject.TURN:
                return [BANK, *self._host.scene.state.playing()]
            case _:
                return range(-1, MOST)

    def _value_item(self, subject: Subject, value: int) -> MenuItem:
        scene = self._host.scene
        if subject is Subject.AT:
            return MenuItem(Do.WHOM, name=scene.rules.name(value), lot=scene.lot(value))
        if subject in (Subject.OWNER, Subject.TURN) and value != BANK:
            return MenuItem(Do.WHOM, name=scene.state.players[value])
        return MenuItem(Do.VALUE, name=subject.value, amount=value)

    def _because(self, command: Correct) -> None:
        """The reason, then once more with the money it moves."""
        confirm = self._confirm
        pick_reason(
            self._host,
            Title.CORRECT_REASON,
            REASONS,
            lambda reason: confirm(codec.replace(command, reason=reason)),
        )

    def _confirm(self, command: Correct) -> None:
        self._host.open(RuledPage(self._host, Do.CORRECT, command, hold=True, reason=command.reason))


class PlacePage(PickPage):
    """Whose figure, or which deed's: chosen from the list, or its tag is laid on the reader."""

    def __init__(
        self, host: Host, items: Sequence[MenuItem], places: Sequence[int], take: Callable[[int], None]
    ) -> None:
        super().__init__(host, Title.CORRECT_WHERE, items, lambda index: take(places[index]))
        self._places = places
        self._of_deeds = bool(items) and items[0].lot is not None

    def card(self, seat: int) -> bool:
        """A player's card chooses him."""
        return (not self._of_deeds and self._found(seat)) or super().card(seat)

    def deed(self, square: int) -> bool:
        """A deed chooses itself."""
        return self._of_deeds and self._found(square)

    def _found(self, place: int) -> bool:
        if place in self._places:
            self.choose(self._places.index(place))
        return place in self._places
