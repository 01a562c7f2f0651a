"""How the table plays: by the last word of what was chosen at it and what the settings say."""

from __future__ import annotations

from companion.config import Config
from companion.paths import state_directory
from companion.table.keeper import Keeper
from companion.table.settings import Evening


def keeper_of(config: Config) -> Keeper:
    """The evening that this table keeps.

    :raises UserError: the file cannot be read, or is none of ours.
    """
    table = config.table
    fields = {field: getattr(table, field) for field in Evening.__struct_fields__ if hasattr(table, field)}
    return Keeper.read(state_directory() / "evening.json", Evening(**fields))
