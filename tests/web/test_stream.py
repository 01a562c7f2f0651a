"""What is told reaches every reader, whatever pauses it makes, and a reader that pauses costs nothing."""

import asyncio
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from companion.web.stream import Stream

ALL = ("line", "other", "panel")


def heard(frames: bytes) -> list[tuple[str, str, Any]]:
    events = []
    for frame in frames.decode().split("\n\n")[:-1]:
        fields = dict(line.split(": ", 1) for line in frame.split("\n"))
        events.append((fields.get("id", ""), fields["event"], msgspec.json.decode(fields["data"])))
    return events


def tell(stream: Stream, kind: str, number: int) -> None:
    if kind == "line":
        stream.add("line", lambda _: number)
    else:
        stream.put(kind, lambda _: number)


def test_a_topic_is_told_once_with_its_newest_value() -> None:
    stream = Stream()
    for number in range(5):
        tell(stream, "panel", number)
    position, frames = stream.after(0, "en", ALL)
    assert [event[1:] for event in heard(frames)] == [("reset", 0), ("panel", 4)]
    assert stream.after(position, "en", ALL) == (position, b"")


def test_lines_come_all_and_in_order() -> None:
    stream = Stream()
    tell(stream, "line", 0)
    position, _ = stream.after(0, "en", ALL)
    for number in range(1, 60):
        tell(stream, "line", number)
    assert [event[2] for event in heard(stream.after(position, "en", ALL)[1])] == list(range(1, 60))


def test_only_topics_that_were_asked_for() -> None:
    stream = Stream()
    tell(stream, "panel", 1)
    tell(stream, "line", 2)
    tell(stream, "other", 3)
    assert [event[1] for event in heard(stream.after(0, "en", ("line",))[1])] == ["reset", "line"]


def test_a_strange_or_outdated_id_begins_anew() -> None:
    stream = Stream(keep=10, first=5)
    for number in range(30):
        tell(stream, "line", number)
    for strange in ("", "x", "-", f"{stream.mark}-", f"{stream.mark}-x", f"{stream.mark}-²", "deadbeef-30"):
        assert stream.position(strange) == 0
    assert stream.position(f"{stream.mark}-999999") == 30
    outdated = heard(stream.after(stream.position(f"{stream.mark}-12"), "en", ALL)[1])
    assert [event[1:] for event in outdated] == [("reset", 0)] + [("line", number) for number in range(25, 30)]


def test_reset_has_no_id_so_that_a_broken_opening_is_repeated() -> None:
    stream = Stream()
    tell(stream, "line", 1)
    assert heard(stream.after(0, "en", ALL)[1])[0][0] == ""


def test_restart_begins_anew_for_everybody() -> None:
    stream = Stream()
    tell(stream, "line", 1)
    tell(stream, "panel", 2)
    position, _ = stream.after(0, "en", ALL)
    stream.restart()
    tell(stream, "line", 3)
    assert [event[1:] for event in heard(stream.after(position, "en", ALL)[1])] == [
        ("reset", 0),
        ("panel", 2),
        ("line", 3),
    ]


def test_a_value_is_worded_once_for_each_language() -> None:
    stream, asked = Stream(), list[str]()

    def wording(language: str) -> str:
        asked.append(language)
        return language

    stream.put("panel", wording)
    for language in ("en", "vi", "en", "vi", "en"):
        assert heard(stream.after(0, language, ALL)[1])[-1][2] == language
    assert asked == ["en", "vi"]


def test_nothing_is_worded_while_nobody_listens() -> None:
    stream = Stream()

    def wording(language: str) -> str:
        raise AssertionError(language)

    for _ in range(3):
        stream.put("panel", wording)
        stream.add("line", wording)


Doing = st.sampled_from(["line", "line", "panel", "other", "read", "reconnect", "break"])


@given(st.lists(Doing, max_size=80))
def test_a_reader_with_any_pauses_and_breaks_sees_all_lines_once_and_ends_with_the_newest(doings: list[str]) -> None:
    stream, told, lines, values = Stream(), 0, list[int](), dict[str, int]()
    position, last_id, newest = 0, "", dict[str, int]()

    def read(upto: int | None = None) -> None:
        nonlocal position, last_id
        position, frames = stream.after(position, "en", ALL)
        for id, topic, value in heard(frames)[:upto]:
            if topic == "reset":
                lines.clear()
                values.clear()
            elif topic == "line":
                lines.append(value)
            else:
                values[topic] = value
            last_id = id or last_id
            assert not id or stream.position(id) <= position

    written = list[int]()
    for doing in doings:
        if doing == "read":
            read()
        elif doing == "reconnect":
            position = stream.position(last_id)
        elif doing == "break":
            read(upto=2)
            position = stream.position(last_id)
        else:
            told += 1
            tell(stream, doing, told)
            if doing == "line":
                written.append(told)
            else:
                newest[doing] = told
    position = stream.position(last_id)
    read()
    assert (lines, values) == (written, newest)


def test_a_waiting_reader_wakes_from_another_thread_and_at_the_end() -> None:
    async def scene() -> None:
        stream = Stream()
        stream.attach(asyncio.get_running_loop())
        assert not await stream.newer(0, 0.01)
        waiting = asyncio.create_task(stream.newer(0, 10))
        await asyncio.to_thread(tell, stream, "line", 1)
        assert await waiting
        waiting = asyncio.create_task(stream.newer(1, 10))
        await asyncio.to_thread(stream.close)
        assert await waiting
        assert stream.closed
        tell(stream, "line", 2)

    asyncio.run(scene())
