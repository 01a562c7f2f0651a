"""What is kept from one evening to the next, outside the ledger: how the table plays, in a JSON file."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.errors import UserError
from companion.table.settings import Evening
from companion.table.tags import write_whole


class Keeper:
    """Remembers the last evening; `path` None: only as long as the program runs."""

    def __init__(self, evening: Evening, path: Path | None = None) -> None:
        self.evening = evening
        self._path = path

    @classmethod
    def read(cls, path: Path, default: Evening) -> Keeper:
        """The evening that was kept, or the default before the first one.

        :raises UserError: the file cannot be read, or is none of ours.
        """
        try:
            return cls(msgspec.json.decode(path.read_bytes(), type=Evening), path)
        except FileNotFoundError:
            return cls(default, path)
        except OSError as error:
            raise UserError(f"{path}: {error.strerror}") from error
        except msgspec.MsgspecError as error:
            raise UserError(
                f"{path}: is not what this program keeps there: {error}; delete it to begin anew"
            ) from error

    def keep(self, evening: Evening) -> None:
        """Keep how the table plays now.

        :raises OSError: the disk refuses; the evening goes on as it was set.
        """
        self.evening = evening
        if self._path is not None:
            write_whole(self._path, msgspec.json.format(msgspec.json.encode(evening)))
