"""How fast play goes on before people's eyes: what happened is seen before the next thing happens.

Each person chooses a pace. How long something takes to be seen is the game's to say: `Game.dwell`.
"""

from inglenook.core.bot import Later
from inglenook.core.game import DWELL, MAX_LAG, NATURE
from inglenook.core.match import Match
from inglenook.core.units import PlayMs
from inglenook.server.wire.asks import Pace

FACTOR: dict[Pace, float] = {"calm": 1.7, "normal": 1.0, "brisk": 0.4}
"""What each pace multiplies waiting by."""
BREATH: PlayMs = 500
"""ms between what was seen and what a bot does next."""
IN_TIME: PlayMs = 1000
"""ms before the end of its time at which a bot waits for nobody any longer."""


def seen_at(match: Match, pace: Pace) -> PlayMs:
    """When (t) people have seen the last move of a player, and what NATURE did since."""
    first = next((entry.seq for entry in reversed(match.log) if entry.seat != NATURE), 0)
    seen: PlayMs = 0
    for entry in match.log[first:]:
        seen = max(seen, entry.t) + round(FACTOR[pace] * match.game.dwell(entry))
    return seen


def earliest(
    match: Match, pace: Pace, pause: PlayMs = BREATH, back: PlayMs | None = None
) -> PlayMs:
    """When (t) a bot should move at the earliest: after what was to be seen, but in time.

    Someone who came `back` (t) looks at the board first.
    """
    seen = seen_at(match, pace)
    if back is not None:
        seen = max(seen, back + round(FACTOR[pace] * DWELL))
    return _in_time(match, seen + round(FACTOR[pace] * pause))


def wished(match: Match, later: Later, pace: Pace) -> PlayMs:
    """When (t) a bot moves that said when: its pause is as long as people like it, but in time."""
    at = match.last_t + later.ms
    paced = at + round((FACTOR[pace] - 1) * later.pause)
    return min(paced, max(at, _in_time(match, paced)))


def _in_time(match: Match, at: PlayMs) -> PlayMs:
    due = match.next_nature()
    return at if due is None else min(at, due - MAX_LAG - IN_TIME)
