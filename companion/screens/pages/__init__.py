"""The pages of the display: `draw(screen, canvas, words)` for every screen of `companion.table.views`."""

from companion.screens.pages import lists, money, setup, telling, turn
from companion.screens.pages.kit import draw

__all__ = ["draw", "lists", "money", "setup", "telling", "turn"]
