"""From a state to what everyone may see of it, which is all that matters, and back."""

from msgspec.structs import replace

from inglenook.core.units import Seat
from inglenook.games.konexi.rules import hand, offers
from inglenook.games.konexi.rules.state import LARGEST_ERROR, PENALTY, SAFE, State, beside
from inglenook.games.konexi.rules.view import Deed, Meter, Place, Rest, Standing, View
from inglenook.games.konexi.tower.building import Tower, founded, joined, links, resting
from inglenook.games.konexi.tower.letters import letters


def see(s: State, *, exact: bool) -> View:
    """`exact`: with all that the gauge says."""
    steady, stress = offers.steadiness(s.tower)
    left, right = beside(s) if s.phase in ("token", "take") else (None, None)
    return View(
        seats=s.seats,
        options=s.options,
        phase=s.phase,
        active=s.active,
        round=s.round,
        ring=s.ring,
        token=s.token,
        rolled=s.rolled,
        left=left,
        right=right,
        hand=s.hand,
        tower=tuple(_standing(s, i, stress[i] if exact else None) for i in range(len(s.tower))),
        links=links(s.tower),
        rests=_rests(s) if exact else tuple(replace(each, steady=None) for each in _rests(s)),
        places=_places(s) if exact else tuple(map(_vague, _places(s))),
        steady=steady if exact else None,
        safe=SAFE,
        largest_error=LARGEST_ERROR,
        settling=s.settling,
        new=s.new,
        deadline=s.ends,
        patience=s.options.word_ms,
        timed_out=s.timed_out,
        proposal=s.proposal,
        rejected=s.rejected,
        fall=s.fall,
        penalty=PENALTY,
        bumpers=bumpers(s),
        scores=s.scores,
        words=s.words,
        lost=lost(s),
        may=may(s),
        meter=_meter(s),
        release=s.release,
    )


def _rests(s: State) -> tuple[Rest, ...]:
    return offers.rests(s.hand) if s.phase == "place" and s.hand and not s.tower else ()


def _places(s: State) -> tuple[Place, ...]:
    return offers.places(s.tower, s.hand) if s.phase == "place" and s.hand and s.tower else ()


def _vague(place: Place) -> Place:
    return replace(place, ways=tuple(replace(way, steady=None) for way in place.ways))


def _meter(s: State) -> Meter | None:
    """Return the needle as it swings now."""
    if s.swing is None:
        return None
    return Meter(
        begins=s.swing.begins,
        since=s.swing.since,
        period=hand.PERIOD,
        most=hand.most(len(s.tower) + 1),
        steady=hand.STEADY,
        shaky=hand.SHAKY,
    )


def _standing(s: State, index: int, stress: float | None) -> Standing:
    piece = s.tower[index]
    x, y, z, *q = s.poses[index]
    rests = letters()[piece.letter].rests
    roll = piece.roll if piece.parent else rests.index(resting(piece))
    return Standing(
        letter=piece.letter,
        x=x,
        y=y,
        z=z,
        q=tuple(q),  # type: ignore[arg-type] # a pose has seven numbers
        parent=piece.parent,
        own=piece.own,
        at=piece.at,
        roll=roll,
        stress=stress,
    )


def may(s: State) -> tuple[Deed, ...]:
    """What may be done now, by whoever it is for."""
    deeds: dict[str, tuple[Deed, ...]] = {
        "token": ("move",),
        "take": ("take",),
        "place": ("join",) if s.tower else ("found",),
        "claim": ("claim", "none", "propose") if s.rejected is None else ("claim", "none"),
        "vote": ("vote",),
    }
    bump: tuple[Deed, ...] = ("bump",) if bumpers(s) else ()
    return (*deeds.get(s.phase, ()), *bump)


def lost(s: State) -> tuple[int, ...]:
    """What falls and bumps have cost each seat: what its words are worth beyond its score."""
    if s.seats == 1:
        return (0,)
    return tuple(
        sum(word.points for word in words) - score
        for words, score in zip(s.words, s.scores, strict=True)
    )


def bumpers(s: State) -> tuple[Seat, ...]:
    """The seats that may bump the tower now: those whose turn it is not."""
    steps = ("token", "take", "place", "claim")
    if not s.options.bumps or not s.tower or s.phase not in steps:
        return ()
    return tuple(seat for seat in range(s.seats) if seat != s.active)


def restore(view: View) -> State:
    """The state that looks like this: there is only one."""
    return State(
        options=view.options,
        scores=view.scores,
        words=view.words,
        phase=view.phase,
        active=view.active,
        round=view.round,
        ring=view.ring,
        token=view.token,
        rolled=view.rolled,
        hand=view.hand,
        tower=_built(view.tower),
        poses=tuple((n.x, n.y, n.z, *n.q) for n in view.tower),
        settling=view.settling,
        new=view.new,
        ends=view.deadline,
        timed_out=view.timed_out,
        proposal=view.proposal,
        rejected=view.rejected,
        fall=view.fall,
        swing=hand.Swing(view.meter.begins, view.meter.since) if view.meter else None,
        release=view.release,
    )


def _built(standing: tuple[Standing, ...]) -> Tower:
    tower: Tower = ()
    for n in standing:
        if n.parent is None:
            tower = (founded(n.letter, n.roll),)
        else:
            tower = (*tower, joined(tower, n.letter, n.own, n.parent, n.at, n.roll))
    return tower
