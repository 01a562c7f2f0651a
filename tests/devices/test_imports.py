"""A Pi Zero must start fast: the libraries are loaded by the threads of the devices, not by importing drivers."""

import subprocess
import sys

HEAVY = {"gpiozero", "lgpio", "RPi", "mfrc522", "spidev", "luma", "smbus2", "serial"}


def test_importing_the_box_loads_no_hardware_library() -> None:
    code = "import sys, companion.devices.box; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "companion.devices.reader" in loaded
    assert not HEAVY & set(loaded)
