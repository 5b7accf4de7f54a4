"""Before the sand runs: everyone says that they are ready, and nobody sees a tile until then."""

from msgspec.structs import replace

from inglenook.core.game import Entry
from inglenook.core.units import PlayMs, Seat
from inglenook.games.prolix.moves import Ready
from inglenook.games.prolix.state import State
from inglenook.games.prolix.view import Deed

READY_LIMIT_MS = 30_000
"""ms that the others have once the first of several is ready."""


def ask(s: State) -> State:
    """Wait for everyone, where the table wants that."""
    return replace(s, phase="ready") if s.options.ready is True else s


def due(s: State) -> bool:  # noqa: ARG001 - when all are ready, the phase is over
    return False


def end(s: State) -> PlayMs | None:
    return s.ends


def may(s: State, seat: Seat) -> tuple[Deed, ...]:
    return () if seat in s.accepted else ("ready",)


def fault(s: State, entry: Entry) -> str | None:
    """Why a player may not do this now, or None. Whether it came in time is asked elsewhere."""
    if not isinstance(entry.move, Ready):
        return "wrong-phase"
    return "already-ready" if entry.seat in s.accepted else None


def play(s: State, entry: Entry) -> State:
    """Another one is ready."""
    accepted = (*s.accepted, entry.seat)
    if len(accepted) == s.seats:
        return _go_on(s)
    ends = entry.t + READY_LIMIT_MS if s.ends is None else s.ends
    return replace(s, accepted=accepted, ends=ends)


def lapse(s: State, t: PlayMs) -> State:  # noqa: ARG001 - it no longer matters when
    """NATURE waits for nobody else."""
    return _go_on(s)


def _go_on(s: State) -> State:
    return replace(s, phase="lots" if s.drawing else "draw", accepted=(), ends=None)
