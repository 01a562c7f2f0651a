"""What reading raises on bytes from outside, one kind for every room that reads any."""

import msgspec

UNREADABLE = (msgspec.MsgspecError, ValueError, OverflowError, RecursionError)
"""The bytes are not what they should be: no text, no JSON or TOML, nested too deep, of another shape, out of bounds."""
