"""Files instead of a network: games that were exported at their tables, taken in by the same checks."""

from __future__ import annotations

import msgspec

from companion.hub import wire
from companion.hub.frames import is_pieces, join
from companion.hub.hub import Hub
from companion.hub.intake import box_of
from companion.hub.settings import HubError
from companion.hub.worker import Message
from companion.ledger.record import GameLines, from_text


def take_file(hub: Hub, text: bytes, where: tuple[int, int] | None = None) -> list[str]:
    """Take in games that were handed over as an export, or as scanned pieces of one; says of each what became of it.

    `where` is the round and table of a game whose box does not stand where it was played. `HubError` when a game
    is not sealed by a box of this event.
    """
    export = join(text.decode(errors="replace").splitlines()) if is_pieces(text) else text
    said = []
    for record in from_text(export):
        with hub.lock:
            box = box_of(record, {each.key: each.id for each in hub.fleet.boxes.values() if each.key})
            said.append(_take_record(hub, record, box, where))
    return said


def _take_record(hub: Hub, record: GameLines, box: str, where: tuple[int, int] | None) -> str:
    now, game = hub.now(), record.game
    before = hub.intake.have(game)
    messages: list[Message] = [(box, "lines", line, now) for line in record.lines]
    messages += [(box, "seal", line, now) for line in record.seals]
    if hub.tournament.place_of(game) is None:
        number, table = where or (hub.tournament.current(), hub.fleet.boxes[box].place)
        playing = msgspec.json.encode(wire.Playing(game, number, table))
        messages.append((box, "playing", playing, now))
    known = hub.store.count(hub.event, "incidents")
    hub.process(messages)
    after = hub.intake.have(game)
    for incident in reversed(hub.store.incidents(hub.event)[: hub.store.count(hub.event, "incidents") - known]):
        raise HubError(f"game {game}: {incident.kind}: {incident.told}")
    if after.length < len(record.lines):
        raise HubError(f"game {game}: the hub has another history of it; see the incidents")
    return f"{game}: {after.length - before.length} new entries of {after.length}, {after.seals} seals"
