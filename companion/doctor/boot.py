"""What the firmware was told: config.txt, at the place where this system has it (faults.md #59)."""

import re

from companion.doctor.patient import Patient

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
