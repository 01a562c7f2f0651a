"""The table of checks, in the order in which they are told: what is needed first comes first."""

import logging
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import NamedTuple

import msgspec

from companion.devices.device import DeviceFault
from companion.doctor import parts, program, system
from companion.doctor.patient import Finding, Level, Patient, fault
from companion.errors import message

log = logging.getLogger(__name__)


class On(Enum):
    """Where a check makes sense."""

    ANY = "any machine"
    PI = "a Raspberry Pi only"
    CHIPS = "the chips, real or simulated"


class Check(NamedTuple):
    """A named question."""

    name: str
    ask: Callable[[Patient], Iterable[Finding]]
    on: On = On.ANY


CHECKS = (
    Check("board", system.board),
    Check("python", system.python),
    Check("settings", program.settings),
    Check("libraries", program.others),
    Check("lgpio", program.lgpio),
    Check("RPi.GPIO", program.rpi_gpio),
    Check("mfrc522", program.mfrc522),
    Check("config.txt", system.boot, On.PI),
    Check("SPI", system.spi, On.PI),
    Check("I2C", system.i2c, On.PI),
    Check("serial", parts.ports),
    Check("gpiochip", parts.chip, On.CHIPS),
    Check("lines", parts.lines, On.CHIPS),
    Check("reader", parts.reader, On.CHIPS),
    Check("panel", parts.panel, On.CHIPS),
    Check("die", parts.die, On.CHIPS),
    Check("power", system.power, On.PI),
    Check("disk", system.disk),
    Check("clock", system.clock),
    Check("ledger", program.ledger),
    Check("key", program.key),
    Check("fonts", program.fonts),
    Check("service", system.service, On.PI),
)


def examine(patient: Patient, checks: Iterable[Check] = CHECKS) -> Iterator[tuple[str, Finding]]:
    """Ask every question that makes sense here and yield (check, finding); one that fails is a finding too."""
    for check in checks:
        if patient.simulated and check.on is On.PI:
            continue
        try:
            for finding in check.ask(patient):
                yield check.name, _simulated(finding) if patient.simulated and check.on is On.CHIPS else finding
        except DeviceFault as error:
            yield (
                check.name,
                fault(message("doctor.not-looked-at", detail=error.detail), message("doctor.do.fault-above")),
            )
        except Exception as error:
            log.exception("the check %s failed", check.name)
            yield (
                check.name,
                fault(
                    message("doctor.unchecked", error=f"{error!r}"),
                    message("doctor.do.report", command="banker doctor --json"),
                ),
            )


def _simulated(finding: Finding) -> Finding:
    return msgspec.structs.replace(finding, level=Level.SIMULATED) if finding.level is Level.OK else finding
