"""Chips and wires: the real libraries of the drivers run on these, on any computer, without hardware."""

from companion.simulator.box import SimulatedBox
from companion.simulator.install import install

__all__ = ["SimulatedBox", "install"]
