"""Enrolling tags by laying them on the reader: players, deeds in board order, the referee, cards."""

from __future__ import annotations

from companion.rules.edition import Edition
from companion.rules.rules import Rules
from companion.table.flows.lobby import Reception
from companion.table.inputs import Button
from companion.table.page import Host, Page
from companion.table.parts import CardLine, Lot, Trouble
from companion.table.scene import card_line, lot_of
from companion.table.tags import AnyTag, CardTag, DeedTag, PlayerTag, RefereeTag, board_key
from companion.table.views import AnyScreen, EnrolDeed, EnrolOther, EnrolPlayer


def wanted(edition: Edition, players: tuple[str, ...], *, cards: bool) -> list[AnyTag]:
    """Everything that can have a tag, in the order in which it is asked for."""
    board = board_key(edition.board)
    things: list[AnyTag] = [PlayerTag(name) for name in players]
    things += [DeedTag(board, square) for square in edition.board.deeds()]
    things.append(RefereeTag())
    if cards:
        things += [CardTag(board, deck, card.id) for deck, pile in edition.decks.items() for card in pile]
    return things


class EnrolPage(Page):
    """One thing after the other: its tag is laid on the reader, ok skips it, back does the one before again.

    With `players`, only their cards are asked for, not all that the evening needs.
    """

    def __init__(self, host: Host, reception: Reception, players: tuple[str, ...] = ()) -> None:
        super().__init__(host)
        self._reception = reception
        self._players = players
        self._place: int | None = None

    def _who(self) -> tuple[str, ...]:
        return self._players or self._reception.evening.people

    def _things(self) -> list[AnyTag]:
        if self._players:
            return [PlayerTag(name) for name in self._players]
        cards = self._reception.evening.cards == "tag"
        return wanted(self._reception.edition(), self._reception.evening.people, cards=cards)

    @property
    def place(self) -> int:
        """The thing that is asked for; at first the first that has no tag yet."""
        if self._place is None:
            things = self._things()
            missing = [place for place, thing in enumerate(things) if not self.host.tags.uids(thing)]
            self._place = missing[0] if missing else 0
        return self._place

    def screen(self) -> AnyScreen:
        """What is asked for, and how far it has come."""
        things = self._things()
        thing = things[self.place]
        alike = [each for each in things if type(each) is type(thing)]
        number, of = alike.index(thing) + 1, len(alike)
        match thing:
            case PlayerTag(name):
                return EnrolPlayer(name=name, number=number, of=of, taken=bool(self.host.tags.uids(thing)))
            case DeedTag():
                return self._deed(thing, number, of, alike)
            case CardTag():
                return EnrolOther(card=self._card(thing), number=number, of=of)
        return EnrolOther(referee=True)

    def _deed(self, thing: DeedTag, number: int, of: int, alike: list[AnyTag]) -> EnrolDeed:
        known = sum(bool(self.host.tags.uids(each)) for each in alike)
        taken = bool(self.host.tags.uids(thing))
        return EnrolDeed(lot=self._lot(thing.square), number=number, of=of, known=known, taken=taken)

    def _lot(self, square: int) -> Lot:
        return lot_of(self._reception.edition().board, square)

    def _card(self, thing: CardTag) -> CardLine:
        return card_line(Rules(self._reception.edition()), thing.deck, thing.card)

    def press(self, button: Button) -> None:
        """Skip, go back, leave."""
        match button:
            case Button.OK | Button.DOWN:
                self._on(1)
            case Button.UP:
                self._on(-1)
            case Button.BACK if self.place > 0:
                self._on(-1)
            case Button.BACK:
                self._leave()

    def hold(self, button: Button) -> None:
        if button is Button.BACK:
            self._leave()

    def tag(self, uid: str) -> bool:
        """Take the tag for what is asked for, unless it stands for something else; who does not play lends his card."""
        thing, known = self._things()[self.place], self.host.tags.find(uid)
        if known is not None and known != thing and not self._is_free(known, thing):
            self.host.say(Trouble.TAG_TAKEN, name=self._name(known), lot=self._taken_lot(known))
        else:
            self.host.tags.enrol(uid, thing)
            self._on(1)
        return True

    def _is_free(self, known: AnyTag, thing: AnyTag) -> bool:
        return isinstance(known, PlayerTag) and isinstance(thing, PlayerTag) and known.name not in self._who()

    def _name(self, tag: AnyTag) -> str:
        match tag:
            case PlayerTag(name):
                return name
            case CardTag():
                return tag.card
        return ""

    def _taken_lot(self, tag: AnyTag) -> Lot | None:
        own = board_key(self._reception.edition().board)
        return self._lot(tag.square) if isinstance(tag, DeedTag) and tag.board == own else None

    def _on(self, by: int) -> None:
        place = self.place + by
        if place >= len(self._things()):
            self._leave()
        else:
            self._place = max(0, place)

    def _leave(self) -> None:
        self._place = None
        self.host.close()
