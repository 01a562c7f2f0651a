"""MicroPython's `os`, with the random bytes that this port lacks; a file that is renamed outlives the VM."""

import wires
from uos import *  # noqa: F403
from uos import rename as _rename


def urandom(count):
    return bytes.fromhex(wires.random(count))


def rename(old, new):
    _rename(old, new)
    with open(new, "rb") as file:
        wires.flash(new, file.read().hex())
