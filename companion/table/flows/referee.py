"""The referee: undo and corrections with a reason, pause, time, the end of the game (C-88, C-97)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.rules.commands import AnyCommand, CallTime, Correct, Finish, SeatCommand, Subject, TakeBack
from companion.rules.state import BANK
from companion.table.flows.confirm import ConfirmPage
from companion.table.flows.dial import DialPage
from companion.table.flows.lookup import StandingsPage, WhoOwnsPage
from companion.table.page import Host, ListPage
from companion.table.parts import Do, Item, Step, Title
from companion.table.shown import Paused
from companion.table.views import Menu, UndoPick

REASONS = ("misread-dice", "wrong-tap", "wrong-card", "wrong-amount", "agreed", "ruling")
ENDINGS = ("time", "agreed", "ruling")
MOST_STEPS = 50


class PickPage(ListPage):
    """A menu that hands on what was picked."""

    def __init__(self, host: Host, title: Title, items: Sequence[Item], take: Callable[[int], None]) -> None:
        super().__init__(host)
        self._title = title
        self._items = tuple(items)
        self._take = take

    def count(self) -> int:
        """How many lines there are."""
        return len(self._items)

    def screen(self) -> Menu:
        """The menu."""
        return Menu(title=self._title, items=self._items, selected=self.selected)

    def choose(self, index: int) -> None:
        """Hand it on."""
        self.host.close()
        self._take(index)


def pick_reason(host: Host, title: Title, reasons: Sequence[str], take: Callable[[str], None]) -> None:
    """Ask for a reason; the ledger keeps its key, the words are made elsewhere."""
    items = [Item(Do.REASON, name=reason) for reason in reasons]
    host.open(PickPage(host, title, items, lambda index: take(reasons[index])))


class RefereePage(ListPage):
    """The menu behind the referee's card."""

    def __init__(self, host: Host, pause: Callable[[], None]) -> None:
        super().__init__(host)
        self._pause = pause

    def _items(self) -> tuple[Item, ...]:
        undoable = bool(self.scene.game.in_force)
        lines = (Item(Do.UNDO, enabled=undoable), Item(Do.CORRECT), Item(Do.PAUSE), Item(Do.CALL_TIME))
        return (*lines, Item(Do.FINISH), Item(Do.WHO_OWNS), Item(Do.STANDINGS))

    def count(self) -> int:
        """How many lines there are."""
        return len(self._items())

    def screen(self) -> Menu:
        """The menu."""
        return Menu(title=Title.REFEREE, items=self._items(), selected=self.selected)

    def choose(self, index: int) -> None:
        """Open it."""
        host = self.host
        match self._items()[index].do:
            case Do.UNDO if self.scene.game.in_force:
                host.open(UndoPage(host))
            case Do.CORRECT:
                host.open(subjects(host))
            case Do.PAUSE:
                host.close()
                self._pause()
            case Do.CALL_TIME:
                host.open(ConfirmPage(host, Do.CALL_TIME, CallTime(), hold=True))
            case Do.FINISH:
                pick_reason(host, Title.FINISH_REASON, ENDINGS, self._finish)
            case Do.WHO_OWNS:
                host.open(WhoOwnsPage(host))
            case Do.STANDINGS:
                host.open(StandingsPage(host, ranked=True))

    def _finish(self, reason: str) -> None:
        self.host.open(ConfirmPage(self.host, Do.FINISH, Finish(reason), hold=True, reason=reason))


class UndoPage(ListPage):
    """How many of the last commands: the cursor marks the oldest one that goes."""

    def count(self) -> int:
        """How many commands can be taken back here."""
        return min(len(self.scene.game.in_force), MOST_STEPS)

    def screen(self) -> UndoPick:
        """The last commands, latest first."""
        game = self.scene.game
        latest = reversed(game.in_force[-self.count() :])
        return UndoPick(steps=tuple(self._step(seq) for seq in latest), count=self.selected + 1)

    def _step(self, seq: int) -> Step:
        command = self.scene.game.steps[seq].command
        square = getattr(command, "square", -1)
        return Step(
            seq=seq,
            command=type(command).__name__,
            who=self.scene.party(command.seat) if isinstance(command, SeatCommand) else None,
            lot=self.scene.lot_or_none(square),
            amount=getattr(command, "amount", None),
        )

    def choose(self, index: int) -> None:
        """Ask for the reason, then once more."""
        count = index + 1

        def confirm(reason: str) -> None:
            host = self.host
            host.open(ConfirmPage(host, Do.UNDO, TakeBack(count, reason), hold=True, reason=reason))

        pick_reason(self.host, Title.UNDO_REASON, REASONS, confirm)


SUBJECTS = tuple(Subject)
OF_SEATS = (Subject.CASH, Subject.AT, Subject.JAILED)


def subjects(host: Host) -> PickPage:
    """What is to be set right."""
    items = [Item(Do.SUBJECT, name=subject.value) for subject in SUBJECTS]
    return PickPage(host, Title.CORRECT_SUBJECT, items, lambda index: _where(host, SUBJECTS[index]))


def _where(host: Host, subject: Subject) -> None:
    """Whose figure, or which deed's."""
    scene = host.scene
    if subject in OF_SEATS:
        places = scene.state.playing()
        items = [Item(Do.WHOM, name=scene.state.players[seat]) for seat in places]
    else:
        places = list(scene.rules.deeds)
        items = [Item(Do.WHOM, name=scene.rules.name(square), lot=scene.lot(square)) for square in places]
    host.open(PlacePage(host, items, places, lambda place: _value(host, subject, place)))


class PlacePage(PickPage):
    """Whose figure, or which deed's: chosen from the list, or its tag is laid on the reader."""

    def __init__(self, host: Host, items: Sequence[Item], places: Sequence[int], take: Callable[[int], None]) -> None:
        super().__init__(host, Title.CORRECT_WHERE, items, lambda index: take(places[index]))
        self._places = places
        self._of_deeds = items[0].lot is not None

    def card(self, seat: int) -> bool:
        """A player's card chooses him."""
        return not self._of_deeds and self._found(seat)

    def deed(self, square: int) -> bool:
        """A deed chooses itself."""
        return self._of_deeds and self._found(square)

    def _found(self, place: int) -> bool:
        if place in self._places:
            self.choose(self._places.index(place))
        return place in self._places


def _value(host: Host, subject: Subject, where: int) -> None:
    """The right figure: dialled, or picked where few are possible."""
    if subject is Subject.CASH:
        cash = host.scene.state.accounts[where]
        who = host.scene.party(where)
        page = DialPage(
            host,
            Title.CORRECT_VALUE,
            (0, 1_000_000),
            lambda value: _because(host, subject, where, value),
            value=cash,
            who=who,
        )
        host.open(page)
        return
    values = _possible(host, subject)
    items = [_value_item(host, subject, value) for value in values]
    host.open(PickPage(host, Title.CORRECT_VALUE, items, lambda index: _because(host, subject, where, values[index])))


def _possible(host: Host, subject: Subject) -> list[int]:
    state = host.scene.state
    match subject:
        case Subject.AT:
            return list(range(host.scene.rules.size))
        case Subject.JAILED:
            return list(range(-1, max(1, host.scene.rules.options.jail_tries)))
        case Subject.OWNER:
            return [BANK, *state.playing()]
        case Subject.MORTGAGED:
            return [0, 1]
        case _:
            return list(range(6))


def _value_item(host: Host, subject: Subject, value: int) -> Item:
    if subject is Subject.AT:
        return Item(Do.WHOM, name=host.scene.rules.name(value), lot=host.scene.lot(value))
    if subject is Subject.OWNER and value != BANK:
        return Item(Do.WHOM, name=host.scene.state.players[value])
    return Item(Do.VALUE, name=subject.value, amount=value)


def _because(host: Host, subject: Subject, where: int, value: int) -> None:
    """The reason, then once more with the money it moves."""

    def confirm(reason: str) -> None:
        command: AnyCommand = Correct(subject, where, value, reason)
        host.open(ConfirmPage(host, Do.CORRECT, command, hold=True, reason=reason))

    pick_reason(host, Title.CORRECT_REASON, REASONS, confirm)


class PausePage(ListPage):
    """The clock stands still until ok or the referee's card."""

    def __init__(self, host: Host, since: float, resume: Callable[[], None]) -> None:
        super().__init__(host)
        self._since = since
        self._resume = resume

    def count(self) -> int:
        """One page."""
        return 1

    def choose(self, index: int) -> None:
        """Go on."""
        del index
        self._resume()

    def back(self) -> None:
        """Nothing leaves a pause but ok and the referee."""

    def screen(self) -> Paused:
        """For how long."""
        return Paused(seconds=int(self.host.clock() - self._since))
