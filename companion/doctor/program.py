"""The program itself: its libraries, and what it keeps and shows: settings, ledger, key, fonts."""

import importlib
from collections.abc import Iterator
from importlib import metadata

from companion.config import PIN_DIGITS, new_pin
from companion.devices.device import DeviceFault
from companion.devices.gpio import load_lgpio
from companion.doctor.patient import Finding, Patient, fault, ok, settings_file, warning
from companion.errors import UserError, message
from companion.ledger.seal import DeviceKey, fingerprint, key_beside
from companion.ledger.store import Archive

_LGPIO = (0, 2, 2)
_PIP = message(
    "doctor.do.needs",
    command="PYPI=1 .venv/bin/pip install --force-reinstall --no-binary lgpio 'lgpio>=0.2.2'",
    other="sudo apt install swig",
)
_LIBRARIES = ("gpiozero", "luma.oled", "smbus2", "spidev", "serial")


def lgpio(_patient: Patient) -> Iterator[Finding]:
    """lgpio is there, new enough and not the empty 0.0.0.2 (faults.md #26, #27, #62), and can make its pipe (#28)."""
    try:
        module = load_lgpio()
    except DeviceFault as error:
        yield fault(error.detail, "export LG_WD=/tmp", 28)
        return
    except ImportError as error:
        yield fault(message("doctor.lgpio-unloaded", error=error), _PIP, 27)
        return
    if not hasattr(module, "gpiochip_open"):
        yield fault(message("doctor.lgpio-empty"), _PIP, 26, 62)
        return
    found = tuple(module.LGPIO_PY_VERSION.to_bytes(4))
    said = ".".join(map(str, found))
    if found < _LGPIO:
        yield fault(message("doctor.lgpio-old", said=said), _PIP, 26)
    else:
        yield ok(message("doctor.lgpio", said=said))


def rpi_gpio(_patient: Patient) -> Iterator[Finding]:
    """The module RPi.GPIO is rpi-lgpio's; the package of that name overwrites it, and fails (faults.md #22, #23)."""
    if _version("RPi.GPIO"):
        remedy = ".venv/bin/pip uninstall -y RPi.GPIO && .venv/bin/pip install --force-reinstall --no-deps rpi-lgpio"
        yield fault(message("doctor.rpi-gpio-overwritten"), remedy, 22, 23, 39)
    elif found := _version("rpi-lgpio"):
        yield ok(message("doctor.rpi-gpio", found=found))
    else:
        yield fault(message("doctor.rpi-lgpio-missing"), ".venv/bin/pip install 'rpi-lgpio>=0.6'", 22)


def mfrc522(_patient: Patient) -> Iterator[Finding]:
    """mfrc522 is the one whose registers the driver uses, not mfrc522-python, which has the same module (#11)."""
    found = _version("mfrc522")
    again = ".venv/bin/pip install --no-deps --force-reinstall 'mfrc522>=0.0.7,<0.0.8'"
    if _version("mfrc522-python"):
        yield fault(message("doctor.mfrc522-other"), f".venv/bin/pip uninstall -y mfrc522-python; {again}", 11)
    elif found is None:
        yield fault(message("doctor.mfrc522-missing"), again)
    else:
        yield ok(message("doctor.mfrc522", found=found))


def others(_patient: Patient) -> Iterator[Finding]:
    """All else that drivers load."""
    missing = [name for name in _LIBRARIES if not _loads(name)]
    if missing:
        yield fault(message("doctor.libraries-missing", join=", ".join(missing)), "./setup.sh play")
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


def settings(patient: Patient) -> Iterator[Finding]:
    """Whether the file of settings can be read; the other checks take the defaults when it cannot."""
    if patient.faulty:
        yield fault(patient.faulty, f"nano {settings_file()}")
        return
    box = patient.config.box
    without = [part for part in box.__struct_fields__ if getattr(box, part) is None]
    yield ok(message("doctor.settings-without", parts=tuple(without)) if without else message("doctor.settings-read"))
    if 0 < (digits := len(patient.config.web.pin)) < PIN_DIGITS:
        line = f'pin = "{new_pin()}"'
        remedy = message("doctor.do.write-under", table="web", file=settings_file(), line=line)
        yield warning(message("doctor.pin-short", digits=digits, right=PIN_DIGITS), remedy)


def ledger(patient: Patient) -> Iterator[Finding]:
    """Whether the ledger is whole: by the database's own check, its last entry, and what is read of each game."""
    if not patient.ledger.exists():
        yield ok(message("doctor.ledger-to-come", ledger=patient.ledger))
        return
    recover = f"banker recover --ledger {patient.ledger}"
    try:
        with Archive(patient.ledger) as archive:
            said = [word.decode() for (word,) in archive.ask("PRAGMA quick_check")]
            archive.compare_witness()
            rows = archive.games()
    except UserError as error:
        yield fault(error.message, recover)
        return
    broken = [row.id for row in rows if row.fault]
    if said != ["ok"] or broken:
        yield fault(message("doctor.ledger-damaged", what=tuple(broken) or said[0]), recover)
    else:
        yield ok(message("doctor.ledger-whole", count=len(rows), ledger=patient.ledger))


def key(patient: Patient) -> Iterator[Finding]:
    """Whether this device can sign the end of a game."""
    file = key_beside(patient.ledger)
    if not file.exists():
        yield ok(message("doctor.key-to-come"))
        return
    try:
        yield ok(fingerprint(DeviceKey(file).public))
    except UserError as error:
        yield fault(error.message, f"chmod 600 {file}")


def fonts(_patient: Patient) -> Iterator[Finding]:
    """Whether every letter of every language can be drawn."""
    from companion.screens import fonts as drawn
    from companion.words.languages import language_named, names

    spoken = [language_named(name) for name in names()]
    texts = [text for each in spoken for name in each.families() for text in each.family(name).values()]
    letters = {letter for text in texts for letter in drawn.composed(text)}
    lacking = sorted(letter for letter in letters if not drawn.body().has(letter))
    if lacking:
        yield fault(message("doctor.letters-missing", join=" ".join(lacking)), "./setup.sh play")
    else:
        yield ok(message("doctor.letters", count=len(letters), join=", ".join(names().values())))
