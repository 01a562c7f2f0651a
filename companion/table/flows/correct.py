"""A correction by the referee: what, where, the right figure, why; and once more with the money it moves (C-88).

Only what would change something and is accepted by the rules is offered: no hotel where none can stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from companion.rules.commands import Correct, Subject
from companion.rules.frames import BANK
from companion.table.flows.dial import DialPage
from companion.table.flows.pick import REASONS, PickPage, pick_reason
from companion.table.flows.rule import RuledPage
from companion.table.page import Host
from companion.table.parts import Do, MenuItem, Title

SUBJECTS = tuple(Subject)
OF_SEATS = (Subject.CASH, Subject.AT, Subject.JAILED)
MOST_CASH = 1_000_000
MOST = 10  # beyond every level of building, and every count of failed tries


class Correction:
    """Asks one question after the other; each answer opens the next."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def begin(self) -> None:
        """What is to be set right."""
        items = [MenuItem(Do.SUBJECT, name=subject.value) for subject in SUBJECTS]
        take = self._where
        self._host.open(PickPage(self._host, Title.CORRECT_SUBJECT, items, lambda index: take(SUBJECTS[index])))

    def _where(self, subject: Subject) -> None:
        """Whose figure, or which deed's; only where there is something to set."""
        scene = self._host.scene
        places = list(scene.state.playing() if subject in OF_SEATS else scene.rules.deeds)
        if subject is not Subject.CASH:
            places = [place for place in places if self._values(subject, place)]
        items = [self._place_item(subject, place) for place in places]
        self._host.open(PlacePage(self._host, items, places, lambda place: self._figure(subject, place)))

    def _place_item(self, subject: Subject, place: int) -> MenuItem:
        scene = self._host.scene
        if subject in OF_SEATS:
            return MenuItem(Do.WHOM, name=scene.state.players[place])
        return MenuItem(Do.WHOM, name=scene.rules.name(place), lot=scene.lot(place))

    def _figure(self, subject: Subject, where: int) -> None:
        """The right figure: dialled, or picked where few are possible."""
        if subject is Subject.CASH:
            self._dial(where)
            return
        values = self._values(subject, where)
        items = [self._value_item(subject, value) for value in values]
        self._host.open(
            PickPage(self._host, Title.CORRECT_VALUE, items, lambda index: self._because(subject, where, values[index]))
        )

    def _dial(self, seat: int) -> None:
        page = DialPage(
            self._host,
            Title.CORRECT_VALUE,
            (0, MOST_CASH),
            lambda value: self._because(Subject.CASH, seat, value),
            value=self._host.scene.state.accounts[seat],
            who=self._host.scene.party(seat),
        )
        self._host.open(page)

    def _values(self, subject: Subject, where: int) -> list[int]:
        """The other figures that the rules would accept there."""
        game, now = self._host.scene.game, self._now(subject, where)
        wishes = [Correct(subject, where, value, "") for value in self._range(subject) if value != now]
        return [wish.value for wish in wishes if game.refusal(wish) is None]

    def _now(self, subject: Subject, where: int) -> int:
        state = self._host.scene.state
        figures: dict[Subject, Sequence[int]] = {
            Subject.CASH: state.accounts,
            Subject.AT: state.at,
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
            case Subject.OWNER:
                return [BANK, *self._host.scene.state.playing()]
            case _:
                return range(-1, MOST)

    def _value_item(self, subject: Subject, value: int) -> MenuItem:
        scene = self._host.scene
        if subject is Subject.AT:
            return MenuItem(Do.WHOM, name=scene.rules.name(value), lot=scene.lot(value))
        if subject is Subject.OWNER and value != BANK:
            return MenuItem(Do.WHOM, name=scene.state.players[value])
        return MenuItem(Do.VALUE, name=subject.value, amount=value)

    def _because(self, subject: Subject, where: int, value: int) -> None:
        """The reason, then once more with the money it moves."""
        pick_reason(
            self._host,
            Title.CORRECT_REASON,
            REASONS,
            lambda reason: self._confirm(Correct(subject, where, value, reason)),
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
