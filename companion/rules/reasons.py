"""The reasons for which the rules refuse a command."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why a command was refused (plays: Reasons); those from `THROWN` on say more exactly what `NOT_NOW` says."""

    NOT_YOUR_TURN = "not-your-turn"
    NOT_NOW = "not-now"
    TOO_POOR = "too-poor"
    NOT_YOURS = "not-yours"
    NOT_A_GROUP = "not-a-group"
    UNEVEN = "uneven"
    HAS_BUILDINGS = "has-buildings"
    MORTGAGED = "mortgaged"
    NOT_MORTGAGED = "not-mortgaged"
    NO_STOCK = "no-stock"
    AT_LIMIT = "at-limit"
    BID_TOO_LOW = "bid-too-low"
    BID_STEP = "bid-step"
    NO_SUCH_CARD = "no-such-card"
    FIRST_LAP = "first-lap"
    IN_DEBT = "in-debt"
    STALE = "stale"
    NOT_BUILDABLE = "not-buildable"
    OUT = "out"
    GAME_OVER = "game-over"
    PLAYERS = "players"
    SOLVENT = "solvent"
    NO_TRADES = "no-trades"
    NO_PROMISES = "no-promises"
    LEAVE_NO = "leave-no"
    TAKES_NO = "takes-no"
    JOIN_NO = "join-no"
    UNIT = "unit"
    NO_SPEED_DIE = "no-speed-die"
    SPEED_DIE = "speed-die"

    THROWN = "thrown"
    DICE_COUNT = "dice-count"
    ROLL_FIRST = "roll-first"
    START_FIRST = "start-first"
    DEED_FIRST = "deed-first"
    AUCTION_FIRST = "auction-first"
    CONTEST_FIRST = "contest-first"
    DRAW_FIRST = "draw-first"
    CHOICE_FIRST = "choice-first"
    THROW_FIRST = "throw-first"
    RIDE_FIRST = "ride-first"
    DEBT_FIRST = "debt-first"
    CLAIMS_FIRST = "claims-first"
    LAST_TURN = "last-turn"
    IN_COURT = "in-court"
    PAY_OR_CARD = "pay-or-card"
    NOT_JAILED = "not-jailed"
    SAT_OUT = "sat-out"
    NO_SITTING_OUT = "no-sitting-out"
    NO_DEED = "no-deed"
    NO_AUCTION = "no-auction"
    PASSED = "passed"
    LEADING = "leading"
    NO_CONTEST = "no-contest"
    NO_RIVAL = "no-rival"
    NO_DRAW = "no-draw"
    NO_CHOICE = "no-choice"
    NO_SUCH_CHOICE = "no-such-choice"
    NO_THROW = "no-throw"
    NO_RIDE = "no-ride"
    NO_STOP = "no-stop"
    NO_CLAIM = "no-claim"
    OWNER_JAILED = "owner-jailed"
    NO_DEBT = "no-debt"
    NO_SUCH_PROMISE = "no-such-promise"
    BEFORE_THROW = "before-throw"
    ONESELF = "oneself"
    EMPTY_OFFER = "empty-offer"
    AT_STAKE = "at-stake"
    NO_MORTGAGE = "no-mortgage"
    TIME_CALLED = "time-called"
    NOTHING_DONE = "nothing-done"
    NO_GAME = "no-game"
    NO_MISREADING = "no-misreading"

    NOTHING_BUILT = "nothing-built"
    NOT_IN_DECK = "not-in-deck"
    OTHER_BUILDING = "other-building"
    NO_SUCH_FIGURE = "no-such-figure"
    NO_DEED_THERE = "no-deed-there"
    NAME_TAKEN = "name-taken"

    @property
    def general(self) -> Reason:
        """The reason that this one says more exactly; itself where none is more general."""
        return _GENERAL.get(self, self)


_EXACT = list(Reason)[list(Reason).index(Reason.THROWN) :]
_GENERAL = {
    **dict.fromkeys(_EXACT, Reason.NOT_NOW),
    Reason.IN_DEBT: Reason.NOT_NOW,
    Reason.NOTHING_BUILT: Reason.AT_LIMIT,
    Reason.NOT_IN_DECK: Reason.NO_SUCH_CARD,
    Reason.OTHER_BUILDING: Reason.NO_STOCK,
    Reason.NO_SUCH_FIGURE: Reason.AT_LIMIT,
    Reason.NO_DEED_THERE: Reason.NOT_BUILDABLE,
    Reason.NAME_TAKEN: Reason.PLAYERS,
}


class Refusal(Exception):
    """A command that the rules refuse: the reason, the rule ids it rests on, and the figures that decided."""

    def __init__(self, reason: Reason, *rules: str, **figures: int) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.rules = rules
        self.figures = figures
