"""What is said at the table when a device fails; a fault never stops the game."""

from __future__ import annotations

from companion.table.parts import Trouble

DIE = {"noise": Trouble.DIE_NOISE, "impossible": Trouble.BAD_DICE}
DEVICES = {"reader": Trouble.READER_GONE, "panel": Trouble.PANEL_GONE, "die": Trouble.DIE_GONE}


def trouble_of(device: str, kind: str) -> Trouble:
    """The message for a device's fault; `kind` is a word such as `missing`, `noise`, `impossible`."""
    if device == "die" and kind in DIE:
        return DIE[kind]
    return DEVICES.get(device, Trouble.DEVICE_GONE)
