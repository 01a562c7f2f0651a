from hypothesis import given
from hypothesis import strategies as st

from companion.devices.presence import CLASHES, MISSES, STAYS, Blank, Presence, PresenceChange, Sighting

A, B = "deadbeef", "04a1b2c3d4e5f6"


def changes(*sightings: Sighting) -> list[tuple[PresenceChange, str]]:
    presence = Presence()
    return [change for sighting in sightings for change in presence.see(sighting)]


def test_a_tag_is_told_at_once_and_gone_after_three_misses() -> None:
    assert changes(A) == [(PresenceChange.LAID, A)]
    assert changes(A, *[Blank.NOTHING] * (MISSES - 1), A) == [(PresenceChange.LAID, A)]
    assert changes(A, *[Blank.NOTHING] * MISSES) == [(PresenceChange.LAID, A), (PresenceChange.LIFTED, A)]


def test_another_tag_replaces_the_first() -> None:
    assert changes(A, B) == [(PresenceChange.LAID, A), (PresenceChange.LIFTED, A), (PresenceChange.LAID, B)]


def test_a_clash_is_told_once_while_it_lasts_and_the_tag_stays() -> None:
    assert changes(A, *[Blank.CLASH] * 9, A) == [(PresenceChange.LAID, A), (PresenceChange.CLASHED, "")]
    assert changes(*[Blank.CLASH] * (CLASHES - 1)) == []


def test_of_two_tags_taken_away_none_is_laid_by_being_the_last() -> None:
    both = [Blank.CLASH] * CLASHES
    assert changes(A, *both, *[B] * (STAYS - 1), *[Blank.NOTHING] * MISSES)[2:] == [(PresenceChange.LIFTED, A)]
    assert changes(*both, *[B] * STAYS) == [(PresenceChange.CLASHED, ""), (PresenceChange.LAID, B)]
    assert changes(*both, *[Blank.NOTHING] * MISSES, B) == [(PresenceChange.CLASHED, ""), (PresenceChange.LAID, B)]
    assert changes(*both, *[A, B] * STAYS) == [(PresenceChange.CLASHED, "")]


@given(st.lists(st.sampled_from([A, B, Blank.NOTHING, Blank.CLASH]), max_size=40))
def test_laid_and_lifted_alternate_and_agree(sightings: list[Sighting]) -> None:
    lying: str | None = None
    presence = Presence()
    for sighting in sightings:
        for change, uid in presence.see(sighting):
            if change is PresenceChange.LAID:
                assert lying is None
                lying = uid
            elif change is PresenceChange.LIFTED:
                assert lying == uid
                lying = None
        assert presence.uid == lying
    for _ in range(STAYS):
        list(presence.see(A))
    assert presence.uid == A
