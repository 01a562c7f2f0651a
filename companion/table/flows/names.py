"""What a player is called: as on an earlier evening, by a color, or by a name spelt letter by letter."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from companion.table.flows.lobby import Reception
from companion.table.inputs import Button
from companion.table.page import Host, ListPage, Page
from companion.table.parts import Do, MenuItem, Party, Title, Trouble
from companion.table.settings import COLORS
from companion.table.views import Menu, Spelling
from companion.words.languages import manner_of

Call = Callable[[str], None]
LONGEST = 12
SPACE = " "


class NamesPage(ListPage):
    """Another name for a player: one that is known and nobody has now, or a new one."""

    def __init__(self, host: Host, reception: Reception, name: str, call: Call) -> None:
        super().__init__(host)
        self._name = name
        self._call = call
        self._language = reception.evening.language
        self._taken = reception.evening.players
        self._free = [each for each in (*reception.evening.names, *COLORS) if each not in (*self._taken, name)]

    def count(self) -> int:
        """A new name, and those that are free."""
        return 1 + len(self._free)

    def screen(self) -> Menu:
        items = (MenuItem(Do.SPELL), *(MenuItem(Do.COLOR, name=name) for name in self._free))
        return Menu(title=Title.NAME, items=items, selected=self.selected, who=Party(0, self._name))

    def choose(self, index: int) -> None:
        """Take it, or spell another one."""
        if index:
            self.host.close()
            self._call(self._free[index - 1])
        else:
            self.host.open(SpellPage(self.host, self._language, self._name, self._spelt))

    def _spelt(self, name: str) -> None:
        others = [each for each in self._taken if each != self._name]
        if name.casefold() in {each.casefold() for each in (*others, *COLORS)}:
            self.host.say(Trouble.NAME_TAKEN, name=name)
            return
        self.host.close()
        self.host.close()
        self._call(name)


class SpellPage(Page):
    """Up and down turn the wheel of letters, ok takes one, back takes the last one away, info is done.

    A tone, where the language has them, goes on the vowel that was taken last.
    """

    wants_info = True

    def __init__(self, host: Host, language: str, name: str, take: Call) -> None:
        super().__init__(host)
        self._manner = manner_of(language)
        self._wheel = (*self._manner.alphabet, *self._manner.tones, SPACE)
        self._name = name
        self._take = take
        self._at = 0
        self._text = ""

    def screen(self) -> Spelling:
        """The name so far and the wheel."""
        wheel = tuple(map(self._cased, self._wheel))
        return Spelling(who=Party(0, self._name), text=self._text, wheel=wheel, at=self._at)

    def _cased(self, letter: str) -> str:
        """A name, and each word of it, begins with a capital."""
        return letter.upper() if self._text.endswith(SPACE) or not self._text else letter

    def press(self, button: Button) -> None:
        """Turn, take, erase, or be done."""
        match button:
            case Button.UP | Button.DOWN:
                self._at = (self._at + (1 if button is Button.DOWN else -1)) % len(self._wheel)
            case Button.OK:
                self._add(self._wheel[self._at])
            case Button.BACK if self._text:
                self._text = self._text[:-1]
            case Button.BACK:
                self.host.close()
            case Button.INFO if self._text.strip():
                self._take(self._text.strip())

    def _add(self, letter: str) -> None:
        if tone := self._manner.tones.get(letter):
            if self._text[-1:].lower() in [*self._manner.vowels]:
                self._text = unicodedata.normalize("NFC", self._text + tone)
        elif len(self._text) < LONGEST and (letter != SPACE or self._text):
            self._text += self._cased(letter)
