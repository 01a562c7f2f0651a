"""Errors that are meant for people: shown as they are, without a traceback."""


class UserError(Exception):
    """Something a person can mend; `str()` is what they read, `exit_code` (1 to 125) is what the command ends with."""

    def __init__(self, message: str, exit_code: int = 1) -> None:
        super().__init__(message)
        self.exit_code = exit_code
