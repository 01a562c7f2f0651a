"""Bank and referee for Monopoly-style games played on a real cardboard board."""

import os as _os
import sys as _sys

__version__ = "0.1.0"

if _compiled := _os.environ.get("BANKER_COMPILED"):  # rules and bots as `companion.compiled` has taken them
    __path__.insert(0, f"{_compiled}/companion")
    _sys.path.append(_compiled)
