"""In which steps sums are counted at the table: by the money of the edition, and by how dear its deeds are."""

from companion.rules.purchase import coin
from companion.rules.rules import Rules

BIDS = (1, 5, 10, 20, 50, 100)
USUAL = 10


def raises(rules: Rules) -> tuple[int, ...]:
    """By how much a bid may be raised with one tap, rising; no step is larger than the edition's largest (S2-11)."""
    size, limit = coin(rules), rules.options.auction_step_max
    steps = sorted({rules.unit, *(size * each for each in BIDS)})
    return tuple(step for step in steps if not limit or step <= limit) or (rules.unit,)


def usual(rules: Rules) -> int:
    """The place of the step among `raises` with which an auction begins."""
    steps, size = raises(rules), USUAL * coin(rules)
    return steps.index(size) if size in steps else 0


def dial(rules: Rules) -> tuple[int, ...]:
    """By how much a dial counts: tens of coins, coins, hundreds, then what is smaller, down to the unit."""
    size = coin(rules)
    steps = [USUAL * size, size, 100 * size]
    while size > rules.unit:
        size //= 10
        steps.append(size)
    return tuple(steps)
