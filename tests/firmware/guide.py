"""The guide's commands for `mpremote`, carried out on a folder that stands for the Pico's memory."""

import re
import shutil
from pathlib import Path

from tests.repo.sources import ROOT


def flash(folder: Path) -> None:
    """Copy a program onto a Pico as firmware/README.md says."""
    guide = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")
    for command, arguments in re.findall(r"^ +mpremote (mkdir|cp) (.*)$", guide, re.MULTILINE):
        *sources, target = arguments.split()
        if command == "mkdir":
            for made in (*sources, target):
                (folder / made.removeprefix(":")).mkdir(parents=True, exist_ok=True)
            continue
        for source in sources:
            shutil.copy(ROOT / source, folder / target.removeprefix(":"))
