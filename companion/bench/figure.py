"""What was measured: a value, the bar it has to keep, and how it stands beside a reference of the same run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One measured value; `ratio` is value through reference, both in the same unit unless the reference says else."""

    what: str
    value: float
    unit: str
    bar: float | None = None
    more_is_better: bool = False
    reference: str = ""
    ratio: float | None = None

    @property
    def holds(self) -> bool | None:
        """Whether the bar is kept; nothing where there is none."""
        if self.bar is None:
            return None
        return self.value >= self.bar if self.more_is_better else self.value <= self.bar


class Findings(msgspec.Struct, frozen=True):
    """All figures of one subject, and what has to be known to read them."""

    subject: str
    figures: tuple[Figure, ...]
    notes: tuple[str, ...] = ()


def lines(findings: Findings) -> Iterator[str]:
    """The findings as a table for people."""
    yield findings.subject
    rows = [_row(figure) for figure in findings.figures]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)] if rows else []
    for row in rows:
        what, value, unit, *rest = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(["", what, value.strip().rjust(widths[1]), unit, *rest]).rstrip()
    for note in findings.notes:
        yield f"  {note}"


def _row(figure: Figure) -> Sequence[str]:
    sign = ">=" if figure.more_is_better else "<="
    bar = "" if figure.bar is None else f"bar {sign} {_number(figure.bar)} {'kept' if figure.holds else 'MISSED'}"
    reference = f"{_number(figure.ratio)} x {figure.reference}" if figure.ratio is not None else figure.reference
    return figure.what, _number(figure.value), figure.unit, bar, reference


def _number(value: float) -> str:
    """Three significant digits, and whole numbers from a hundred on."""
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"
