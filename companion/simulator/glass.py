"""What all simulated panels have: a glass that somebody looks at, and a count of its visible changes."""

import random
import threading
from abc import ABC, abstractmethod

from PIL import Image


class Glass(ABC):
    """`version` counts visible changes, and `changed` is notified with each."""

    contrast = 0

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.version = 0
        self.changed = threading.Condition()
        self._noise = random.Random(0)
        self.power_cycle()

    @abstractmethod
    def power_cycle(self) -> None:
        """Lose the supply: the memory holds noise, the settings are those after reset, the picture is off."""

    @abstractmethod
    def picture(self) -> Image.Image:
        """What the glass shows, as a picture of mode "1"."""

    def bits(self) -> bytes:
        """What the glass shows, row by row, eight pixels a byte with the left one highest; 1 is lit."""
        return self.picture().tobytes()

    def dark(self) -> bytes:
        """A glass on which nothing is lit."""
        return bytes(self.width * self.height // 8)

    def touch(self) -> None:
        """Count a change."""
        with self.changed:
            self.version += 1
            self.changed.notify_all()
