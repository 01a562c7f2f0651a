"""What the buzzer plays: short patterns that can be told apart with eyes shut.

Rising means yes and money in, falling means money out, one low tone means no; your turn rings twice like a bell.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.table.parts import Sound

Pattern = tuple[tuple[int, int], ...]  # (Hz, ms); 0 Hz is a pause

PATTERNS: Mapping[Sound, Pattern] = {
    Sound.ACCEPTED: ((1760, 60),),
    Sound.REFUSED: ((220, 160), (0, 60), (220, 300)),
    Sound.MONEY_IN: ((1047, 60), (1319, 60), (1568, 60), (2093, 140)),
    Sound.MONEY_OUT: ((1568, 80), (1175, 80), (784, 160)),
    Sound.YOUR_TURN: ((1319, 90), (0, 50), (1319, 90), (1760, 180)),
    Sound.GOING: ((880, 50), (0, 90), (880, 50)),
    Sound.GONE: ((659, 40), (0, 60), (659, 40), (0, 60), (440, 220)),
    Sound.END: ((1047, 120), (1319, 120), (1568, 120), (0, 40), (1568, 90), (2093, 420)),
}
