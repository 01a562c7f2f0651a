"""Whatever is changed in a game afterwards is found, and its place is named."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import msgspec
import pytest

from companion.ledger.audit import Audit, audit
from companion.ledger.entry import Entry, read, write
from companion.ledger.record import GameLines, from_archive, from_text
from companion.ledger.seal import DeviceKey, Seal, make_key
from companion.ledger.store import Ledger
from companion.rules import codec
from companion.rules.commands import Roll
from companion.rules.events import AnyEvent, Cause, Mortgaged, Paid
from companion.rules.game import Game
from companion.words.refusals import worded
from tests.ledger.playing import new_game, play

STEPS, PAUSE = 120, 60
TIME = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> DeviceKey:
    return make_key(tmp_path_factory.mktemp("keys") / "device.key")


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> DeviceKey:
    return make_key(tmp_path_factory.mktemp("others") / "device.key")


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory, key: DeviceKey) -> GameLines:
    """An exported game, sealed at a pause and at its last entry."""
    with Ledger(tmp_path_factory.mktemp("ledgers") / "ledger.db") as ledger:
        for step in play(new_game(), 1, STEPS):
            entry = ledger.append("g", "test", step.command, step.events)
            if entry.seq == PAUSE:
                ledger.seal("g", "pause", key)
        ledger.seal("g", "demand", key)
        [exported] = from_text(from_archive(ledger, "g").text())
        return exported


def checked(lines: Sequence[bytes], seals: Sequence[bytes] = (), key: str = "") -> Audit:
    """What the check of such an export says."""
    [exported] = from_text(GameLines("", lines, seals).text())
    return audit(exported, key=key)


def first_fault(report: Audit) -> tuple[int, str]:
    return report.faults[0].seq, worded(report.faults[0].message)


def forged(lines: Sequence[bytes], seq: int, change: Callable[[Entry], Entry]) -> list[bytes]:
    """A game whose entry was changed by somebody who knows how the chain is made, from there on to its end."""
    entries = list(read(lines))
    entries[seq] = change(entries[seq])
    made, prev = list(lines[:seq]), entries[seq].prev
    for entry in entries[seq:]:
        line, prev = write(msgspec.structs.replace(entry, prev=prev, hash=""))
        made.append(line)
    return made


def with_events(*events: AnyEvent) -> Callable[[Entry], Entry]:
    return lambda entry: msgspec.structs.replace(entry, events=events)


def test_an_untouched_export_holds(export: GameLines, key: DeviceKey) -> None:
    report = checked(export.lines, export.seals, key.public)
    assert (report.faults, report.differences, report.entries, report.sound) == ([], [], STEPS, STEPS)
    assert [seal.seq for seal in report.seals] == [PAUSE, STEPS - 1]
    assert report.unsealed == 0


def test_every_changed_byte_is_found_in_its_entry(export: GameLines) -> None:
    for seq, stride in ((0, 1499), (1, 5), (57, 13), (STEPS - 1, 13)):
        line = export.lines[seq]
        for at in range(0, len(line), stride):
            for changed in (line[at] ^ 1, line[at] ^ 0x80, 0x0A):
                touched = line[:at] + bytes([changed]) + line[at + 1 :]
                report = checked([*export.lines[:seq], touched, *export.lines[seq + 1 :]], export.seals)
                assert report.faults[0].seq == seq, (seq, at, changed)


def test_a_missing_beginning_is_noticed(export: GameLines) -> None:
    assert first_fault(checked(export.lines[1:], export.seals)) == (0, "entry 0: no game begins with it")


@pytest.mark.parametrize("seq", [1, 57, STEPS - 2])
def test_a_removed_entry_is_missed(export: GameLines, seq: int) -> None:
    report = checked([*export.lines[:seq], *export.lines[seq + 1 :]], export.seals)
    assert report.faults[0].seq == seq
    assert f"entry {seq + 1} stands in its place" in worded(report.faults[0].message)


@pytest.mark.parametrize("cut", [1, 5, STEPS - PAUSE - 1, STEPS - PAUSE + 5])
def test_removed_last_entries_are_missed(export: GameLines, cut: int) -> None:
    seq, text = first_fault(checked(export.lines[:-cut], export.seals))
    assert seq == STEPS - cut
    assert "are missing" in text


def test_swapped_entries_are_noticed(export: GameLines) -> None:
    lines = list(export.lines)
    lines[30], lines[31] = lines[31], lines[30]
    assert first_fault(checked(lines, export.seals)) == (30, "entry 30: entry 31 stands in its place")


def test_a_repeated_entry_is_noticed(export: GameLines) -> None:
    lines = [*export.lines[:31], export.lines[30], *export.lines[31:]]
    assert first_fault(checked(lines, export.seals)) == (31, "entry 31: entry 30 stands in its place")


def test_an_entry_of_another_game_is_noticed(export: GameLines) -> None:
    [entry] = list(read(export.lines))[30:31]
    line, _ = write(msgspec.structs.replace(entry, game="other", hash=""))
    report = checked([*export.lines[:30], line, *export.lines[31:]], export.seals)
    assert first_fault(report) == (30, "entry 30: it belongs to game other, not to g")


def test_an_appended_entry_has_no_seal(export: GameLines) -> None:
    last = list(read(export.lines))[-1]
    entry = Entry(
        game="g",
        seq=STEPS,
        time=TIME,
        elapsed=last.elapsed,
        origin="x",
        prev=last.hash,
        command=Roll(0, 1, 2),
        events=(),
    )
    report = checked([*export.lines, write(entry)[0]], export.seals)
    assert first_fault(report) == (STEPS, f"no seal vouches for entries {STEPS} to {STEPS}")


def test_a_chain_forged_from_some_entry_on_breaks_at_the_next_seal(export: GameLines) -> None:
    lines = forged(export.lines, 40, lambda entry: msgspec.structs.replace(entry, origin="button"))
    report = checked(lines, export.seals)
    assert [fault.seq for fault in report.faults] == [PAUSE, STEPS - 1]
    assert "vouches for another entry" in worded(report.faults[0].message)


def test_a_foreign_key_is_noticed(export: GameLines, key: DeviceKey, foreign: DeviceKey) -> None:
    seals = [foreign.sign(msgspec.json.decode(line, type=Seal)) for line in export.seals]
    report = checked(export.lines, seals, key.public)
    assert first_fault(report)[0] == PAUSE
    assert "is of another device" in worded(report.faults[0].message)
    mixed = checked(export.lines, [export.seals[0], seals[1]])
    assert first_fault(mixed)[0] == STEPS - 1


def test_a_seal_that_was_changed_is_noticed(export: GameLines) -> None:
    changed = export.seals[1].replace(b'"reason":"demand"', b'"reason":"pauses"')
    assert first_fault(checked(export.lines, [export.seals[0], changed])) == (
        STEPS - 1,
        f"the seal of entry {STEPS - 1} was not signed by its key",
    )


def test_a_seal_of_another_game_is_noticed(export: GameLines, key: DeviceKey) -> None:
    other = key.sign(Seal(game="h", seq=PAUSE, hash="0" * 64, time=TIME, reason="end", key=""))
    assert "belongs to game h" in worded(checked(export.lines, [other]).faults[0].message)


@pytest.mark.parametrize("seq", [-1, -STEPS - 1, 1 << 63, 1 << 64])
def test_a_seal_of_an_entry_that_no_game_has_is_no_seal(export: GameLines, key: DeviceKey, seq: int) -> None:
    last = msgspec.json.decode(export.seals[1], type=Seal)
    report = checked(export.lines, [key.sign(msgspec.structs.replace(last, seq=seq))])
    assert [worded(fault.message) for fault in report.faults] == ["a seal cannot be read"]


def test_a_wanted_key_and_no_seal_is_a_fault(export: GameLines, key: DeviceKey) -> None:
    assert checked(export.lines).faults == []
    assert checked(export.lines).unsealed == STEPS
    assert first_fault(checked(export.lines, (), key.public))[0] == 0


def test_a_payment_to_nobody_is_noticed(export: GameLines) -> None:
    lines = forged(export.lines, 40, with_events(Paid(0, 9, 100, Cause.SALARY)))
    report = checked(lines)
    assert first_fault(report) == (40, "entry 40: it does not fit the game as it stood")


def test_facts_that_do_not_fit_are_noticed(export: GameLines) -> None:
    report = checked(forged(export.lines, 40, with_events(Mortgaged(4_000))))
    assert first_fault(report) == (40, "entry 40: it does not fit the game as it stood")
    assert report.sound == 40


def test_what_today_s_rules_decide_otherwise_is_a_difference_and_no_fault(export: GameLines) -> None:
    lines = forged(export.lines, STEPS - 1, with_events(Paid(0, 1, 1, Cause.RENT)))
    report = checked(lines)
    assert (report.faults, report.sound) == ([], STEPS)
    assert [difference.seq for difference in report.differences] == [STEPS - 1]
    assert report.differences[0].recorded == (Paid(0, 1, 1, Cause.RENT),)


def test_a_difference_in_the_middle_does_not_spread(export: GameLines) -> None:
    entries = list(read(export.lines))
    seq = next(entry.seq for entry in entries[5:] if isinstance(entry.command, Roll))
    source = codec.replace(entries[seq].command, source="other die")
    lines = forged(export.lines, seq, lambda entry: msgspec.structs.replace(entry, command=source))
    report = checked(lines)
    assert (report.faults, report.sound) == ([], STEPS)
    assert [difference.seq for difference in report.differences] == [seq]


def test_a_game_with_undo_ends_where_it_ended_when_played(export: GameLines) -> None:
    played = new_game()
    steps = list(play(played, 5, 400))
    lines, prev = [], ""
    for seq, step in enumerate(steps):
        entry = Entry(
            format=0 if seq else 1, game="g", seq=seq, time=TIME, elapsed=0, origin="x", prev=prev,
            command=step.command, events=step.events,
        )  # fmt: skip
        line, prev = write(entry)
        lines.append(line)
    report = checked(lines)
    assert (report.faults, report.differences, report.sound) == ([], [], len(steps))
    assert Game.fold(steps).state == played.state
