"""Devices know nothing of ours; the simulator knows the devices' contracts and no driver (design.md 4)."""

import ast
from collections.abc import Iterator
from pathlib import Path

import companion

ROOT = Path(companion.__file__).parent
CONTRACTS = {"companion.devices.ports", "companion.devices.settings", "companion.devices.die_protocol"}


def imports(room: str) -> Iterator[tuple[str, str]]:
    for file in sorted((ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                yield from ((file.name, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0
                yield file.name, node.module or ""


def ours(room: str) -> set[str]:
    return {module for _, module in imports(room) if module.split(".")[0] == "companion"}


def test_devices_import_nothing_of_ours() -> None:
    modules = ours("devices")
    assert modules
    assert {module for module in modules if not module.startswith("companion.devices")} == set()


def test_the_simulator_imports_the_contracts_of_the_devices_only() -> None:
    modules = ours("simulator")
    assert {module for module in modules if not module.startswith("companion.simulator")} == CONTRACTS


def test_importing_drivers_loads_no_hardware_library() -> None:
    heavy = {"gpiozero", "lgpio", "RPi", "mfrc522", "spidev", "luma", "smbus2", "serial"}
    for file in sorted((ROOT / "devices").glob("*.py")):
        if file.name in {"rc522.py", "oled.py"}:  # imported by the reader's and the panel's threads
            continue
        top = {
            name.split(".")[0]
            for node in ast.parse(file.read_text()).body
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names])
        }
        assert not top & heavy, file.name
