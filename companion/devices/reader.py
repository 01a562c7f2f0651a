"""The tag reader: looks every few milliseconds and tells what was laid and lifted."""

from typing import TYPE_CHECKING

from companion.devices.device import ThreadedDevice
from companion.devices.gpio import choose_chip
from companion.devices.ports import TagListener
from companion.devices.presence import Presence, PresenceChange
from companion.devices.settings import ReaderSettings

if TYPE_CHECKING:
    from companion.devices.rc522 import Rc522


class TagReader(ThreadedDevice):
    """Tells a TagListener of tags; a reader that dies is opened anew, and the tag lying on it stays known meanwhile."""

    def __init__(self, settings: ReaderSettings, listener: TagListener) -> None:
        super().__init__("reader", listener, settings.retry_ms)
        self._settings = settings
        self._listener = listener
        self._presence = Presence()

    def _serve(self) -> None:
        choose_chip()
        from companion.devices.rc522 import Rc522

        chip = Rc522(self._settings)
        try:
            self._well()
            while not self._closing:
                self._look(chip)
                self._rest(self._settings.poll_ms / 1000)
        finally:
            chip.close()

    def _look(self, chip: "Rc522") -> None:
        for change, uid in self._presence.see(chip.look()):
            match change:
                case PresenceChange.LAID:
                    self._tell(self._listener.laid, uid)
                case PresenceChange.LIFTED:
                    self._tell(self._listener.lifted, uid)
                case PresenceChange.CLASHED:
                    self._tell(self._listener.clashed)
