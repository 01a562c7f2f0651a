"""MicroPython's `os`, with the random bytes that this port lacks."""

import wires
from uos import *  # noqa: F403


def urandom(count):
    return bytes.fromhex(wires.random(count))
