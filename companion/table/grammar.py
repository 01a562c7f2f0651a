"""The grammar of taps: what a tag on the reader means (design: Table).

A tag goes to the top page; if that has no use for it, the pages above the base are put away and the base is asked; if
that has none either, the general meaning holds: a player's card opens his menu, an owned deed its own, the referee's
card the referee's; and whatever means nothing here is said to mean nothing. Lifting a tag changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from companion.rules.commands import Buy, ClaimRent
from companion.rules.frames import BANK
from companion.table.flows.deeds import DeedPage
from companion.table.flows.mine import MinePage
from companion.table.flows.people import welcome
from companion.table.layers import Layers
from companion.table.page import Host, Page
from companion.table.parts import Party, Trouble
from companion.table.tags import AnyTag, CardTag, DeedTag, PlayerTag, RefereeTag


class TagDesk(Host, Protocol):
    """What reading a tag needs of the desk besides what a page may ask of it."""

    layers: Layers
    board: str

    def referee_page(self) -> Page:
        """The referee's menu."""


def read_tag(desk: TagDesk, tag: AnyTag) -> None:
    """Do what a tag means now, or say why it means nothing."""
    match tag:
        case PlayerTag(name):
            _player(desk, name)
        case DeedTag(board, square):
            _deed(desk, board, square)
        case CardTag(board, deck, card):
            _card(desk, board, deck, card)
        case RefereeTag():
            desk.open(desk.referee_page())


def _player(desk: TagDesk, name: str) -> None:
    state = desk.scene.state
    seat = state.seat_of(name)
    if seat == BANK or (state.out[seat] and not state.over):
        if not welcome(desk, name):
            desk.say(Trouble.NOT_PLAYING, who=Party(seat, name))
    elif not any(page.card(seat) for page in _asked(desk)):
        desk.open(MinePage(desk, seat, own=True))


def _deed(desk: TagDesk, board: str, square: int) -> None:
    if board != desk.board:
        desk.say(Trouble.FOREIGN_TAG)
    elif any(page.deed(square) for page in _asked(desk)):
        return
    elif _claims(desk, square):
        desk.ask(ClaimRent(desk.scene.owner(square)))
    elif desk.scene.owner(square) != BANK:
        desk.open(DeedPage(desk, square))
    elif desk.scene.waits_for_lap(square):
        desk.ask(Buy(desk.scene.state.turn))
    else:
        desk.say(Trouble.DEED_NOT_OFFERED, lot=desk.scene.lot(square))


def _card(desk: TagDesk, board: str, deck: str, card: str) -> None:
    if board != desk.board:
        desk.say(Trouble.FOREIGN_TAG)
    elif not any(page.drawn(deck, card) for page in _asked(desk)):
        desk.say(Trouble.NO_CARD_NOW, name=card)


def _claims(desk: TagDesk, square: int) -> bool:
    """Whether the owner's oldest waiting rent is for this deed; claiming settles the oldest."""
    owner = desk.scene.owner(square)
    mine = [claim for claim in desk.scene.state.claims if claim.owner == owner]
    return bool(mine) and mine[0].square == square


def _asked(desk: TagDesk) -> Iterator[Page]:
    """The top page, then the base with all above it put away."""
    layers = desk.layers
    if layers.top is not None:
        yield layers.top
    if layers.home() and layers.base is not None:
        yield layers.base
