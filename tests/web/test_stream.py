"""What is told reaches every reader, whatever pauses it makes, and a reader that pauses costs nothing."""

import asyncio
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.stream import PLACES, Reader, Stream, Write

ALL = frozenset(("line", "other", "panel"))


def heard(frames: bytes) -> list[tuple[str, str, Any]]:
    events = []
    for frame in frames.decode().split("\n\n")[:-1]:
        fields = dict(line.split(": ", 1) for line in frame.split("\n"))
        events.append((fields.get("id", ""), fields["event"], msgspec.json.decode(fields["data"])))
    return events


def rest(stream: Stream, position: int, language: str = "en") -> bytes:
    """All that is newer, batch by batch."""
    found = b""
    while frames := (after := stream.after(position, language, ALL))[1]:
        position, found = after[0], found + frames
    return found


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
    assert [event[1] for event in heard(stream.after(0, "en", frozenset(("line",)))[1])] == ["reset", "line"]


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


def test_only_who_has_the_value_before_is_sent_the_change() -> None:
    stream = Stream()
    stream.put("panel", lambda _: "first", lambda _: "nothing was before")
    begun, frames = stream.after(0, "en", ALL)
    assert heard(frames)[-1][2] == "first"
    stream.put("panel", lambda _: "second", lambda _: "first to second")
    for position, is_abreast, wanted in (
        (0, True, "second"),
        (begun, False, "second"),
        (begun, True, "first to second"),
    ):
        assert heard(stream.after(position, "en", ALL, is_abreast)[1])[-1][2] == wanted
    stream.put("panel", lambda _: "third", lambda _: "second to third")
    assert heard(stream.after(begun, "en", ALL, is_abreast=True)[1])[-1][2] == "third"


def test_who_was_cut_off_before_a_value_is_sent_the_whole_of_it() -> None:
    stream, reader = Stream(batch=2), Reader(0, "en", ALL)
    for number in range(3):
        stream.put("panel", f"{number}".format, f"to {number}".format)
        stream.add("line", "line".format)
    told = []
    while frames := (after := stream.after(reader.position, "en", ALL, reader.is_abreast))[1]:
        stream.move(reader, after[0])
        told += [said for _, topic, said in heard(frames) if topic == "panel"]
    assert told == ["2"]
    assert reader.is_abreast
    stream.put("panel", lambda _: "3", lambda _: "to 3")
    assert heard(stream.after(reader.position, "en", ALL, reader.is_abreast)[1])[-1][2] == "to 3"


def test_nothing_is_worded_while_nobody_listens() -> None:
    stream = Stream()

    def wording(language: str) -> str:
        raise AssertionError(language)

    for _ in range(3):
        stream.put("panel", wording)
        stream.add("line", wording)


class Page:
    """A browser: what it shows, and the last id it has seen."""

    def __init__(self, stream: Stream) -> None:
        self.lines, self.values = list[int](), dict[str, int]()
        self._stream = stream
        self._position, self._last_id = 0, ""

    def read(self, upto: int | None = None) -> bool:
        """Take a batch, or only its first events; False when there is none."""
        self._position, frames = self._stream.after(self._position, "en", ALL)
        for id, topic, value in heard(frames)[:upto]:
            self._show(topic, value)
            self._last_id = id or self._last_id
            assert not id or self._stream.position(id) <= self._position
        return bool(frames)

    def _show(self, topic: str, value: int) -> None:
        if topic == "reset":
            self.lines.clear()
            self.values.clear()
        elif topic == "line":
            self.lines.append(value)
        else:
            self.values[topic] = value

    def reconnect(self) -> None:
        """Come back with the last id."""
        self._position = self._stream.position(self._last_id)


Doing = st.sampled_from(["line", "line", "panel", "other", "read", "reconnect", "break"])


@given(st.lists(Doing, max_size=80))
def test_a_reader_with_any_pauses_and_breaks_sees_all_lines_once_and_ends_with_the_newest(doings: list[str]) -> None:
    stream, written, newest = Stream(batch=3), list[int](), dict[str, int]()
    reader = Page(stream)
    for number, doing in enumerate(doings):
        match doing:
            case "read":
                reader.read()
            case "reconnect":
                reader.reconnect()
            case "break":
                reader.read(upto=2)
                reader.reconnect()
            case "line":
                tell(stream, doing, number)
                written.append(number)
            case _:
                tell(stream, doing, number)
                newest[doing] = number
    reader.reconnect()
    while reader.read():
        pass
    assert (reader.lines, reader.values) == (written, newest)


def test_however_much_one_has_missed_a_batch_waits_for_him() -> None:
    stream = Stream(batch=10)
    tell(stream, "panel", -1)
    for number in range(95):
        tell(stream, "line", number)
    tell(stream, "panel", 95)
    position, sizes, values = 0, list[int](), list[int]()
    while (after := stream.after(position, "en", ALL))[1]:
        position, events = after[0], heard(after[1])
        sizes.append(len(events))
        values += [event[2] for event in events if event[1] != "reset"]
    assert values == list(range(96))
    assert sizes == [11, *[10] * 8, 6]


def test_all_who_stand_at_one_place_are_sent_the_same_bytes() -> None:
    stream = Stream()
    tell(stream, "line", 1)
    position, opening = stream.after(0, "en", ALL)
    assert stream.after(0, "en", ALL)[1] is opening
    tell(stream, "line", 2)
    frames = stream.after(position, "en", ALL)[1]
    assert all(stream.after(position, "en", ALL)[1] is frames for _ in range(200))
    assert heard(stream.after(position, "vi", ALL)[1]) == heard(frames)
    assert [event[2] for event in heard(stream.after(0, "en", ALL)[1])] == [0, 1, 2]


def test_readers_at_any_place_leave_nothing_behind() -> None:
    stream = Stream(keep=500)
    for number in range(400):
        tell(stream, "line", number)
    for position in range(400):
        assert heard(rest(stream, position))[-1][2] == 399
    assert len(stream._joined) <= PLACES


def waits(stream: Stream, position: int, write: Write = lambda _: False) -> asyncio.Task[None]:
    """Somebody waits for what is newer."""
    reader = Reader(position, "en", ALL, write)
    return asyncio.create_task(stream.newer(reader, asyncio.get_running_loop().time() + 10))


def test_a_waiting_reader_wakes_from_another_thread_and_at_the_end() -> None:
    async def scene() -> None:
        stream = Stream()
        stream.attach(asyncio.get_running_loop())
        await stream.newer(Reader(0, "en", ALL), asyncio.get_running_loop().time() + 0.01)
        for position, act in enumerate((lambda: tell(stream, "line", 1), stream.close)):
            waiting = waits(stream, position)
            await asyncio.sleep(0)
            await asyncio.to_thread(act)
            await asyncio.wait_for(waiting, 5)
        assert stream.closed
        tell(stream, "line", 2)

    asyncio.run(scene())


def test_who_has_a_clear_way_is_handed_all_and_sleeps_on() -> None:
    async def scene() -> None:
        stream, sent = Stream(batch=3), list[bytes]()
        stream.attach(asyncio.get_running_loop())

        def write(frames: bytes) -> bool:
            sent.append(frames)
            return len(sent) < 4

        waiting = waits(stream, stream.position(f"{stream.mark}-1"), write)
        await asyncio.sleep(0)
        with stream.at_once():
            tell(stream, "line", 0)
            tell(stream, "panel", 1)
            assert not sent
        assert [event[1] for event in heard(sent[0])] == ["reset", "line", "panel"]
        await asyncio.to_thread(tell, stream, "panel", 2)
        tell(stream, "line", 3)
        await asyncio.sleep(0)
        assert [event[2] for frames in sent for event in heard(frames)] == [0, 0, 1, 2, 3]
        assert not waiting.done()
        tell(stream, "line", 4)
        await asyncio.wait_for(waiting, 5)  # the way is no longer clear

    asyncio.run(scene())


def test_what_cannot_be_worded_in_one_language_keeps_no_other_from_hearing() -> None:
    def wording(language: str) -> str:
        if language == "vi":
            raise KeyError(language)
        return language

    async def scene() -> None:
        stream, sent, end = Stream(), list[bytes](), asyncio.get_running_loop().time() + 10
        stream.attach(asyncio.get_running_loop())

        def write(frames: bytes) -> bool:
            sent.append(frames)
            return True

        readers = [Reader(0, language, ALL, write) for language in ("vi", "en")]
        failing, hearing = [asyncio.create_task(stream.newer(reader, end)) for reader in readers]
        await asyncio.sleep(0)
        with stream.at_once():
            stream.add("line", wording)
        await asyncio.wait_for(failing, 5)
        with pytest.raises(KeyError):
            stream.after(readers[0].position, "vi", ALL)
        assert [event[2] for event in heard(sent[0])] == [0, "en"]
        assert not hearing.done()

    asyncio.run(scene())


def test_more_than_a_batch_wakes_the_reader_for_the_rest() -> None:
    async def scene() -> None:
        stream, sent = Stream(batch=3), list[bytes]()
        stream.attach(asyncio.get_running_loop())

        def write(frames: bytes) -> bool:
            sent.append(frames)
            return True

        reader = Reader(0, "en", ALL, write)
        waiting = asyncio.create_task(stream.newer(reader, asyncio.get_running_loop().time() + 10))
        await asyncio.sleep(0)
        with stream.at_once():
            for number in range(5):
                tell(stream, "line", number)
        await asyncio.wait_for(waiting, 5)
        assert [event[2] for event in heard(sent[0] + rest(stream, reader.position))] == [0, *range(5)]

    asyncio.run(scene())


def test_others_are_heard_between_the_batches_of_one_who_has_missed_much() -> None:
    async def scene() -> None:
        stream, order = Stream(batch=1), list[str]()
        for number in range(3):
            tell(stream, "line", number)

        async def read() -> None:
            reader = Reader(0, "en", ALL)
            while (after := stream.after(reader.position, "en", ALL))[1]:
                order.append("batch")
                reader.position = after[0]
                if reader.position < 3:
                    await stream.newer(reader, asyncio.get_running_loop().time() + 10)

        async def other() -> None:
            order.append("other")

        await asyncio.gather(read(), other())
        assert order == ["batch", "other", "batch", "batch"]

    asyncio.run(scene())


def test_who_leaves_while_waiting_leaves_nothing_behind() -> None:
    async def scene() -> None:
        stream = Stream()
        stream.attach(asyncio.get_running_loop())
        waiting = [waits(stream, 0) for _ in range(50)]
        await asyncio.sleep(0)
        assert len(stream._waiting) == 50
        for task in waiting[1:]:
            task.cancel()
        await asyncio.wait(waiting[1:])
        assert len(stream._waiting) == 1
        tell(stream, "line", 1)
        await asyncio.wait_for(waiting[0], 5)
        assert not stream._waiting

    asyncio.run(scene())
