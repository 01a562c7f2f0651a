"""Setting an evening up, one question after the other; everything is remembered for the next one."""

from __future__ import annotations

from collections.abc import Sequence

from companion.table.flows.lobby import Reception
from companion.table.flows.names import NamesPage
from companion.table.inputs import Button
from companion.table.page import Host, ListPage, Page
from companion.table.parts import Do, MenuItem, Party, Title, Trouble
from companion.table.settings import COLORS, LEVELS, PERSON
from companion.table.tags import PlayerTag
from companion.table.views import Menu
from companion.words.languages import names

DICE = (("serial", ""), ("buttons", ""), ("bank", ""))
CARDS = (("pick", ""), ("tag", ""), ("bank", ""))
MOST_NAMES = 20


class SetupPage(ListPage):
    """The questions in their order; each can be answered anew at any time, the last line begins the game."""

    def __init__(self, host: Host, reception: Reception, enrolment: Page) -> None:
        super().__init__(host)
        self._reception = reception
        self._enrolment = enrolment

    def _items(self) -> tuple[MenuItem, ...]:
        evening, edition = self._reception.evening, self._reception.edition()
        return (
            MenuItem(Do.LANGUAGE, name=names().get(evening.language, evening.language)),
            MenuItem(Do.EDITION, name=edition.title),
            MenuItem(Do.PROFILE, amount=len(evening.profiles) or None),
            MenuItem(Do.PLAYERS, amount=len(evening.players)),
            MenuItem(Do.BOT, amount=len(evening.players) - len(evening.people) or None),
            MenuItem(Do.DICE, name=evening.dice),
            MenuItem(Do.CARDS, name=evening.cards),
            MenuItem(Do.ENROL),
            MenuItem(Do.START),
        )

    def count(self) -> int:
        """Seven questions, the tags, and the start."""
        return 9

    def screen(self) -> Menu:
        """The questions with their answers so far."""
        return Menu(title=Title.READY, items=self._items(), selected=self.selected)

    def choose(self, index: int) -> None:
        """Answer a question, or begin."""
        host, desk = self.host, self._reception
        match self._items()[index].do:
            case Do.LANGUAGE:
                host.open(AnswerPage(host, desk, Title.LANGUAGE, Do.LANGUAGE, "language", tuple(names().items())))
            case Do.EDITION:
                host.open(AnswerPage(host, desk, Title.EDITION, Do.EDITION, "edition", desk.editions()))
            case Do.PROFILE:
                host.open(ProfilesPage(host, desk))
            case Do.PLAYERS:
                host.open(PlayersPage(host, desk))
            case Do.BOT:
                host.open(BotsPage(host, desk))
            case Do.DICE:
                host.open(AnswerPage(host, desk, Title.DICE, Do.DICE, "dice", DICE))
            case Do.CARDS:
                host.open(AnswerPage(host, desk, Title.CARDS, Do.CARDS, "cards", CARDS))
            case Do.ENROL:
                host.open(self._enrolment)
            case _ if lacks_cards(host, desk.evening.people):
                host.open(self._enrolment)
            case _:
                desk.start()


def lacks_cards(host: Host, players: Sequence[str]) -> bool:
    """Whether somebody who plays has no card yet, so that tags must be enrolled before anything else."""
    return not all(host.tags.uids(PlayerTag(name)) for name in players)


class AnswerPage(ListPage):
    """One of several answers: key and, where it has one, its own name."""

    def __init__(
        self,
        host: Host,
        reception: Reception,
        title: Title,
        do: Do,
        field: str,
        answers: Sequence[tuple[str, str]],
    ) -> None:
        super().__init__(host)
        self._reception = reception
        self._title = title
        self._do = do
        self._field = field
        self._answers = answers
        keys = [key for key, _ in answers]
        now = getattr(reception.evening, field)
        self.selected = keys.index(now) if now in keys else 0

    def count(self) -> int:
        return len(self._answers)

    def screen(self) -> Menu:
        now = getattr(self._reception.evening, self._field)
        items = tuple(MenuItem(self._do, name=name or key, checked=key == now) for key, name in self._answers)
        return Menu(title=self._title, items=items, selected=self.selected)

    def choose(self, index: int) -> None:
        """Take it, and go back to the questions."""
        if self._reception.change(**{self._field: self._answers[index][0]}):
            self.host.close()


class ProfilesPage(ListPage):
    """Bundles of house rules, each on or off."""

    def __init__(self, host: Host, reception: Reception) -> None:
        super().__init__(host)
        self._reception = reception

    def count(self) -> int:
        return len(self._reception.profiles())

    def screen(self) -> Menu:
        chosen = self._reception.evening.profiles
        items = tuple(
            MenuItem(Do.PROFILE, name=title, checked=profile in chosen) for profile, title in self._reception.profiles()
        )
        return Menu(title=Title.PROFILES, items=items, selected=self.selected)

    def choose(self, index: int) -> None:
        profile, _ = self._reception.profiles()[index]
        chosen = self._reception.evening.profiles
        kept = tuple(each for each in chosen if each != profile)
        self._reception.change(profiles=kept if profile in chosen else (*chosen, profile))


class PlayersPage(ListPage):
    """Who plays, in seating order: chosen from the list or by laying the own card; info gives another name."""

    def __init__(self, host: Host, reception: Reception) -> None:
        super().__init__(host)
        self._reception = reception
        self._names: list[str] = []
        self._list()

    def _list(self) -> None:
        """All that have a card, all colors, and all who play."""
        known = (tag.name for tag in self.host.tags.all().values() if isinstance(tag, PlayerTag))
        self._names = list(dict.fromkeys((*known, *COLORS, *self._reception.evening.players)))

    def count(self) -> int:
        return len(self._names)

    def screen(self) -> Menu:
        """Each with its mark, and as `amount` its place at the table."""
        players = self._reception.evening.players
        items = tuple(
            MenuItem(
                Do.COLOR,
                name=color,
                checked=color in players,
                amount=players.index(color) + 1 if color in players else None,
            )
            for color in self._names
        )
        return Menu(title=Title.PLAYERS, items=items, selected=self.selected, names=True)

    def press(self, button: Button) -> None:
        """Info asks what the player under the cursor is called."""
        if button is Button.INFO:
            name = self._names[self.selected]
            self.host.open(NamesPage(self.host, self._reception, name, lambda other: self._call(name, other)))
        else:
            super().press(button)

    def _call(self, name: str, other: str) -> None:
        """Whoever is given a name plays, and his card goes by it from now on, unless that name has a card."""
        evening = self._reception.evening
        players = tuple(other if each == name else each for each in evening.players)
        known = dict.fromkeys((other, name, *evening.names))
        names = tuple(each for each in known if each not in COLORS)[:MOST_NAMES]
        bots = {other if each == name else each: level for each, level in evening.bots.items()}
        if self._reception.change(players=players if other in players else (*players, other), names=names, bots=bots):
            self.host.tags.rename(PlayerTag(name), PlayerTag(other))
            self._list()
            self.selected = self._names.index(other)

    def choose(self, index: int) -> None:
        self._toggle(self._names[index])

    def tag(self, uid: str) -> bool:
        """A player's card brings him in, or takes him out; the cursor shows him."""
        tag = self.host.tags.find(uid)
        if not isinstance(tag, PlayerTag):
            return False
        self._toggle(tag.name)
        self.selected = self._names.index(tag.name)
        return True

    def _toggle(self, name: str) -> None:
        players = self._reception.evening.players
        rest = tuple(each for each in players if each != name)
        bots = self._reception.evening.bots_with(name, PERSON)
        self._reception.change(players=rest if name in players else (*players, name), bots=bots)

    def back(self) -> None:
        """Leave when there are enough, and not too many, for the edition (S1-02, S3-03, S4-02)."""
        options, count = self._reception.edition().options, len(self._reception.evening.players)
        if count < options.min_players:
            self.host.say(Trouble.TOO_FEW_PLAYERS, name=str(options.min_players))
        elif count > options.max_players:
            self.host.say(Trouble.TOO_MANY_PLAYERS, name=str(options.max_players))
        else:
            self.host.close()


class BotsPage(ListPage):
    """For whom the program plays: ok goes from a person to a child's level, to a grown-up's, and back."""

    def __init__(self, host: Host, reception: Reception) -> None:
        super().__init__(host)
        self._reception = reception

    def count(self) -> int:
        return len(self._reception.evening.players)

    def screen(self) -> Menu:
        """Each player with who plays for him."""
        evening = self._reception.evening
        items = tuple(
            MenuItem(Do.BOT, name=evening.bots.get(name, PERSON), who=Party(seat, name))
            for seat, name in enumerate(evening.players)
        )
        return Menu(title=Title.BOTS, items=items, selected=self.selected)

    def choose(self, index: int) -> None:
        evening = self._reception.evening
        name, ways = evening.players[index], (PERSON, *LEVELS)
        now = evening.bots.get(name, PERSON)
        following = ways[(ways.index(now) + 1) % len(ways)] if now in ways else PERSON
        self._reception.change(bots=evening.bots_with(name, following))
