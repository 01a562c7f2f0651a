"""What a die knows after a power cut, in a file of the Pico's flash."""

import os

from companion.devices.die_protocol import Memory

NAME = "memory.txt"


class FileMemory(Memory):
    """Reads the file when the die starts, and replaces it as one; without it, begins at a random number."""

    def __init__(self) -> None:
        try:
            with open(NAME) as file:
                number, _, words = file.read().partition(" ")
            super().__init__(int(number) & 0xFFFFFFFF, words)
        except (OSError, ValueError):
            super().__init__(int.from_bytes(os.urandom(4), "big"))

    def save(self) -> None:
        """Put both where a power cut leaves them."""
        with open(NAME + "~", "w") as file:
            file.write(f"{self.number} {self.words}")
        os.rename(NAME + "~", NAME)
