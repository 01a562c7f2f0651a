"""The pages of the display: `draw(screen, canvas, words)` for every screen of `companion.table.views`."""

from companion.dispatch import complete
from companion.screens.pages import lists, money, setup, telling, turn
from companion.screens.pages.kit import draw
from companion.table.shown import Screen
from companion.table.views import AnyScreen

complete(AnyScreen, {kind: page for kind, page in draw.registry.items() if kind is not Screen and kind is not object})

__all__ = ["draw", "lists", "money", "setup", "telling", "turn"]
