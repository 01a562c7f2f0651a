from hypothesis import given
from hypothesis import strategies as st

from companion.devices.presence import CLASHES, MISSES, Blank, Change, Presence, Sighting

A, B = "deadbeef", "04a1b2c3d4e5f6"


def changes(*sightings: Sighting) -> list[tuple[Change, str]]:
    presence = Presence()
    return [change for sighting in sightings for change in presence.see(sighting)]


def test_a_tag_is_told_at_once_and_gone_after_three_misses() -> None:
    assert changes(A) == [(Change.LAID, A)]
    assert changes(A, *[Blank.NOTHING] * (MISSES - 1), A) == [(Change.LAID, A)]
    assert changes(A, *[Blank.NOTHING] * MISSES) == [(Change.LAID, A), (Change.LIFTED, A)]


def test_another_tag_replaces_the_first() -> None:
    assert changes(A, B) == [(Change.LAID, A), (Change.LIFTED, A), (Change.LAID, B)]


def test_a_clash_is_told_once_while_it_lasts_and_the_tag_stays() -> None:
    assert changes(A, *[Blank.CLASH] * 9, A) == [(Change.LAID, A), (Change.CLASHED, "")]
    assert changes(*[Blank.CLASH] * (CLASHES - 1)) == []


@given(st.lists(st.sampled_from([A, B, Blank.NOTHING, Blank.CLASH]), max_size=40))
def test_laid_and_lifted_alternate_and_agree(sightings: list[Sighting]) -> None:
    lying: str | None = None
    presence = Presence()
    for sighting in sightings:
        for change, uid in presence.see(sighting):
            if change is Change.LAID:
                assert lying is None
                lying = uid
            elif change is Change.LIFTED:
                assert lying == uid
                lying = None
        assert presence.uid == lying
    if sightings and isinstance(sightings[-1], str):
        assert lying == sightings[-1]
