"""The serial die: programs for a Raspberry Pi Pico under MicroPython, whose logic runs under CPython as it is."""
