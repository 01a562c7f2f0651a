"""The result sheet: a page of HTML to print, with standings, worth, the device's key and the head of the chain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from io import BytesIO

from companion.bots.review import Review
from companion.commands.common import RecordedGame, day
from companion.commands.luck import rows
from companion.ledger.record import GameLines
from companion.ledger.seal import Seal, fingerprint, read_seal
from companion.rules.events import Bankrupted, Departed
from companion.rules.why import tie_break
from companion.words.words import Words

STYLE = """
@page { size: A4; margin: 18mm }
body { font: 11pt/1.4 system-ui, sans-serif; max-width: 174mm; margin: 0 auto; padding: 4mm 0 }
body { color: #111; background: #fff }
h1 { font-size: 20pt; margin: 0 }
.who { font-size: 14pt; margin: 4mm 0 }
table { border-collapse: collapse; width: 100%; margin: 6mm 0 }
th, td { border-bottom: 1px solid #999; padding: 2mm; text-align: left; vertical-align: top }
th { white-space: nowrap }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
.proof { display: flex; gap: 6mm; align-items: center }
.proof svg { width: 34mm; height: 34mm; flex: none }
code { font: 9pt ui-monospace, monospace; overflow-wrap: anywhere }
.sign { display: flex; gap: 8mm; margin-top: 14mm }
.sign div { flex: 1; border-top: 1px solid #111; padding-top: 1mm }
"""


def sheet(game: RecordedGame, record: GameLines, review: Review | None = None) -> str:
    """The whole page; it asks for nothing from elsewhere. With a review, it tells what luck and trades were worth."""
    words = game.words
    title = words.raw("ledger.sheet.title")
    return "\n".join(
        [
            f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8"><title>{escape(title)}</title>',
            f"<style>{STYLE}</style></head><body>",
            f"<h1>{escape(title)}</h1>",
            *(f"<div>{escape(line)}</div>" for line in _about(game)),
            f'<p class="who">{escape(_outcome(game))}</p>',
            *_standings(game),
            *(_luck(words, review) if review else ()),
            *_proof(game, record),
            f"<p>{escape(words.raw('ledger.sheet.signed'))}</p>",
            f'<div class="sign">{"".join(f"<div>{escape(name)}</div>" for name in words.players)}</div>',
            "</body></html>\n",
        ]
    )


def _about(game: RecordedGame) -> Iterable[str]:
    first, last = game.entries[0], game.entries[-1]
    yield game.title()
    yield game.words.text(
        "ledger.sheet.played",
        start=day(first.time),
        end=day(last.time),
        minutes=round(last.elapsed / 60_000),
        count=len(game.entries),
    )
    profiles = game.game.rules.edition.profiles
    if profiles:
        yield game.words.about(game.words.raw("ledger.sheet.rules"), game.words.manner.comma.join(profiles))


def _outcome(game: RecordedGame) -> str:
    state, words = game.game.state, game.words
    if not state.over:
        return words.raw("ledger.sheet.going")
    if state.winner < 0:
        return words.raw("ledger.sheet.over")
    won, tie = words.text("ledger.sheet.won", name=words.players[state.winner]), tie_break(game.game.rules, state)
    return f"{won} {words.raw(f'ledger.tie.{tie}')}" if tie else won


def ranking(game: RecordedGame) -> list[int]:
    """The seats from first place to last: the winner, then by worth and cash, then bankrupts, the last one first."""
    state, rules = game.game.state, game.game.rules
    steps = [game.game.steps[index] for index in game.game.in_force]
    fallen = [event.seat for step in steps for event in step.events if isinstance(event, Bankrupted | Departed)]

    def place(seat: int) -> tuple[bool, int, int, int, int]:
        lasted = fallen.index(seat) if seat in fallen else len(fallen)
        worth = 0 if state.out[seat] else rules.worth(state, seat)
        return seat == state.winner, lasted, worth, state.accounts[seat], -seat

    return sorted(state.seats, key=place, reverse=True)


def _standings(game: RecordedGame) -> Iterable[str]:
    words = game.words
    heads = [words.raw(f"ledger.column.{name}") for name in ("place", "player", "cash", "deeds", "worth")]
    yield "<table>"
    yield _row("th", heads)
    for place, seat in enumerate(ranking(game), 1):
        yield _row("td", [str(place), words.players[seat], *_figures(game, seat)])
    yield "</table>"


def _luck(words: Words, review: Review) -> Iterable[str]:
    heads, *lines = rows(words, review)
    yield "<table>"
    yield _row("th", heads, (1, 2))
    for line in lines:
        yield _row("td", line, (1, 2))
    yield f"</table><p><small>{escape(words.raw('ledger.luck.how'))}</small></p>"


def _figures(game: RecordedGame, seat: int) -> list[str]:
    state, words = game.game.state, game.words
    if state.out[seat]:
        return [words.raw("ledger.sheet.bankrupt"), "", ""]
    deeds = words.manner.comma.join(game.holding(square) for square in state.deeds_of(seat))
    return [words.money(state.accounts[seat]), deeds, words.money(game.game.rules.worth(state, seat))]


def _row(cell: str, texts: Sequence[str], numbers: Sequence[int] = (0, 2, 4)) -> str:
    cells = (f"<{cell}{' class=n' if at in numbers else ''}>{escape(text)}</{cell}>" for at, text in enumerate(texts))
    return f"<tr>{''.join(cells)}</tr>"


def _proof(game: RecordedGame, record: GameLines) -> Iterable[str]:
    """The head of the chain in letters and as a QR code, and who vouches for it."""
    words, last = game.words, game.entries[-1]
    seal = next((seal for seal in map(read_seal, record.seals) if seal.hash == last.hash), None)
    print_ = fingerprint(seal.key) if seal else ""
    yield f'<div class="proof">{qr(f"{last.game} {last.seq} {last.hash} {print_}".strip())}<div>'
    yield f"<div>{escape(words.about(words.raw('ledger.sheet.head'), last.seq))}</div><code>{last.hash}</code>"
    yield f"<div>{escape(words.about(words.raw('ledger.sheet.key'), _sealed(game, seal)))}</div>"
    yield f"<div><small>{_marked(words.raw('ledger.sheet.check'))}</small></div></div></div>"


def _marked(text: str) -> str:
    """A text with what it has between backquotes as code: that is to be typed."""
    return re.sub("`(.+?)`", r"<code>\1</code>", escape(text))


def _sealed(game: RecordedGame, seal: Seal | None) -> str:
    if seal is None:
        return game.words.raw("ledger.sheet.unsealed")
    return f"{fingerprint(seal.key)}, {game.words.text('ledger.sheet.sealed', time=day(seal.time))}"


def qr(text: str) -> str:
    """A QR code as SVG to stand in a page."""
    import segno

    out = BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=2)
    return out.getvalue().decode().strip()
