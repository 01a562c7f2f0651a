"""What stands in for `_lgpio`, the C part of lgpio: its GPIO calls, on simulated chips.

Notifications go through a pipe per handle, sixteen bytes each, as the C library writes them.
"""

import os
import struct
from collections.abc import Callable
from types import ModuleType
from typing import BinaryIO

from companion.simulator import nodes
from companion.simulator.gpiochip import GPIO_BUSY, NOT_ALLOCATED, NOT_AN_OUTPUT, Alert, GpioChip, Mode

_BAD_HANDLE, _BAD_GPIO, _CANNOT_OPEN = -5, -73, -78
_BAD_PWM_FREQUENCY, _BAD_PWM_DUTY, _BAD_DEBOUNCE = -102, -103, -98
_MAX_HZ, _MAX_DEBOUNCE_US = 10_000, 5_000_000
_PULLS = Mode.PULL_UP | Mode.PULL_DOWN | Mode.PULL_NONE
_VERSION = 0x00020200
_TEXTS = {
    _BAD_HANDLE: "unknown handle",
    _BAD_GPIO: "bad GPIO number",
    _CANNOT_OPEN: "can not open gpiochip",
    GPIO_BUSY: "GPIO busy",
    NOT_ALLOCATED: "GPIO not allocated",
    NOT_AN_OUTPUT: "GPIO not set as an output",
    _BAD_PWM_FREQUENCY: "bad PWM frequency",
    _BAD_PWM_DUTY: "bad PWM dutycycle",
    _BAD_DEBOUNCE: "bad debounce microseconds",
}

_handles: dict[int, tuple[int, GpioChip]] = {}
_pipes: dict[int, tuple[int, int]] = {}


def module() -> ModuleType:
    """Make the module `_lgpio`."""
    made = ModuleType("_lgpio", __doc__)
    for call in _CALLS:
        setattr(made, call.__name__, call)
    return made


def open_notifications(path: str, mode: str = "rb") -> BinaryIO:
    """Open what lgpio.py takes for the named pipe `.lgd-nfyN` in the current directory: here no file is made."""
    handle = int(path.removeprefix(".lgd-nfy"))
    return os.fdopen(_pipes[handle][0], mode)  # type: ignore[return-value]  # "rb" gives a BinaryIO


def _gpiochip_open(number: int) -> int:
    chip = nodes.gpiochips.get(number)
    if chip is None:
        return _CANNOT_OPEN
    handle = max(_handles, default=0) + 1
    _handles[handle] = number, chip
    return handle


def _gpiochip_close(handle: int) -> int:
    if handle not in _handles:
        return _BAD_HANDLE
    _handles.pop(handle)[1].free_all(handle)
    return 0


def _gpio_get_chip_info(handle: int) -> list[object]:
    if handle not in _handles:
        return [_BAD_HANDLE]
    number, chip = _handles[handle]
    return [0, len(chip.lines), f"gpiochip{number}", chip.label]


def _gpio_get_line_info(handle: int, gpio: int) -> list[object]:
    if handle not in _handles:
        return [_BAD_HANDLE]
    line = _handles[handle][1].lines[gpio]
    flags = int(line.owner is not None) | int(line.mode & Mode.OUT)
    return [0, gpio, flags, f"GPIO{gpio}", "" if line.owner is None else "lg"]


def _gpio_get_mode(handle: int, gpio: int) -> int:
    line = _handles[handle][1].lines[gpio]
    if line.owner not in {None, handle}:
        return 1 | int(line.mode & Mode.OUT)  # in use by somebody else: the claim is not ours to see
    return int(line.mode)


def _claim(handle: int, gpio: int, mode: Mode, alert: Alert | None = None) -> int:
    if handle not in _handles:
        return _BAD_HANDLE
    chip = _handles[handle][1]
    return chip.claim(handle, gpio, mode, alert) if 0 <= gpio < len(chip.lines) else _BAD_GPIO


def _gpio_claim_input(handle: int, flags: int, gpio: int) -> int:
    return _claim(handle, gpio, Mode.INPUT | Mode.IN | Mode(flags) & _PULLS)


def _gpio_claim_output(handle: int, flags: int, gpio: int, level: int) -> int:
    status = _claim(handle, gpio, Mode.OUTPUT | Mode.OUT | Mode(flags) & _PULLS)
    return status or _gpio_write(handle, gpio, level)


def _gpio_claim_alert(handle: int, flags: int, edges: int, gpio: int, notify: int) -> int:
    mode = Mode.ALERT | Mode.IN | Mode(flags) & _PULLS | Mode(edges << 17)
    return _claim(handle, gpio, mode, _alert(_handles[handle][0], _pipes[notify][1]))


def _alert(chip: int, pipe: int) -> Alert:
    def write(line: int, level: int, time_ns: int) -> None:
        os.write(pipe, struct.pack("QBBBBI", time_ns, chip, line, level, 0, 0))

    return write


def _gpio_free(handle: int, gpio: int) -> int:
    return _handles[handle][1].free(handle, gpio)


def _gpio_read(handle: int, gpio: int) -> int:
    line = _handles[handle][1].lines[gpio]
    if line.owner is None:
        _gpio_claim_input(handle, 0, gpio)
    return line.level if line.owner == handle else NOT_ALLOCATED


def _gpio_write(handle: int, gpio: int, level: int) -> int:
    return _handles[handle][1].write(handle, gpio, int(bool(level)))


def _gpio_set_debounce_micros(handle: int, gpio: int, us: int) -> int:
    if not 0 <= us <= _MAX_DEBOUNCE_US:
        return _BAD_DEBOUNCE
    _handles[handle][1].lines[gpio].debounce_us = us
    return 0


def _tx_pwm(handle: int, gpio: int, hz: float, duty: float, offset: int, cycles: int) -> int:  # noqa: ARG001
    if hz and not 0.1 <= hz <= _MAX_HZ:
        return _BAD_PWM_FREQUENCY
    if not 0 <= duty <= 100:
        return _BAD_PWM_DUTY
    return _handles[handle][1].tone(handle, gpio, hz, duty)


def _notify_open() -> int:
    handle = len(_pipes)
    _pipes[handle] = os.pipe()
    return handle


def _get_lg_version() -> int:
    return _VERSION


def _error_text(number: int) -> str:
    return _TEXTS.get(number, f"error {number}")


_CALLS: tuple[Callable[..., object], ...] = (
    _gpiochip_open, _gpiochip_close, _gpio_get_chip_info, _gpio_get_line_info, _gpio_get_mode, _gpio_claim_input,
    _gpio_claim_output, _gpio_claim_alert, _gpio_free, _gpio_read, _gpio_write, _gpio_set_debounce_micros, _tx_pwm,
    _notify_open, _get_lg_version, _error_text,
)  # fmt: skip
