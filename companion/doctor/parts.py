"""The parts of the box, looked at without disturbing a table that is open: nothing is drawn, nothing is kept."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from companion.devices.device import DeviceFault, kind_of
from companion.devices.gpio import choose_chip, find_chip, load_lgpio
from companion.devices.ports import FaultKind
from companion.devices.settings import DieSettings, PanelSettings, ReaderSettings
from companion.doctor.patient import Finding, Patient, fault, join, ok, report, settings_file, warning
from companion.doctor.system import rights
from companion.errors import Message, message

if TYPE_CHECKING:
    from companion.devices.rc522 import Rc522

GENUINE = {0x91: 1, 0x92: 2}
COPIES = {0x88: "FM17522", 0x89: "FM17522E", 0xB2: "?", 0x12: "?", 0x15: "?"}
_STOP = message("doctor.do.or-end", command="sudo systemctl stop banker")
_UNKNOWN = message("doctor.reader-unknown")
_DIALOUT = message("doctor.do.or", command="./setup.sh install", other="sudo usermod -aG dialout $USER")
_PULLED_UP = 1 << 5
_PANELS = {0x3: "ssd1306", 0x6: "ssd1306", 0x7: "sh1107", 0x8: "sh1106", 0xF: "sh1107"}
_ADDRESSES = range(0x3C, 0x3E)


def chip(patient: Patient) -> Iterator[Finding]:
    """The header's gpiochip, by its label (faults.md #24, #25), and the right to use it (#40)."""
    try:
        number = find_chip()
    except DeviceFault as error:
        nodes = sorted(patient.file("/dev").glob("gpiochip*"))
        denied = [finding for node in nodes for finding in rights(patient, f"/dev/{node.name}", 40) if finding.remedy]
        yield from denied or [fault(error.detail, "sudo apt full-upgrade && sudo reboot", 24, 25)]
        return
    yield ok(message("doctor.gpiochip", number=str(number)))


def lines(patient: Patient) -> Iterator[Finding]:
    """Whether each of our lines is free (faults.md #29), and no button looks pressed: a wire to ground."""
    pins, sound = patient.box.pins(), 0
    if not pins:
        return
    with _opened_chip() as (lgpio, handle):
        open_table = patient.service_runs
        for use, pin in pins:
            held, holder = _holder(lgpio, handle, pin)
            if held and not open_table:
                by = holder or message("doctor.kernel")
                yield fault(message("doctor.line-busy", use=use, pin=pin, holder=by), _STOP, 29)
            elif not held and use.startswith("buttons.") and not _level(lgpio, handle, pin):
                yield warning(message("doctor.line-low", use=use, pin=pin), message("doctor.do.let-go"), 34)
            else:
                sound += 1
    if sound:
        yield ok(message("doctor.lines-held" if open_table else "doctor.lines-free", sound=sound, all=len(pins)))


def _holder(lgpio: Any, handle: int, pin: int) -> tuple[bool, str]:
    """Whether somebody has a line, and what he calls himself; the kernel has no name."""
    _, _, flags, _, name = lgpio.gpio_get_line_info(handle, pin)
    return bool(flags & 1), name


@contextmanager
def _opened_chip() -> Iterator[tuple[Any, int]]:
    lgpio = load_lgpio()
    handle = lgpio.gpiochip_open(find_chip())
    try:
        yield lgpio, handle
    finally:
        lgpio.gpiochip_close(handle)


def _level(lgpio: Any, handle: int, pin: int) -> int:
    lgpio.gpio_claim_input(handle, pin, lgpio.SET_PULL_UP)
    try:
        return int(lgpio.gpio_read(handle, pin))
    finally:
        lgpio.gpio_free(handle, pin)


def reader(patient: Patient) -> Iterator[Finding]:
    """The reader's version register (faults.md #17): 00 or ff is a wire, other numbers are copies of the chip."""
    settings = patient.box.reader
    if settings is None:
        return
    choose_chip()
    try:
        version = _version(settings)
    except DeviceFault as error:
        yield _reader_fault(error)
        return
    if version in GENUINE:
        yield ok(message("doctor.reader-genuine", number=GENUINE[version], version=f"{version:02x}"))
    else:
        told = message("doctor.reader-copy", chip=COPIES[version]) if version in COPIES else _UNKNOWN
        yield warning(
            message("doctor.reader-version", version=f"{version:02x}", told=told),
            message("doctor.do.other-reader"),
            17,
        )


def _version(settings: ReaderSettings) -> int:
    from companion.devices.rc522 import Rc522

    if _is_held(settings.reset_pin):
        return _version_of_a_busy_one(Rc522, settings)
    opened = Rc522(settings)
    opened.close()
    return opened.version


def _is_held(pin: int) -> bool:
    with _opened_chip() as (lgpio, handle):
        return _holder(lgpio, handle, pin)[0]


def _version_of_a_busy_one(registers: type[Rc522], settings: ReaderSettings) -> int:
    """Read the register over the shared node; whoever holds the reset line keeps the chip awake."""
    import spidev

    from companion.devices.rc522 import DEAD, silent

    node = f"/dev/spidev{settings.bus}.{settings.device}"
    try:
        opened = spidev.SpiDev(settings.bus, settings.device)
    except OSError as error:
        raise DeviceFault(kind_of(error), message("device.fault.node", node=node, error=error)) from error
    try:
        opened.max_speed_hz = 1_000_000
        version = int(opened.xfer2((registers.VersionReg << 1 | 0x80, 0))[1])
    finally:
        opened.close()
    if version in DEAD:
        raise silent(node, version)
    return version


def _reader_fault(error: DeviceFault) -> Finding:
    remedies: dict[FaultKind, tuple[str | Message, int]] = {
        FaultKind.MISSING: ("sudo raspi-config nonint do_spi 0 && sudo reboot", 16),
        FaultKind.DENIED: (join("spi"), 40),
        FaultKind.BUSY: (_STOP, 29),
        FaultKind.SILENT: (message("doctor.do.wires-of-reader"), 17),
    }
    remedy, number = remedies.get(error.kind, (report("./setup.sh banker doctor --json"), 17))
    return fault(error.detail, remedy, number)


def panel(patient: Patient) -> Iterator[Finding]:
    """Whether the panel answers at its address (faults.md #43), and as the chip that it is set to be (#44)."""
    settings = patient.box.panel
    if settings is None:
        return
    if settings.is_on_spi:
        yield from _panel_on_spi(patient, settings)
        return
    try:
        status = _status(settings.bus, settings.address)
    except FileNotFoundError:
        yield fault(message("doctor.no-i2c", bus=settings.bus), "sudo raspi-config nonint do_i2c 0 && sudo reboot", 43)
    except PermissionError:
        yield fault(
            message("doctor.i2c-denied", bus=settings.bus),
            join("i2c"),
            40,
        )
    except OSError as error:
        yield _taken(settings) if error.errno == errno.EBUSY else _elsewhere(settings)
    else:
        yield _chip_that_answers(settings, status)


def _panel_on_spi(patient: Patient, settings: PanelSettings) -> Iterator[Finding]:
    """Nobody can ask it whether it is there."""
    node = f"/dev/spidev0.{settings.spi_device}"
    if patient.simulated or patient.file(node).exists():
        yield ok(message("doctor.panel-on-spi", upper=settings.chip.upper(), node=node))
    else:
        yield fault(message("doctor.no-node", node=node), "sudo raspi-config nonint do_spi 0 && sudo reboot", 16)


def _status(bus: int, address: int) -> int:
    from smbus2 import SMBus

    with SMBus(bus) as opened:
        return int(opened.read_byte(address))


def _taken(settings: PanelSettings) -> Finding:
    remedy = "sudo sed -i 's/^dtoverlay=ss*[dh]1/#&/' /boot/firmware/config.txt && sudo reboot"
    return fault(message("doctor.panel-taken", address=f"{settings.address:02X}", bus=settings.bus), remedy, 43)


def _elsewhere(settings: PanelSettings) -> Finding:
    nobody = message("doctor.no-panel", address=f"{settings.address:02X}", bus=settings.bus)
    for address in _ADDRESSES:
        try:
            _status(settings.bus, address)
        except OSError:
            continue
        remedy = _under("write-under", "devices.panel", f"address = 0x{address:02X}")
        return fault(message("doctor.panel-elsewhere", nobody=nobody, address=f"{address:02X}"), remedy, 43)
    return fault(nobody, message("doctor.do.wires-of-panel"), 43)


def _under(how: str, table: str, line: str) -> Message:
    return message(f"doctor.do.{how}", table=table, file=settings_file(), line=line)


def _chip_that_answers(settings: PanelSettings, status: int) -> Finding:
    where = message("doctor.panel-at", address=f"{settings.address:02X}")
    likely = _PANELS.get(status & 0x0F, settings.chip)
    if likely != settings.chip:
        remedy = _under("write-if-noise", "devices.panel", f'chip = "{likely}"')
        return warning(
            message("doctor.panel-other", where=where, upper=likely.upper(), upper2=settings.chip.upper()), remedy, 44
        )
    return ok(message("doctor.panel-answers", where=where, status=f"{status:02x}"))


def ports(patient: Patient) -> Iterator[Finding]:
    """Which serial ports there are (faults.md #56: only names by id last), and whether they may be used (#57)."""
    by_id = sorted(patient.file("/dev/serial/by-id").glob("*"))
    plain = [port for kind in ("ttyACM*", "ttyUSB*") for port in sorted(patient.file("/dev").glob(kind))]
    if not by_id and not plain:
        yield ok(message("doctor.no-serial"))
    for port in by_id or plain:
        yield from rights(patient, "/" + str(port.relative_to(patient.root)), 57)


def die(patient: Patient) -> Iterator[Finding]:
    """Whether the serial die answers, when the table throws it (faults.md #51 to #56)."""
    settings = patient.box.die
    if settings is None:
        return
    from companion.devices.die import SerialDie

    heard = _Heard()
    driver = SerialDie(settings, heard)
    driver.start()
    answered = heard.wait(driver, settings.hello_ms / 1000 + 1)
    identity = driver.identity
    driver.close()
    if answered:
        yield ok(message("doctor.die-answers", identity=identity))
    else:
        yield _die_fault(patient, settings, *heard.first())


def _die_fault(patient: Patient, settings: DieSettings, kind: FaultKind, detail: Message) -> Finding:
    remedies: dict[FaultKind, tuple[Message, int]] = {
        FaultKind.MISSING: (message("doctor.do.plug-die"), 56),
        FaultKind.NOISE: (message("doctor.do.cable"), 54),
        FaultKind.DENIED: (
            _DIALOUT,
            57,
        ),
        FaultKind.BUSY: (_STOP, 51),
        FaultKind.SILENT: (message("doctor.do.firmware"), 53),
    }
    if kind is FaultKind.SEVERAL:
        remedy = message("doctor.do.port", table="devices.die", file=settings_file())
        return fault(detail, remedy, 56)
    if kind is FaultKind.BUSY and patient.service_runs:
        return ok(message("doctor.die-held", port=settings.port))
    remedy, number = remedies.get(kind, (message("doctor.do.replug"), 54))
    return fault(detail, remedy, number)


class _Heard:
    """Waits for the die's first word."""

    def __init__(self) -> None:
        self._faults: list[tuple[FaultKind, Message]] = []
        self._told = threading.Event()

    def wait(self, driver: Any, seconds: float) -> bool:
        """Whether the die answered within so many seconds; a fault ends the waiting."""
        waited = 0.0
        while waited < seconds and not self._told.is_set():
            if driver.wait_ready(0.05):
                return True
            waited += 0.05
        return False

    def first(self) -> tuple[FaultKind, Message]:
        """The first fault that was told."""
        return self._faults[0] if self._faults else (FaultKind.SILENT, message("device.fault.die-silent"))

    def faulted(self, device: str, kind: FaultKind, detail: Message) -> None:  # noqa: ARG002
        """Note a fault."""
        self._faults.append((kind, detail))
        self._told.set()

    def recovered(self, device: str) -> None:
        """Nothing to note."""

    def rolled(self, dice: tuple[int, ...], speed: str, source: str, sequence: int) -> None:
        """A roll that was made while the doctor looks counts for nothing."""

    def remembered(self, words: tuple[str, ...], source: str) -> None:
        """Nor does what the die keeps."""
