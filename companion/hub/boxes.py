"""The boxes of a tournament: how each joins, where it stands, and how it is."""

from __future__ import annotations

import secrets
from datetime import datetime

import msgspec
from sqlalchemy.exc import DBAPIError

from companion.errors import UserError, message
from companion.hub.credentials import broker_digest, code_digest, is_password, new_code, new_password
from companion.hub.store import NOWHERE, Store, TableBox
from companion.publishing import wire
from companion.words.languages import DEFAULT
from companion.words.refusals import worded


class BoxStatus(msgspec.Struct):
    """What is known of a box beside its registration: `drift` is its clock less the hub's, in ms."""

    online: bool = False
    seen: datetime | None = None
    drift: int | None = None
    health: wire.Health | None = None
    version: str = ""


class Boxes:
    """The boxes of one event by their ids (`all`); used under the hub's lock."""

    def __init__(self, store: Store, event: str) -> None:
        self._store, self._event = store, event
        self.all = store.boxes(event)
        self.status: dict[str, BoxStatus] = {}

    def reload(self) -> None:
        self.all = self._store.boxes(self._event)

    def key_of(self, box: str) -> str:
        """The public key that a box joined with, empty for none."""
        return self.all[box].key if box in self.all else ""

    def place_of(self, box: str) -> int:
        """The table at which a box stands, -1 for none."""
        return self.all[box].place if box in self.all else NOWHERE

    def at(self, place: int) -> str:
        """The box that stands at a table, empty for none."""
        return next((box.id for box in self.all.values() if box.place == place != NOWHERE), "")

    def digests(self) -> dict[str, str]:
        """What the broker lets boxes in by."""
        return {box.id: box.secret for box in self.all.values()}

    def invite(self, authority: str, language: str = DEFAULT, place: int | None = None) -> tuple[TableBox, str]:
        """Make room for a box and a code with which it joins, once; it stands at `place`, else at the next free one."""
        taken = {box.place for box in self.all.values()}
        at = next(at for at in range(len(taken) + 1) if at not in taken) if place is None else place
        code = new_code(authority)
        name = worded(message("tournament.table-name", table=at + 1), language)
        box = TableBox(f"box-{secrets.token_hex(4)}", name, at, code_digest(code))
        self.keep(box)
        return box, code

    def join(self, joining: wire.Joining) -> tuple[TableBox, str]:
        """Let a box in by its code; gives it with its password. `UserError` for a wrong or used code."""
        digest = code_digest(joining.code)
        self.reload()  # another program may have invited it
        box = next((each for each in self.all.values() if each.code == digest), None)
        if box is None:
            raise UserError("tournament.wrong-code")
        password = new_password()
        box = msgspec.structs.replace(box, code="", secret=broker_digest(password), key=joining.key)
        self.keep(box)
        return box, password

    def put(self, box: str, place: int) -> None:
        """Put a box at a table (from 0; -1 nowhere); one that stood there stands nowhere from now on."""
        if box not in self.all:
            raise UserError("tournament.no-such-box", box=box)
        other = self.at(place)
        if other and other != box:
            self.keep(msgspec.structs.replace(self.all[other], place=NOWHERE))
        self.keep(msgspec.structs.replace(self.all[box], place=place))

    def keep(self, box: TableBox) -> None:
        """Write a box down; `UserError` when the database refuses."""
        try:
            self._store.keep_box(self._event, box)
        except DBAPIError as error:
            raise UserError("tournament.database-refuses", error=str(error.orig)) from error
        self.all[box.id] = box

    def is_box(self, box: str, password: str) -> bool:
        """Whether this is the box that it says."""
        return box in self.all and is_password(password, self.all[box].secret)

    def heard(self, box: str, kind: str, when: datetime) -> BoxStatus:
        """Note that a box has said something; its last will says that it is gone."""
        status = self.status.setdefault(box, BoxStatus())
        status.online, status.seen = kind != "gone", when
        return status
