"""What is kept from one evening to the next, outside the ledger: how the table plays, in a JSON file.

The last word counts: what was chosen at the table holds until the same thing is changed in the settings. For that the
file also has what the settings said when it was written.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.disk import write_whole
from companion.errors import UserError
from companion.reading import UNREADABLE
from companion.table.settings import Evening
from companion.words.languages import known


class _Kept(Evening, frozen=True, forbid_unknown_fields=True):
    settings: Evening | None = None  # None: as written before they were kept


class Keeper:
    """Remembers the last evening; `path` None: only as long as the program runs."""

    def __init__(self, evening: Evening, path: Path | None = None, settings: Evening | None = None) -> None:
        self.evening = evening
        self._path = path
        self._settings = settings or evening

    @classmethod
    def read(cls, path: Path, settings: Evening) -> Keeper:
        """The evening that was kept, with what the settings say otherwise than they did then.

        :raises UserError: the file cannot be read, or is none of ours.
        """
        try:
            kept = msgspec.json.decode(path.read_bytes(), type=_Kept)
            return cls(_latest(kept, settings), path, settings)
        except FileNotFoundError:
            return cls(settings, path)
        except OSError as error:
            raise UserError("file", path=path, error=error) from error
        except UNREADABLE as error:
            raise UserError("not-an-evening", path=path, why=str(error)) from error

    def keep(self, evening: Evening) -> None:
        """Keep how the table plays now.

        :raises OSError: the disk refuses; the evening goes on as it was set.
        """
        self.evening = evening
        if self._path is not None:
            kept = _Kept(**msgspec.structs.asdict(evening), settings=self._settings)
            write_whole(self._path, msgspec.json.format(msgspec.json.encode(kept)))


def _latest(kept: _Kept, settings: Evening) -> Evening:
    before = kept.settings or settings
    fields = {
        name: getattr(kept if getattr(settings, name) == getattr(before, name) else settings, name)
        for name in Evening.__struct_fields__
    }
    if fields["language"] not in known():  # its folder is gone
        fields["language"] = settings.language
    return Evening(**fields)
