"""Starting: how long until there is help, until the table is open, and how much memory it takes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.bench.measuring import Figure, Findings, samples

TIMES = 7
HELP_BAR, READY_BAR, MEMORY_BAR = 60.0, 400.0, 60.0  # ms, ms, MiB
PATIENCE = 30.0
PLAY = ("-m", "companion", "play", "--simulate", "--no-browser", "--port", "0")


def measure() -> Findings:
    """Bare Python, the help, single imports, and the table service, each a process of its own."""
    with tempfile.TemporaryDirectory(prefix="banker-bench-") as folder:
        around = _surroundings(folder)
        bare = _process_ms(("-c", ""), around)
        helping = _process_ms(("-m", "companion", "--help"), around) - bare
        rules = _process_ms(("-c", "import companion.rules.decide"), around) - bare
        pages = _process_ms(("-c", "import starlette.applications, uvicorn"), around) - bare
        services = [_service(around) for _ in range(TIMES)]
    ready, worked, answered, memory = (min(column) for column in zip(*services, strict=True))
    figures = (
        Figure(
            what="`banker --help` over bare Python",
            value=helping,
            unit="ms",
            bar=HELP_BAR,
            reference=f"bare Python ({bare:.0f} ms)",
            ratio=helping / bare,
        ),
        Figure(what="the rules over bare Python", value=rules, unit="ms"),
        Figure(what="starlette and uvicorn over bare Python", value=pages, unit="ms"),
        Figure(
            what="table open, simulated chips, since the process began",
            value=ready,
            unit="ms",
            bar=READY_BAR,
            reference=f"bare Python ({bare:.0f} ms)",
            ratio=ready / bare,
        ),
        Figure(what="its processor time until then", value=worked, unit="ms"),
        Figure(what="first page answered", value=answered, unit="ms"),
        Figure(what="memory with the pages served", value=memory, unit="MiB", bar=MEMORY_BAR),
    )
    return Findings("start", figures, (f"best of {TIMES} processes each, modules compiled as after an installation",))


def _surroundings(folder: str) -> dict[str, str]:
    """Settings and state of their own, and compiled modules kept, as an installation has them."""
    around = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**around, "XDG_STATE_HOME": folder, "XDG_CONFIG_HOME": folder, "PYTHONPYCACHEPREFIX": f"{folder}/compiled"}


def _process_ms(arguments: Sequence[str], around: Mapping[str, str]) -> float:
    command = [sys.executable, *arguments]
    return samples(TIMES, lambda: subprocess.run(command, check=True, capture_output=True, env=around))[0]


def _service(around: Mapping[str, str]) -> tuple[float, float, float, float]:
    """Until the table says that it is open (ms), what the processor did until then (ms), until its first page has come
    (ms), and its memory then (MiB)."""
    began = time.perf_counter()
    command = [sys.executable, *PLAY]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(around)) as table:
        try:
            assert table.stdout is not None
            said = re.search(r"http://\S+", table.stdout.readline())
            ready = (time.perf_counter() - began) * 1000
            worked = _processor_ms(table.pid)
            assert said is not None, "the table did not say where it is open"
            with urllib.request.urlopen(said.group(), timeout=PATIENCE) as answer:
                answer.read()
            return ready, worked, (time.perf_counter() - began) * 1000, resident_mib(table.pid)
        finally:
            table.terminate()
            table.wait(PATIENCE)


def _processor_ms(process: int) -> float:
    """The processor time of all threads of a process so far (proc_pid_stat(5), fields 14 and 15)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def resident_mib(process: int) -> float:
    """The memory that a process holds now (proc_pid_status(5), VmRSS)."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return int(found.group(1)) / 1024
