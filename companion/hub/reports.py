"""Everything a hub knows, as rows for pages, JSON and CSV; the same rows everywhere."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from companion.tournament.results import GameResult
from companion.tournament.scoring import HUNDRED, points
from companion.words.refusals import worded

if TYPE_CHECKING:
    from companion.hub.hub import Hub
    from companion.hub.store import Incident

Row = dict[str, object]


def standings(hub: Hub, *, official: bool = False) -> list[Row]:
    """Who leads, by what has been sealed (`official`) or with the tables still playing counted as they stand.

    `tie` is the tie-break that put somebody below another one of equal points.
    Tables whose balances are secret do not count until their game is over.
    """
    tournament = hub.tournament
    results = hub.results(final=official)
    games = {(n, table): game for n, this in enumerate(tournament.rounds) for table, game in this.games.items()}
    results = {at: each for at, each in results.items() if each.final or not hub.intake.is_hidden(games[at])}
    return [
        {
            "rank": line.rank,
            "name": tournament.name(line.person),
            "team": tournament.people[line.person].team,
            "points": shown(line.points),
            **{f"round {n + 1}": shown(line.rounds[n]) if n in line.rounds else "" for n in range(_rounds(hub))},
            "penalty": shown(line.penalty) if line.penalty else "",
            "worth": line.worth,
            "wins": line.wins,
            "buchholz": shown(line.buchholz),
            "tie": line.tie,
        }
        for line in tournament.standings(results)
    ]


def tables(hub: Hub, number: int = -1) -> list[Row]:
    """All tables of a round (the last one) at a glance: a row a seat."""
    tournament = hub.tournament
    number = tournament.current() if number < 0 else number
    if number < 0:
        return []
    results = hub.results()
    return [
        row
        for table in range(len(tournament.rounds[number].tables))
        for row in _seats(hub, number, table, tournament.result_at(number, table, results))
    ]


def _seats(hub: Hub, number: int, table: int, result: GameResult | None) -> list[Row]:
    """The rows of one table; while balances are secret, worth and place are left out.

    `tie` is what put a seat behind another one of equal worth: its `cash`, or its `seat`; `why` the judge set a result.
    """
    tournament = hub.tournament
    game = tournament.rounds[number].games.get(table, "")
    common: Row = {"round": number + 1, "table": table + 1}
    more: Row = {
        "state": state_of(hub, number, table),
        "why": tournament.rounds[number].awarded.get(table, (None, ""))[1],
        "game": game,
        "entries": hub.intake.have(game).length if game else 0,
    }
    shows = result if result and (result.final or not hub.intake.is_hidden(game)) else None
    gained = points(tournament.set_up.scoring, shows) if shows else []
    played, counted = tournament.players(number, table), tournament.counted(number, table)
    return [
        {
            **common,
            "seat": seat + 1,
            "name": tournament.name(played[seat]),
            "for": tournament.name(counted[seat]),
            "worth": shows.seats[seat].worth if shows else "",
            "place": shows.seats[seat].place if shows else "",
            "tie": shows.seats[seat].tie if shows else "",
            "out": bool(result and result.seats[seat].out),
            "points": shown(gained[seat]) if shows else "",
            **more,
        }
        for seat in range(len(played))
    ]


def state_of(hub: Hub, number: int, table: int) -> str:
    """How far a table is: `waiting`, `playing`, `over` but not sealed, `sealed`, or `awarded` by the judge."""
    this = hub.tournament.rounds[number]
    if table in this.awarded:
        return "awarded"
    live = hub.intake.live(this.games.get(table, ""))
    if live is None or live.game is None:
        return "waiting"
    if live.is_final:
        return "sealed"
    return "over" if live.game.state.over else "playing"


def rounds(hub: Hub) -> list[Row]:
    return [row for number in range(_rounds(hub)) for row in tables(hub, number)]


def people(hub: Hub) -> list[Row]:
    tournament = hub.tournament
    return [
        {
            "number": number,
            "name": person.name,
            "team": person.team,
            "seed": person.seed or "",
            "alternate": person.alternate,
            "apart": "; ".join(tournament.name(other) for other in person.apart),
            "here": number in tournament.here,
            "dropped": number in tournament.dropped,
        }
        for number, person in tournament.people.items()
    ]


def disputes(hub: Hub) -> list[Row]:
    """Every call for the judge, with the ruling once there is one."""
    tournament = hub.tournament
    return [
        {
            "number": number,
            "round": each.round + 1,
            "table": each.table + 1,
            "game": tournament.rounds[each.round].games.get(each.table, ""),
            "entry": each.seq if each.seq >= 0 else "",
            "text": each.text,
            "ruling": each.ruling,
            "judge": each.judge,
        }
        for number, each in tournament.disputes.items()
    ]


def penalties(hub: Hub) -> list[Row]:
    """Points that the judge has taken or given, and why."""
    name = hub.tournament.name
    return [
        {"name": name(each.number), "points": shown(each.points), "why": each.why} for each in hub.tournament.penalties
    ]


def incidents(hub: Hub, language: str, noted: Sequence[Incident] | None = None) -> list[Row]:
    """What was refused, or has to be looked at, the latest first; with the reason in a language, and the evidence."""
    boxes = hub.boxes.all
    return [
        {
            "time": each.time.isoformat(),
            "box": boxes[each.box].name if each.box in boxes else each.box,
            "game": each.game,
            "entry": each.seq if each.seq >= 0 else "",
            "kind": each.kind,
            "told": worded(each.why, language),
            "evidence": each.evidence,
        }
        for each in (hub.store.incidents(hub.event) if noted is None else noted)
    ]


def boxes(hub: Hub) -> list[Row]:
    """Every box: where it stands, and how it is; drift in ms (its clock less the hub's)."""
    rows: list[Row] = []
    for box in hub.boxes.all.values():
        status = hub.boxes.status.get(box.id)
        health = status.health if status else None
        rows.append(
            {
                "box": box.id,
                "name": box.name,
                "table": box.place + 1 if box.place >= 0 else "",
                "joined": not box.code,
                "online": bool(status and status.online),
                "seen": status.seen.isoformat() if status and status.seen else "",
                "drift": status.drift if status and status.drift is not None else "",
                "uptime": health.uptime if health else "",
                "free": health.free if health else "",
                "temperature": health.temperature if health and health.temperature is not None else "",
                "waiting": health.waiting if health else "",
                "version": status.version if status else "",
            }
        )
    return rows


def records(hub: Hub) -> list[Row]:
    return [
        {"number": each.number, "time": each.time.isoformat(), "who": each.who, "what": msgspec.to_builtins(each.what)}
        for each in hub.store.records(hub.event)
    ]


def round_row(hub: Hub) -> Row:
    """The round that is drawn, its clock, how many tables are still open, and what the organiser may do about it.

    `now` is the hub's clock.
    """
    tournament, number = hub.tournament, hub.tournament.current()
    row: Row = {"name": tournament.set_up.name, "round": number + 1, "now": hub.now().isoformat()}
    if number < 0:
        return row | {"may": ["draw"]}
    still_open = len(tournament.open_tables(number, hub.results(final=True)))
    this, ends = tournament.rounds[number], tournament.ends(number)
    return row | {
        "kind": tournament.stage_of(number).kind,
        "started": this.started.isoformat() if this.started else "",
        "ends": ends.isoformat() if ends else "",
        "soon": tournament.set_up.last_turn_minutes,
        "called": this.called is not None,
        "closed": this.closed,
        "tables": len(this.tables),
        "open": still_open,
        "winners": _winners(hub) if tournament.is_over() else [],
        "may": [name for name, may in _acts(hub, still_open).items() if may],
    }


def _winners(hub: Hub) -> list[str]:
    """Who leads in the end; more than one where no tie-break parts them."""
    tournament = hub.tournament
    return [tournament.name(line.person) for line in tournament.standings(hub.results(final=True)) if line.rank == 1]


def _acts(hub: Hub, still_open: int) -> dict[str, bool]:
    """What can be done with the round as it stands, in the order of an evening."""
    tournament = hub.tournament
    return {
        "draw": tournament.may_draw(),
        "begin": tournament.may_begin(),
        "extend": tournament.may_extend() and tournament.ends(tournament.current()) is not None,
        "call": tournament.may_extend(),
        "close": not still_open and not tournament.rounds[-1].closed,
    }


PUBLIC: Mapping[str, Callable[[Hub], list[Row]]] = {
    "standings": standings,
    "tables": tables,
    "rounds": rounds,
    "people": people,
    "disputes": disputes,
    "penalties": penalties,
}
ORGANISER: Mapping[str, Callable[[Hub], list[Row]]] = {
    **PUBLIC,
    "boxes": boxes,
    "records": records,
}
KINDS = (*ORGANISER, "incidents")


def rows(hub: Hub, kind: str, language: str) -> list[Row]:
    """A report of this kind, in a language where it has words."""
    return incidents(hub, language) if kind == "incidents" else ORGANISER[kind](hub)


def as_json(rows: list[Row]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(rows)) + b"\n"


def as_csv(rows: list[Row]) -> bytes:
    """Rows as CSV with a head, as spreadsheets read it; a cell that they would take for a formula is quoted."""
    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\r\n")
        writer.writeheader()
        writer.writerows({key: _cell(value) for key, value in row.items()} for row in rows)
    return ("\ufeff" + out.getvalue()).encode()


def _cell(value: object) -> object:
    if isinstance(value, dict):
        return msgspec.json.encode(value).decode()
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value


def shown(hundredths: int) -> str:
    """Points as people read them: `12.5`, `7`."""
    sign, whole = ("-" if hundredths < 0 else ""), abs(hundredths)
    text = f"{whole // HUNDRED}.{whole % HUNDRED:02d}".rstrip("0").rstrip(".")
    return sign + text


def _rounds(hub: Hub) -> int:
    return len(hub.tournament.rounds)
