"""All events; each folds itself into the state, so that fact and effect stand together (design: Engine)."""

from __future__ import annotations

from companion.dispatch import complete, members
from companion.rules.events.base import Cause as Cause
from companion.rules.events.base import DiceEvent as DiceEvent
from companion.rules.events.base import Event as Event
from companion.rules.events.deals import *
from companion.rules.events.deals import DealEvent
from companion.rules.events.game import *
from companion.rules.events.game import GameEvent
from companion.rules.events.money import *
from companion.rules.events.money import MoneyEvent
from companion.rules.events.promises import *
from companion.rules.events.promises import PromiseEvent
from companion.rules.events.turn import *
from companion.rules.events.turn import TurnEvent

AnyEvent = DealEvent | GameEvent | MoneyEvent | PromiseEvent | TurnEvent
complete(AnyEvent, dict.fromkeys(members(Event)))
