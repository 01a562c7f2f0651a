"""The drawing of a round: what keeps people apart in its stage, made into one number for each pair, then searched."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.hub.records import Drawn
from companion.hub.seating import Round, balanced, chunks, meetings, numbered, plan, sizes_for
from companion.hub.settings import HubError, Stage
from companion.hub.tournament import Outcomes, Tournament

TEAM = 60  # as bad as a fourth meeting of five pairs
APART = 400
BAND = 2_000
NEAR = 0.5
FAR_ENOUGH = 12  # ranks between two people who should not meet in a Swiss round


def draw(tournament: Tournament, outcomes: Outcomes, seed: int, *, moves: int = 40_000) -> Drawn:
    """Seat the next round, or the last one anew as long as nobody has begun it; the same seed draws the same."""
    number = len(tournament.rounds)
    untouched = bool(tournament.rounds) and not tournament.rounds[-1].closed
    if untouched:
        number -= 1
    stage_number = tournament.rounds[-1].stage if untouched else tournament.next_stage()
    stage = tournament.set_up.stages[stage_number]
    people = _people(tournament, outcomes, stage, stage_number, number)
    sizes = sizes_for(len(people), tournament.set_up.sizes)
    if not sizes:
        wanted = ", ".join(map(str, sorted(tournament.set_up.sizes)))
        raise HubError(f"{len(people)} people cannot be seated at tables of {wanted}")
    history = [this.tables for this in tournament.rounds[:number]]
    tables = _tables(tournament, stage, people, sizes, history, Random(seed), moves)
    return Drawn(number, tuple(tuple(balanced(table, history)) for table in tables), seed)


def _people(t: Tournament, outcomes: Outcomes, stage: Stage, stage_number: int, number: int) -> list[int]:
    """Who plays the round, the best first: all who are there, the top of the standings, or who has won through."""
    ready = set(t.ready())
    ranked = [line.person for line in t.standings(outcomes)]
    if stage.kind != "knockout":
        regular = [person for person in ranked if person in ready and not t.people[person].alternate]
        return regular + _alternates(t, ready, len(regular))
    before = number - 1
    if before >= 0 and t.rounds[before].stage == stage_number:
        return _advanced(t, outcomes, stage, before, ready)
    return [person for person in ranked if person in ready][: stage.top]


def _alternates(t: Tournament, ready: set[int], regular: int) -> list[int]:
    """As many alternates as fill the tables up to the best liked size, if there are enough of them."""
    waiting = [number for number, person in t.people.items() if person.alternate and number in ready]
    need = -regular % t.set_up.sizes[0]
    return waiting[:need] if need <= len(waiting) else []


def _advanced(t: Tournament, outcomes: Outcomes, stage: Stage, before: int, ready: set[int]) -> list[int]:
    through: list[tuple[int, int, int]] = []
    for table in range(len(t.rounds[before].tables)):
        result = t.outcome_of(before, table, outcomes)
        if result is None or not result.final:
            raise HubError(f"table {table + 1} of round {before + 1} has no result yet")
        for person, seat in zip(t.counted(before, table), result.seats, strict=True):
            if seat.place <= stage.advance and person in ready:
                through.append((seat.place, -seat.worth, person))
    return [person for _, _, person in sorted(through)]


def _tables(
    t: Tournament,
    stage: Stage,
    people: Sequence[int],
    sizes: Sequence[int],
    history: Sequence[Sequence[Sequence[int]]],
    chance: Random,
    moves: int,
) -> Round:
    if stage.kind == "rank" or len(sizes) == 1:
        return chunks(people, sizes)
    met = meetings(len(t.people), history)
    strain = _strain(t, stage, people, len(sizes))
    ahead = 1
    if stage.kind == "spread":
        ahead = max(1, stage.rounds - sum(t.set_up.stages[each.stage] is stage for each in t.rounds[: len(history)]))
    found = plan(people, sizes, ahead, met, strain, chance, moves=moves)[0]
    return (
        sorted(found, key=lambda table: min(map(people.index, table)))
        if stage.kind == "swiss"
        else numbered(found, history)
    )


def _strain(t: Tournament, stage: Stage, people: Sequence[int], tables: int) -> list[list[int]]:
    """What speaks against each two at one table, besides their having met."""
    strain = [[0] * len(t.people) for _ in t.people]
    for rank, a in enumerate(people):
        for place in range(rank):
            b = people[place]
            strain[a][b] = strain[b][a] = _of_pair(t, stage, (a, rank), (b, place), tables)
    return strain


def _of_pair(t: Tournament, stage: Stage, one: tuple[int, int], other: tuple[int, int], tables: int) -> int:
    (a, rank), (b, place) = one, other
    first, second = t.people[a], t.people[b]
    total = TEAM if first.team and first.team == second.team else 0
    total += APART if b in first.apart or a in second.apart else 0
    if stage.kind == "swiss":
        total += int(NEAR * min(abs(rank - place), FAR_ENOUGH) ** 2)
    elif stage.kind == "knockout":
        total += BAND if rank // tables == place // tables else 0  # each table gets one of every band
    elif t.set_up.seeds_apart and 0 < first.seed <= tables and 0 < second.seed <= tables:
        total += BAND
    return total
