"""The libraries of the hardware: which ones are installed, and whether they are the right ones of the same name."""

import importlib
from collections.abc import Iterator
from importlib import metadata

from companion.devices.device import DeviceFault
from companion.devices.gpio import load_lgpio
from companion.doctor.finding import Finding, fault, ok
from companion.doctor.patient import Patient

_LGPIO = (0, 2, 2)
_PIP = "PYPI=1 .venv/bin/pip install --force-reinstall --no-binary lgpio 'lgpio>=0.2.2'  # needs: sudo apt install swig"
_LIBRARIES = ("gpiozero", "luma.oled", "smbus2", "spidev", "serial")


def lgpio(_patient: Patient) -> Iterator[Finding]:
    """lgpio is there, new enough and not the empty 0.0.0.2 (faults.md #26, #27, #62), and can make its pipe (#28)."""
    try:
        module = load_lgpio()
    except DeviceFault as error:
        yield fault(error.detail, "export LG_WD=/tmp", 28)
        return
    except ImportError as error:
        yield fault(f"lgpio cannot be loaded: {error}", _PIP, 27)
        return
    if not hasattr(module, "gpiochip_open"):
        yield fault("lgpio is the empty package 0.0.0.2", _PIP, 26, 62)
        return
    found = tuple(module.LGPIO_PY_VERSION.to_bytes(4))
    said = ".".join(map(str, found))
    if found < _LGPIO:
        yield fault(f"lgpio {said} is too old", _PIP, 26)
    else:
        yield ok(f"lgpio {said}")


def rpi_gpio(_patient: Patient) -> Iterator[Finding]:
    """The module RPi.GPIO is rpi-lgpio's; the package of that name overwrites it, and fails (faults.md #22, #23)."""
    if _version("RPi.GPIO"):
        remedy = ".venv/bin/pip uninstall -y RPi.GPIO && .venv/bin/pip install --force-reinstall --no-deps rpi-lgpio"
        yield fault("the package RPi.GPIO has overwritten rpi-lgpio", remedy, 22, 23, 39)
    elif found := _version("rpi-lgpio"):
        yield ok(f"RPi.GPIO is rpi-lgpio {found}")
    else:
        yield fault("rpi-lgpio is missing", ".venv/bin/pip install 'rpi-lgpio>=0.6'", 22)


def mfrc522(_patient: Patient) -> Iterator[Finding]:
    """mfrc522 is the one whose registers the driver uses, not mfrc522-python, which has the same module (#11)."""
    found = _version("mfrc522")
    again = ".venv/bin/pip install --no-deps --force-reinstall 'mfrc522>=0.0.7,<0.0.8'"
    if _version("mfrc522-python"):
        yield fault(
            "mfrc522-python has taken the place of mfrc522", f".venv/bin/pip uninstall -y mfrc522-python; {again}", 11
        )
    elif found is None:
        yield fault("mfrc522 is missing", again)
    else:
        yield ok(f"mfrc522 {found}")


def others(_patient: Patient) -> Iterator[Finding]:
    """All else that drivers load."""
    missing = [name for name in _LIBRARIES if not _loads(name)]
    if missing:
        yield fault(f"missing: {', '.join(missing)}", "./setup.sh play")
    else:
        yield ok(", ".join(_LIBRARIES))


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _loads(name: str) -> bool:
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True
