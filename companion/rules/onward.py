"""What goes on by itself, as soon as nothing lies above it that the table waits for.

A move held up by a fee, the second move of Mr. M., the next auction of an estate, the end of a game whose last rents
are settled or in which a sum stays unpaid, and loans that fall due when nothing of the borrower's turn is left but its
end.
"""

from __future__ import annotations

from companion.rules.debt import end_unpaid
from companion.rules.draft import Draft
from companion.rules.events import TravelResumed
from companion.rules.frames import AwaitEnd, Estate, LastClaims, Owing, SecondMove, Travel
from companion.rules.jail import leave
from companion.rules.promises import call_in, due_from
from companion.rules.purchase import open_estate
from companion.rules.speed import go_on

BY_ITSELF = frozenset({Travel, SecondMove, Estate, LastClaims, Owing})


def resume(draft: Draft) -> None:
    """Go on until the table waits for somebody (S0-38, S4-58, C-01, P-04, SD-05)."""
    state = draft.state
    while state.agenda:
        top = state.agenda[-1]
        if type(top) is Travel:
            draft.emit(TravelResumed(top.seat))
            leave(draft, top.seat, top.steps)
        elif type(top) is SecondMove:
            go_on(draft, top.seat)
        elif type(top) is Estate:
            open_estate(draft, top)
        elif type(top) is LastClaims and not draft.rules.last_claim(state):
            draft.finish(top.reason)
        elif type(top) is Owing and draft.rules.options.end == "first-unpaid":
            end_unpaid(draft, top)
        elif type(top) is AwaitEnd and (due := due_from(state, top.seat)):
            call_in(draft, due)
        else:
            return
