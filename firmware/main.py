"""What MicroPython runs when the Pico has power."""

import settings

from firmware.station import run

run(settings)
