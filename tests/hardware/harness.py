"""WireViz files as what they say: which pin of the board goes to which signal of which part."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

from tests.repo.sources import ROOT

FOLDER = ROOT / "hardware" / "wiring"


class Lead(NamedTuple):
    """One wire from a pin of the board."""

    pin: int
    label: str
    part: str
    signal: str


def harness(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((FOLDER / f"{name}.yml").read_text(encoding="utf-8"))
    return loaded


def leads(name: str, board: str) -> Iterator[Lead]:
    """List the wires of a file that begin or end at this connector."""
    loaded = harness(name)
    connector = loaded["connectors"][board]
    numbers = connector.get("pins", list(range(1, len(connector["pinlabels"]) + 1)))
    labels = dict(zip(numbers, connector["pinlabels"], strict=True))
    for first, _, last in loaded["connections"]:
        ends = {**first, **last}
        if board in ends:
            (part,) = ends.keys() - {board}
            for pin, signal in zip(ends[board], ends[part], strict=True):
                yield Lead(pin, labels[pin], part, signal)
