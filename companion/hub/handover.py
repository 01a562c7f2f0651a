"""Files instead of a network: games that were exported at their tables, taken in by the same checks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec

from companion.errors import Message, UserError, message
from companion.hub.hub import Hub
from companion.hub.worker import Message as TableMessage
from companion.ledger.record import GameLines, from_text
from companion.ledger.seal import fingerprint, read_seal
from companion.publishing import wire
from companion.publishing.pieces import is_pieces, join


def take_file(hub: Hub, text: bytes, where: tuple[int, int] | None = None) -> list[Message]:
    """Take in games that were handed over as an export, or as scanned pieces of one; says of each what became of it.

    `where` is the round and table of a game whose box does not stand where it was played.

    :raises UserError: a game is not sealed by a box of this event, or is refused.
    """
    export = join(text.decode(errors="replace").splitlines()) if is_pieces(text) else text
    return [hub.ask(partial(_take, record, where)) for record in from_text(export)]


def _take(record: GameLines, where: tuple[int, int] | None, hub: Hub) -> Message:
    box = box_of(record, {each.key: each.id for each in hub.boxes.all.values() if each.key})
    now, game = hub.now(), record.game
    before, known = hub.intake.have(game), hub.store.count(hub.event, "incidents")
    messages: list[TableMessage] = [(box, "lines", line, now) for line in record.lines]
    messages += [(box, "seal", line, now) for line in record.seals]
    if hub.tournament.place_of(game) is None:
        number, table = where or (hub.tournament.current(), hub.boxes.place_of(box))
        messages.append((box, "playing", msgspec.json.encode(wire.Playing(game, number, table)), now))
    hub.process(messages)
    after = hub.intake.have(game)
    for incident in reversed(hub.store.incidents(hub.event)[: hub.store.count(hub.event, "incidents") - known]):
        raise UserError("tournament.game-refused", game=game, why=incident.why)
    if after.length < len(record.lines):
        raise UserError("tournament.another-history", game=game)
    new = after.length - before.length
    return message("tournament.taken-in", game=game, new=new, entries=after.length, seals=after.seals)


def box_of(record: GameLines, keys: Mapping[str, str]) -> str:
    """The box that has sealed a game handed over as a file; `keys`: box by public key. `UserError` if it is none."""
    if not record.seals:
        raise UserError("tournament.game-unsealed", game=record.game)
    key = read_seal(record.seals[-1]).key
    if key not in keys:
        raise UserError("tournament.foreign-seal", game=record.game, key=fingerprint(key))
    return keys[key]
