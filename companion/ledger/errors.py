"""What can go wrong with a ledger; nothing that was acknowledged is lost by any of it (issue 4)."""

from companion.errors import UserError


class LedgerError(UserError):
    """The ledger cannot be read or written; what it held before is whole."""


class Damaged(LedgerError):
    """A ledger or an export is not as it was written: `game` and `seq` name the first place, -1 the whole file."""

    def __init__(self, message: str, game: str = "", seq: int = -1) -> None:
        super().__init__(message)
        self.game = game
        self.seq = seq
