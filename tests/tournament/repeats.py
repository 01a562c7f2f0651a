"""Prints the table of repeated meetings of docs/tournament.md, beside the bound that no seating can beat.

python -m tests.tournament.repeats
"""

from __future__ import annotations

from random import Random

from companion.tournament.seating import fewest_repeats, meetings, plan, repeats, sizes_for

PEOPLE, ROUNDS = (16, 24, 48, 100), (3, 4, 5, 6)


def searched(people: int, rounds: int, seed: int = 1) -> tuple[int, int]:
    """Repeated meetings, and how often the same two meet at most."""
    nobody = [[0] * people for _ in range(people)]
    sizes = sizes_for(people, (4, 5, 3, 6))
    found = plan(range(people), sizes, rounds, nobody, nobody, Random(seed))
    met = meetings(people, found)
    return repeats(met), max(map(max, met))


def main() -> None:
    """Print the table in Markdown."""
    print("| players | " + " | ".join(f"{rounds} rounds" for rounds in ROUNDS) + " |")
    print("|---|" + "---|" * len(ROUNDS))
    for people in PEOPLE:
        sizes = sizes_for(people, (4, 5, 3, 6))
        cells = []
        for rounds in ROUNDS:
            found, most = searched(people, rounds)
            cells.append(f"{found} ({fewest_repeats(people, rounds, sizes)}; {most})")
        print(f"| {people} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
