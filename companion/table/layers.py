"""What lies on the display, one over the other: message, news, pages, base.

Theory of operation
-------------------
    message     a refusal or a notice; the next thing that anybody does turns it away
    news        what has just happened, one page after the other; the game does not wait for it, it waits for pages
    pages       those opened by people (a menu, a trade), the last one on top
    base        follows from the top frame of the agenda (`flows.base`), or is the lobby's

A base that shows money about to move is *urgent*: of the news only what nobody may miss is put before it
(`news.is_told_always`). If such a base has only now come up behind the news, whatever is done turns them away first, so
that nobody confirms what he has not seen. So does a message over an urgent page, whenever that came.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from companion.table.page import Page
from companion.table.shown import Notice, RefusedShown
from companion.table.views import AnyScreen

MESSAGE_FACTOR = 3  # a message stays so many times longer than news


class Layers:
    """The stack of things to show; `patience` is how long news stays, in seconds (0: not at all)."""

    def __init__(self, clock: Callable[[], float], patience: float) -> None:
        self._clock = clock
        self._patience = patience
        self._pages: list[Page] = []
        self._news: deque[AnyScreen] = deque()
        self._until = 0.0
        self._message: RefusedShown | Notice | None = None
        self._is_new = False  # the base came with the latest entry
        self.base: Page | None = None

    @property
    def top(self) -> Page | None:
        """The page that gets what people do."""
        return self._pages[-1] if self._pages else self.base

    @property
    def message(self) -> RefusedShown | Notice | None:
        """The refusal or notice that is shown."""
        return self._message

    def screen(self) -> AnyScreen:
        """What the display shows."""
        if self._message is not None:
            return self._message
        if self._news and not self._pages:
            return self._news[0]
        assert self.top is not None
        return self.top.screen()

    # pages

    def open(self, page: Page) -> None:
        """Put a page on top."""
        self._pages.append(page)

    def close(self) -> None:
        """Take the top page off."""
        if self._pages:
            self._pages.pop()
            self._until = self._clock() + self._patience

    def home(self) -> bool:
        """Take all pages off the base; tell whether there were any."""
        had = bool(self._pages)
        self._pages.clear()
        return had

    def settle(self, base: Page) -> None:
        """The base that fits now: an equal one stays as it is, another one takes all pages with it."""
        self._is_new = self.base is None or self.base.key() != base.key()
        if self._is_new:
            self.base = base
            self._pages.clear()
        self._pages = [page for page in self._pages if not page.is_over()]

    # news and messages

    def tell(self, news: Iterable[AnyScreen], always: Callable[[AnyScreen], bool]) -> None:
        """News of an entry, replacing older news; over an urgent base only what is told always."""
        pages = list(news) if self._patience else []
        if self.base is not None and self.base.urgent:
            pages = [page for page in pages if always(page)]
        self._news = deque(pages)
        self._until = self._clock() + self._patience

    def say(self, message: RefusedShown | Notice) -> None:
        """Show a message; older news is old now."""
        self._news.clear()
        self._message = message
        self._until = self._clock() + self._patience * MESSAGE_FACTOR

    def dismiss_one(self) -> bool:
        """Turn away a message, or a page of news that is shown; False: neither is."""
        if self._message is not None:
            self._message = None
        elif self._news and not self._pages:
            self._news.popleft()
        else:
            return False
        self._until = self._clock() + self._patience
        return True

    def reveal(self) -> bool:
        """Turn away messages and all news; True: an urgent page was hidden and must be seen first."""
        covered = self._message is not None and self.top is not None and self.top.urgent
        self._message = None
        hidden = bool(self._news) and not self._pages and self._is_new and self.base is not None and self.base.urgent
        self._news.clear()
        return hidden or covered

    def expire(self) -> None:
        """Turn away what was shown long enough."""
        ends = self.wakes_at()
        if ends is not None and self._clock() >= ends:
            self.dismiss_one()

    def wakes_at(self) -> float | None:
        """When something will have been shown long enough; news under a page waits until it is seen."""
        shown = self._message is not None or (bool(self._news) and not self._pages)
        return self._until if shown and self._patience else None
