"""The lock on the referee's page: how slowly a PIN can be tried, and how long one stays in."""

import pytest

from companion.web.guard import SESSION_SECONDS
from companion.web.pin import FREE_TRIES, LONGEST_WAIT, STORM, PinLock, TooManyTries


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def lock(clock: Clock) -> PinLock:
    return PinLock("4321", clock)


def test_the_right_pin_opens_and_a_session_lasts_an_evening(lock: PinLock, clock: Clock) -> None:
    session = lock.open("4321", "a")
    assert session is not None
    assert lock.session(session.key) == session
    assert lock.session("") is None
    assert lock.session(session.proof) is None
    clock.now = SESSION_SECONDS
    assert lock.session(session.key) is None


def test_who_leaves_is_out(lock: PinLock) -> None:
    session = lock.open("4321", "a")
    assert session
    lock.close(session.key)
    assert lock.session(session.key) is None


def test_two_sessions_have_nothing_in_common(lock: PinLock) -> None:
    one, other = lock.open("4321", "a"), lock.open("4321", "a")
    assert one
    assert other
    assert len({one.key, other.key, one.proof, other.proof}) == 4


def test_every_mistake_after_the_third_doubles_the_wait(lock: PinLock, clock: Clock) -> None:
    waits = []
    for _ in range(FREE_TRIES - 1):
        assert lock.open("0000", "a") is None
    for _ in range(12):
        assert lock.open("0000", "a") is None
        with pytest.raises(TooManyTries) as told:
            lock.open("4321", "a")
        waits.append(told.value.seconds)
        clock.now += told.value.seconds
    assert waits[:5] == [5, 10, 20, 40, 80]
    assert waits[-1] == LONGEST_WAIT
    assert lock.open("4321", "a")
    assert lock.open("0000", "a") is None
    assert lock.open("4321", "a")


def test_another_address_is_not_punished(lock: PinLock) -> None:
    for _ in range(FREE_TRIES):
        lock.open("0000", "a")
    assert lock.open("4321", "b")


def test_a_storm_from_many_addresses_is_held_up_and_who_is_in_stays_in(lock: PinLock, clock: Clock) -> None:
    session = lock.open("4321", "referee")
    tried = 0
    for address in range(100_000):
        clock.now += 0.001
        try:
            lock.open("0000", str(address))
            tried += 1
        except TooManyTries:
            pass
    assert tried <= STORM * (1 + 100 / 60)
    assert session
    assert lock.session(session.key)
    clock.now += 60
    assert lock.open("4321", "referee")


@pytest.mark.parametrize("pin", ["", "432", "43210", "４３２１", "4321\n", "é"])
def test_what_is_not_the_pin_is_no_pin(lock: PinLock, pin: str) -> None:
    assert lock.open(pin, "a") is None
