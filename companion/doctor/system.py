"""The Raspberry Pi itself: model, nodes, rights, what the firmware was told, power, disk and clock."""

import grp
import os
import re
import shutil
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from companion.devices.settings import RESERVED_PINS
from companion.doctor.patient import Finding, Patient, command, fault, in_group, join, ok, warning
from companion.errors import UserError, message
from companion.ledger.store import Archive
from companion.paths import state_directory

_PLACES = ("/boot/firmware/config.txt", "/boot/config.txt")
_MODELS = {
    "pi2": "Pi 2", "pi3": "Pi 3", "pi3+": "Pi 3 Model B Plus", "pi4": "Pi 4", "pi400": "Pi 400", "pi5": "Pi 5",
    "pi500": "Pi 500", "pi0": "Pi Zero", "pi0w": "Pi Zero W", "pi02": "Pi Zero 2", "cm4": "Compute Module 4",
    "cm5": "Compute Module 5",
}  # fmt: skip


def boot_settings(patient: Patient) -> tuple[str, dict[str, str]]:
    """The file in force and its parameters for this model, the last of each; an overlay as `overlay NAME`.

    Source: config.txt of the Raspberry Pi documentation, with its conditional filters.
    """
    for place in _PLACES:
        text = patient.read(place)
        if text is not None:
            return place, _parse(text, patient.model)
    return "", {}


def _parse(text: str, model: str) -> dict[str, str]:
    settings: dict[str, str] = {}
    applies = True
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if found := re.fullmatch(r"\[(.+)\]", line):
            applies = _applies(found[1].lower(), model)
        elif applies and line:
            key, _, value = line.partition("=")
            settings |= _values(key.strip(), value.strip())
    return settings


def _applies(section: str, model: str) -> bool:
    return section == "all" or _MODELS.get(section, "\0") in model


def _values(key: str, value: str) -> dict[str, str]:
    if key == "dtoverlay":
        name, _, parameters = value.partition(",")
        return {f"overlay {name}": parameters}
    if key in {"dtparam", "device_tree_param"}:
        pairs = (part.partition("=") for part in value.split(","))
        return {name: given or "on" for name, _, given in pairs}
    return {key: value}


I2C_HZ = 400_000
_STANDARD_HZ = 100_000
_ROOM = 200_000_000
_UNDER_VOLTAGE, _WAS_UNDER_VOLTAGE, _THROTTLED = 1 << 0, 1 << 16, 1 << 2 | 1 << 18
_PYTHONS = (3, 11), (3, 13)
_SUPPLY = message("doctor.do.supply")


def board(patient: Patient) -> Iterator[Finding]:
    """Which machine this is (faults.md #33: the first boards are not understood by rpi-lgpio)."""
    if patient.simulated:
        yield ok(message("doctor.simulated"))
    elif not patient.model:
        yield fault(message("doctor.no-pi"), "banker doctor --simulate", 22)
    elif re.match(r"Raspberry Pi (Model [AB]|Compute Module Rev)", patient.model):
        yield fault(message("doctor.pi-old", model=patient.model), message("doctor.do.other-pi"), 33)
    else:
        yield ok(patient.model)


def python(_patient: Patient) -> Iterator[Finding]:
    """Python 3.11 to 3.13, in an environment of its own (faults.md #58, #61)."""
    version = f"Python {sys.version.split()[0]}"
    if not _PYTHONS[0] <= sys.version_info[:2] <= _PYTHONS[1]:
        yield fault(
            message("doctor.python-version", version=version), "BANKER_PYTHON=/path/to/python3.11 ./setup.sh play", 61
        )
    elif sys.prefix == sys.base_prefix:
        yield warning(message("doctor.python-system", version=version), "./setup.sh play", 58)
    else:
        yield ok(message("doctor.python", version=version, prefix=sys.prefix))


def spi(patient: Patient) -> Iterator[Finding]:
    """The reader's node (faults.md #16, #60)."""
    if reader := patient.box.reader:
        node = f"/dev/spidev{reader.bus}.{reader.device}"
        yield from _node(patient, node, "SPI", "do_spi", "spi", 16)


def i2c(patient: Patient) -> Iterator[Finding]:
    """The panel's node, and how fast its bus is (faults.md #47, #49: 93 ms a picture at the Pi's default)."""
    panel = patient.box.panel
    if panel and not panel.is_on_spi:
        yield from _node(patient, f"/dev/i2c-{panel.bus}", "I2C", "do_i2c", "i2c_arm", 43)
        file, settings = boot_settings(patient)
        hz = int(settings.get("i2c_arm_baudrate") or settings.get("i2c_baudrate") or _STANDARD_HZ)
        if file and hz < I2C_HZ:
            told = f"printf '[all]\\ndtparam=i2c_arm_baudrate={I2C_HZ}\\n' | sudo tee -a {file} && sudo reboot"
            yield warning(message("doctor.i2c-slow", khz=hz // 1000, right=I2C_HZ // 1000), told, 47, 49)


def _node(patient: Patient, node: str, bus: str, raspi_config: str, parameter: str, number: int) -> Iterator[Finding]:
    if patient.file(node).exists():
        yield from rights(patient, node, 40)
        return
    _, settings = boot_settings(patient)
    if settings.get(parameter) == "on":
        yield fault(message("doctor.node-missing", node=node, bus=bus), "sudo reboot", number, 60)
    else:
        remedy = f"sudo raspi-config nonint {raspi_config} 0 && sudo reboot"
        yield fault(message("doctor.bus-off", node=node, bus=bus), remedy, number, 60)


def rights(patient: Patient, node: str, number: int) -> Iterator[Finding]:
    """Whether this user may use a node (faults.md #40, #57)."""
    file = patient.file(node)
    if os.access(file, os.R_OK | os.W_OK):
        yield ok(message("doctor.node-usable", node=node))
        return
    group = _group_of(file)
    if in_group(group):
        yield fault(message("doctor.group-pending", node=node, group=group), message("doctor.do.log-in"), number)
    else:
        remedy = join(group, patient.user)
        yield fault(message("doctor.node-denied", node=node, user=patient.user), remedy, number)


def _group_of(file: Path) -> str:
    try:
        return grp.getgrgid(file.stat().st_gid).gr_name
    except KeyError:
        return "root"


def boot(patient: Patient) -> Iterator[Finding]:
    """Which config.txt the firmware reads (faults.md #59), and whether it gives our pins to something else (#30)."""
    file, settings = boot_settings(patient)
    if not file:
        yield fault(message("doctor.no-config-txt"), "mount /boot/firmware", 59)
        return
    old = patient.read("/boot/config.txt") or ""
    if file == "/boot/firmware/config.txt" and re.search(r"^\s*(dtparam|dtoverlay)\s*=", old, re.MULTILINE):
        yield warning(
            message("doctor.old-config-txt"), message("doctor.do.write-there", command=f"sudo nano {file}"), 59
        )
    taken = {pin: use for use, pin in patient.box.pins() if pin not in RESERVED_PINS}
    for overlay, pin in _overlay_pins(settings):
        if pin in taken:
            remedy = f"sudo sed -i '/^dtoverlay={overlay}/s/^/#/' {file} && sudo reboot"
            yield fault(
                message("doctor.overlay-takes-pin", overlay=overlay, file=file, pin=pin, taken=taken[pin]), remedy, 30
            )
    yield ok(message("doctor.boot-read", file=file))


def _overlay_pins(settings: dict[str, str]) -> Iterator[tuple[str, int]]:
    for overlay, given in settings.items():
        if overlay.startswith("overlay ") and (found := re.search(r"(?:gpiopin|gpio_pin|gpio)=(\d+)", given)):
            yield overlay.removeprefix("overlay "), int(found[1])


def power(patient: Patient) -> Iterator[Finding]:
    """Whether the supply holds (faults.md #18): the firmware's word, else the kernel's alarm."""
    said = command("vcgencmd", "get_throttled") or ""
    if found := re.fullmatch(r"throttled=0x([0-9a-fA-F]+)", said):
        bits = int(found[1], 16)
        if bits & _UNDER_VOLTAGE:
            yield fault(message("doctor.voltage-low"), _SUPPLY, 18)
        elif bits & _WAS_UNDER_VOLTAGE:
            yield warning(message("doctor.voltage-was-low"), _SUPPLY, 18)
        elif bits & _THROTTLED:
            yield warning(message("doctor.heat"), message("doctor.do.cool"), 18)
        else:
            yield ok(message("doctor.supply-good"))
    elif _alarm(patient):
        yield fault(message("doctor.undervoltage"), _SUPPLY, 18)
    else:
        yield ok(message("doctor.voltage-fine"))


def _alarm(patient: Patient) -> bool:
    chips = sorted(patient.file("/sys/class/hwmon").glob("hwmon*/name"))
    volts = [chip.parent / "in0_lcrit_alarm" for chip in chips if chip.read_text().strip() == "rpi_volt"]
    return any(alarm.read_text().strip() == "1" for alarm in volts if alarm.exists())


def disk(patient: Patient) -> Iterator[Finding]:
    """Whether the games can be written: the place exists, may be written to and has room."""
    try:
        directory = patient.ledger.parent if patient.ledger.parent.is_dir() else state_directory()
    except UserError as error:
        yield fault(error.message, message("doctor.do.or-ledger", command="./setup.sh install"))
        return
    free = shutil.disk_usage(directory).free
    if not os.access(directory, os.W_OK | os.X_OK):
        yield fault(message("doctor.disk-denied", directory=directory), f"sudo chown -R {patient.user} {directory}")
    elif free < _ROOM:
        yield fault(
            message("doctor.disk-full", free=round(free / 1e6), directory=directory),
            "sudo apt-get clean && sudo journalctl --vacuum-size=20M",
        )
    else:
        yield ok(message("doctor.disk-free", free=free / 1e9, directory=directory))


def clock(patient: Patient) -> Iterator[Finding]:
    """Whether the time can be right: a Pi has no clock of its own, so it may start in the past."""
    now, last = datetime.now(UTC), _last_entry(patient)
    if last and last > now:
        remedy = message("doctor.do.or-later", command=f"sudo date -s '{last.astimezone():%Y-%m-%d %H:%M}'")
        yield fault(message("doctor.clock-behind", now=f"{now:%Y-%m-%d %H:%M}"), remedy)
    elif command("timedatectl", "show", "-p", "NTPSynchronized", "--value") == "no":
        yield warning(message("doctor.clock-unset", now=f"{now:%Y-%m-%d %H:%M}"), "sudo timedatectl set-ntp true")
    else:
        yield ok(message("doctor.clock", now=f"{now:%Y-%m-%d %H:%M}"))


def _last_entry(patient: Patient) -> datetime | None:
    if not patient.ledger.exists():
        return None
    try:
        with Archive(patient.ledger) as archive:
            return max((row.last for row in archive.games()), default=None)
    except UserError:
        return None  # the check of the ledger tells


def service(patient: Patient) -> Iterator[Finding]:
    """Whether the table opens when the Pi starts."""
    enabled = command("systemctl", "is-enabled", "banker")
    if command("systemctl", "is-failed", "banker") == "failed":
        look = message("doctor.do.then", command="journalctl -u banker -n 30", other="sudo systemctl restart banker")
        yield fault(message("doctor.service-failed"), look, 28)
    elif enabled is None:
        yield warning(message("doctor.service-off"), "./setup.sh install")
    else:
        yield ok(message("doctor.service-runs" if patient.service_runs else "doctor.service-rests"))
