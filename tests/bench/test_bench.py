"""Every subject is measured; counts are exact, ratios have wide margins, times are never judged."""

from __future__ import annotations

import json

import pytest

from companion.bench import chances, engine, hub, ledger, oled, start, tap, web
from companion.bench.browsers import EarReport, heard_by_all
from companion.bench.measuring import Figure, Findings, lines
from companion.cli import main


def by_name(findings: Findings) -> dict[str, Figure]:
    return {figure.what: figure for figure in findings.figures}


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["bench", *arguments]) == 0
    return capsys.readouterr().out


def test_a_bar_is_kept_from_the_right_side() -> None:
    slow = Figure(what="a", value=3, unit="ms", bar=2)
    fast = Figure(what="b", value=3, unit="1/s", bar=2, more_is_better=True)
    free = Figure(what="c", value=3, unit="ms")
    assert (slow.holds, fast.holds, free.holds) == (False, True, None)


def test_the_table_stands_in_columns() -> None:
    figures = (
        Figure(what="short", value=0.25, unit="ms", bar=0.3, reference="the other (0.5 ms)", ratio=0.5),
        Figure(what="much longer", value=12_345, unit="turns/s", bar=99_999, more_is_better=True),
    )
    assert list(lines(Findings("speed", figures, ("a note",)))) == [
        "speed",
        "  short          0.25  ms       bar <= 0.3 kept       0.5 x the other (0.5 ms)",
        "  much longer  12,345  turns/s  bar >= 99,999 MISSED",
        "  a note",
    ]


def test_the_display_sends_no_byte_too_many(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "oled", "--json"))["oled"]
    counts = {figure["what"]: figure["value"] for figure in found["figures"] if figure["unit"] == "bytes"}
    assert counts == {
        "a whole frame on I2C": 1034,
        "a band of 128 x 16 on I2C": 266,
        "the same picture again on I2C": 0,
    }
    ratio = by_name(oled.measure())["picture to page bytes"].ratio
    assert ratio is not None
    assert ratio < 0.5  # of luma's own way, with a wide margin


def test_taps_are_few_transfers_and_all_stages_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tap, "ENTRIES", 12)
    monkeypatch.setattr(tap, "TAPS", 3)
    found = by_name(tap.measure())
    assert found["an empty poll"].value == 10
    assert found["request and anticollision"].value == 41
    assert found["new pages on I2C: p95"].value <= 1034
    assert found["sum on a Pi Zero 2 W, p95"].value > found["sum on a Pi 5, p95"].value
    assert found["tag laid to new pixels, all threads: median"].value > 0


def test_a_sum_takes_each_stage_once() -> None:
    stages = tap.Stages(wait=1, look=2, decide=3, commit=4, picture=5, bus=6)
    assert stages.here() == pytest.approx(1 + 2 + 3 + 4 + 5 + 6 + tap.SCAN_MS)
    assert stages.on(tap.PiModel("slow", 10, 7)) == pytest.approx(1 + 2 + 30 + 7 + 50 + 6 + tap.SCAN_MS)


def test_the_engine_costs_no_more_than_a_few_hundred_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "GAMES", {"greedy": 2})
    monkeypatch.setattr(engine, "TIMES", 3)
    found = by_name(engine.measure())
    ratio = found["whole games, four greedy bots"].ratio
    assert ratio is not None
    assert ratio < 1000  # about 150 to 250
    assert found["a process that plays one whole game"].holds


def test_an_answer_is_as_sure_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "GAMES", 1)
    monkeypatch.setattr(chances, "PER_GAME", 1)
    found = by_name(chances.measure())
    assert found["widest margin (95 %)"].holds
    assert 60 <= found["futures an answer, most of all"].value <= 2000


def test_the_ledger_is_measured_beside_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "ENTRIES", 60)
    monkeypatch.setattr(ledger, "TIMES", 1)
    found = by_name(ledger.measure(entries=40))
    ratio = found["append, median"].ratio
    assert ratio is not None
    assert ratio < 10
    assert found["append after 40 entries, median"].value > 0


def test_the_pages_hear_of_every_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "SPECTATORS", 6)
    monkeypatch.setattr(web, "WISHES", 10)
    found = by_name(web.measure(seconds=1))
    assert found["from the commit to all of 4 browsers, median"].value > 0
    assert found["spectators there at the end"].value == 6
    assert found["lines of history told to each"].value > 2
    assert 500 < found["told to each of them for a wish"].value < 5000
    assert found["lines that somebody missed or was told twice"].value == 0


def test_a_browser_that_is_told_too_little_or_twice_is_found_out() -> None:
    lines = [(1, 5), (1, 6), (2, 0)]
    before = [(1, 3), (1, 4)]
    told = [([*before, *lines], 3), ([*before, (1, 5), (2, 0)], 1), ([*lines, (2, 0)], 2)]
    assert list(web._told(EarReport(open=6, again=0, bytes=0, heard=[], lines=told), lines))[-1].value == 1 + 2
    again = EarReport(open=6, again=4, bytes=0, heard=[], lines=[(lines, 6)])
    assert list(web._told(again, lines))[-1].value == 4


def test_an_entry_is_known_when_the_last_browser_knows_it_or_a_later_one() -> None:
    quick = [((1, 4), 1.0), ((1, 5), 2.0), ((1, 6), 3.0)]
    slow = [((1, 4), 1.5), ((1, 6), 4.0)]
    assert list(heard_by_all([quick, slow])) == [((1, 4), 1.5), ((1, 5), 4.0), ((1, 6), 4.0)]
    assert list(heard_by_all([quick, slow[:1]])) == [((1, 4), 1.5)]
    report = EarReport(open=2, again=0, bytes=0, heard=list(heard_by_all([slow])), lines=[])
    assert [report.known((1, entry)) for entry in (3, 4, 5, 6)] == [1.5, 1.5, 4.0, 4.0]


def test_the_hub_stores_all_that_it_was_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "TABLES", 5)
    monkeypatch.setattr(hub, "ENTRIES", 6)
    found = by_name(hub.measure())
    assert found["entries taken in, checked, stored"].value > 0


def test_starting_is_measured_in_processes_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "TIMES", 1)
    found = by_name(start.measure())
    assert 10 < found["memory with the pages served"].value < 200
    assert found["table open, simulated chips, since the process began"].value > 0


def test_a_missed_bar_counts_only_when_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missed = Findings("oled", (Figure(what="bytes", value=2, unit="bytes", bar=1),))
    monkeypatch.setattr(oled, "measure", lambda: missed)
    assert main(["bench", "oled"]) == 0
    assert main(["bench", "oled", "--strict"]) == 1
    assert "MISSED" in capsys.readouterr().out


def test_entries_go_with_the_ledger_and_seconds_with_the_pages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "oled", "--entries", "5"]) == 2
    assert "--entries" in capsys.readouterr().err
    assert main(["bench", "oled", "--seconds", "5"]) == 2
    assert "--seconds" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [("ledger", "--entries", "-1"), ("web", "--seconds", "-1"), ("web", "--seconds", "0.1")]
)
def test_less_than_one_is_no_measure(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *words]) == 2
    assert "1 at least" in capsys.readouterr().err
