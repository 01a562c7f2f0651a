"""Chips and wires: the real libraries of the drivers run on these, on any computer, without hardware."""

from companion.simulator.bench import Bench
from companion.simulator.install import install

__all__ = ["Bench", "install"]
