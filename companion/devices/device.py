"""A device's life: one thread that opens the hardware, serves it until it fails, tells the fault once, and retries."""

import errno
import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ParamSpec

from companion.devices.ports import FaultKind, FaultListener
from companion.errors import Message, message

_P = ParamSpec("_P")
_KINDS = {
    errno.EACCES: FaultKind.DENIED,
    errno.EPERM: FaultKind.DENIED,
    errno.EBUSY: FaultKind.BUSY,
    errno.EAGAIN: FaultKind.BUSY,
}
_CLOSE_TIMEOUT = 3.0

log = logging.getLogger(__name__)


class DeviceFault(Exception):
    """A fault a driver has recognised; `detail` is worded by `banker doctor`."""

    def __init__(self, kind: FaultKind, detail: Message) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail


def kind_of(error: OSError) -> FaultKind:
    """Name an error of the system by its number: not allowed, taken, and all else is not there."""
    return _KINDS.get(error.errno or 0, FaultKind.MISSING)


def _refused(error: OSError) -> Message:
    if error.filename:
        return message("device.fault.node", node=error.filename, error=error)
    return message("device.fault.system", error=error)


class ThreadedDevice(ABC):
    """Runs `_serve` in one thread until closed; after every failure it is called anew, `retry_ms` later."""

    def __init__(self, name: str, listener: FaultListener, retry_ms: int) -> None:
        self.name = name
        self.told = 0
        self._faults = listener
        self._retry = retry_ms / 1000
        self._fault: FaultKind | None = None
        self._closing = False
        self._ready = False
        self._bell = threading.Condition()
        self._rung = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread; hardware that is missing is a fault told to the listener, never an error here."""
        self._thread.start()

    def close(self) -> None:
        """Stop the thread and release the hardware; may be called twice, and before start."""
        self._closing = True
        self.wake()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(_CLOSE_TIMEOUT)

    def wake(self) -> None:
        """Cut the present rest short."""
        with self._bell:
            self._rung = True
            self._bell.notify_all()

    def wait_told(self, count: int, timeout: float) -> bool:
        """Wait until the listener was told `count` things; `timeout` in seconds, False when it ran out."""
        with self._bell:
            return self._bell.wait_for(lambda: self.told >= count, timeout)

    def wait_ready(self, timeout: float) -> bool:
        """Wait until the hardware answers; `timeout` in seconds, False when it ran out."""
        with self._bell:
            return self._bell.wait_for(lambda: self._ready, timeout)

    @abstractmethod
    def _serve(self) -> None:
        """Open the hardware, say `_well()`, work until `_closing`, and release it whatever happens."""

    def _run(self) -> None:
        while not self._closing:
            try:
                self._serve()
            except DeviceFault as fault:
                self._ill(fault.kind, fault.detail)
            except OSError as error:
                self._ill(kind_of(error), _refused(error))
            except Exception as error:
                log.exception("%s failed", self.name)
                self._ill(FaultKind.BROKEN, message("device.fault.broken", error=repr(error)))
            if not self._closing:
                self._rest(self._retry)

    def _rest(self, seconds: float | None) -> bool:
        """Wait until woken or until the time is over (None: no end); say whether woken."""
        with self._bell:
            rung = self._bell.wait_for(lambda: self._rung, seconds)
            self._rung = False
            return rung

    def _tell(self, word: Callable[_P, None], *args: _P.args, **kwargs: _P.kwargs) -> None:
        word(*args, **kwargs)
        with self._bell:
            self.told += 1
            self._bell.notify_all()

    def _ill(self, kind: FaultKind, detail: Message) -> None:
        self._ready = False
        if self._fault is not kind:
            self._fault = kind
            log.warning("%s: %s: %s", self.name, kind, detail)
            self._tell(self._faults.faulted, self.name, kind, detail)

    def _well(self) -> None:
        with self._bell:
            self._ready = True
            self._bell.notify_all()
        if self._fault is not None:
            self._fault = None
            log.info("%s recovered", self.name)
            self._tell(self._faults.recovered, self.name)
