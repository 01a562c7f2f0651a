"""MicroPython's `time`, sleeping without work."""

import wires
from utime import *  # noqa: F403


def sleep_ms(ms):
    wires.sleep(ms)
