"""Statistics of samples: shares, means and differences, each with the interval in which it surely lies (95 %)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, variance

import msgspec

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class Estimate(msgspec.Struct, frozen=True):
    """A value and the interval in which it lies with 95 % confidence."""

    value: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether zero lies outside: a difference that chance alone hardly makes."""
        return self.low > 0 or self.high < 0


def share(hits: int, count: int) -> Estimate:
    """A share of a sample by Wilson's score interval, which holds for small samples and near 0 and 1 too (Wilson
    1927)."""
    if not count:
        return Estimate(0.0, 0.0, 1.0)
    part, square = hits / count, Z * Z
    middle = (part + square / (2 * count)) / (1 + square / count)
    reach = Z / (1 + square / count) * sqrt(part * (1 - part) / count + square / (4 * count * count))
    return Estimate(part, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(values: Sequence[float]) -> Estimate:
    """The mean of a sample, by the normal approximation; samples here are hundreds of games."""
    middle = fmean(values)
    reach = Z * sqrt(variance(values) / len(values)) if len(values) > 1 else float("inf")
    return Estimate(middle, middle - reach, middle + reach)


def difference_of_means(before: Sequence[float], after: Sequence[float]) -> Estimate:
    """By how much the mean has grown, the samples having variances of their own (Welch 1947)."""
    gap = fmean(after) - fmean(before)
    reach = Z * sqrt(variance(before) / len(before) + variance(after) / len(after))
    return Estimate(gap, gap - reach, gap + reach)


def difference_of_shares(before: tuple[int, int], after: tuple[int, int]) -> Estimate:
    """By how much a share (hits, count) has grown, by Newcombe's hybrid of two Wilson intervals (Newcombe 1998, method
    10)."""
    old, new = share(*before), share(*after)
    gap = new.value - old.value
    below = sqrt((new.value - new.low) ** 2 + (old.high - old.value) ** 2)
    above = sqrt((new.high - new.value) ** 2 + (old.value - old.low) ** 2)
    return Estimate(gap, gap - below, gap + above)


def quantile(ordered: Sequence[float], part: float) -> float:
    """The value below which a part of an ordered sample lies, between neighbours in proportion (Hyndman and Fan, type
    7)."""
    place = part * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
