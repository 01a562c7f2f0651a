"""Statistics against values known from elsewhere."""

from __future__ import annotations

import pytest

from companion.bots.simulate.figures import (
    Estimate,
    difference_of_means,
    difference_of_shares,
    mean,
    quantile,
    share,
)


def assert_near(found: Estimate, value: float, low: float, high: float, within: float = 5e-4) -> None:
    assert (found.value, found.low, found.high) == pytest.approx((value, low, high), abs=within)


def test_share_is_wilsons_interval() -> None:
    """The example of Newcombe 1998 (Statistics in Medicine 17:857), table I, method 3."""
    assert_near(share(81, 263), 0.3080, 0.2553, 0.3662)
    assert_near(share(15, 148), 0.1014, 0.0624, 0.1605)
    assert_near(share(0, 20), 0.0, 0.0, 0.1611)
    assert_near(share(1, 29), 0.0345, 0.0061, 0.1718)


def test_share_of_nothing_says_nothing() -> None:
    assert share(0, 0) == Estimate(0.0, 0.0, 1.0)


def test_difference_of_shares_is_newcombes_interval() -> None:
    """The examples of Newcombe 1998 (Statistics in Medicine 17:873), table II, method 10."""
    assert_near(difference_of_shares((48, 80), (56, 70)), 0.2, 0.0524, 0.3339)
    assert_near(difference_of_shares((3, 10), (9, 10)), 0.6, 0.1705, 0.8090)
    assert_near(difference_of_shares((0, 20), (10, 10)), 1.0, 0.6791, 1.0)


def test_mean_and_its_difference() -> None:
    few, more = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0], [3.0, 5.0, 5.0, 5.0, 6.0, 6.0, 8.0, 10.0]
    assert_near(mean(few), 5.0, 5.0 - 1.4816, 5.0 + 1.4816)  # s = sqrt(32 / 7), z s / sqrt(8)
    assert_near(difference_of_means(few, more), 1.0, 1.0 - 2.0953, 1.0 + 2.0953)
    assert not difference_of_means(few, more).is_clear
    assert difference_of_means(few, [value + 9 for value in few]).is_clear


@pytest.mark.parametrize(("part", "value"), [(0.0, 1.0), (0.25, 1.75), (0.5, 2.5), (0.9, 3.7), (1.0, 4.0)])
def test_quantile_lies_between_neighbours(part: float, value: float) -> None:
    assert quantile([1.0, 2.0, 3.0, 4.0], part) == pytest.approx(value)


def test_a_sample_of_one_is_no_estimate() -> None:
    assert mean([3.0]).low == float("-inf")
