"""The rules of Konexi. What may not be done is in `faults`, what follows in `state`."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from inglenook.game import NATURE, Entry, Game, Move, Outcome, Refused, Rng
from inglenook.games.konexi.box import box
from inglenook.games.konexi.rules import offers, state, vocabulary
from inglenook.games.konexi.rules.faults import about_word, fault
from inglenook.games.konexi.rules.moves import (
    MOVES,
    Bump,
    Claim,
    Error,
    Found,
    Join,
    Lots,
    MoveToken,
    Nothing,
    Options,
    Ring,
    Rolled,
    Settled,
    Take,
    Time,
)
from inglenook.games.konexi.rules.review import Review, review
from inglenook.games.konexi.rules.state import State, near
from inglenook.games.konexi.rules.view import View
from inglenook.games.konexi.rules.viewing import restore, see
from inglenook.games.konexi.tower import joins
from inglenook.games.konexi.tower.building import founded

SHAKE = 500
"""The largest error of a sampled hand along each axis, in hundredths of cm/s."""
LOOKS = 3
"""How many places a sampled hand looks at, to choose the steadiest: else games would not end."""


class Konexi(Game):
    name = "konexi"
    rules = 1
    seats = (2, 3, 4, 5, 6)
    options_type = Options
    moves = MOVES
    view_type = View
    shared_view = True
    slow_moves = True

    def setup(self, seats: int, options: Options) -> State:
        if options.first is not None and options.first >= seats:
            raise Refused("bad-options", detail=f"there is no seat {options.first} among {seats}")
        return state.start(seats, options)

    def to_move(self, s: State) -> frozenset[int]:
        """Whose turn it is; a bump is no turn, so those who may bump are not named."""
        match s.phase:
            case "over":
                return frozenset()
            case "token" | "take" | "place" | "claim":
                assert s.active is not None
                return frozenset((s.active,))
            case _:
                return frozenset((NATURE,))

    def check(self, s: State, entry: Entry) -> str | None:
        return fault(s, entry)

    def apply(self, s: State, entry: Entry) -> State:
        match entry.move:
            case Lots(seat):
                return state.begin_round(s, seat)
            case Ring(ring):
                return replace(s, phase="roll", ring=ring)
            case Rolled(face):
                return state.rolled(s, face)
            case MoveToken(gap):
                return replace(s, phase="take", token=gap)
            case Take(side):
                return state.take(s, side)
            case Found() | Join() | Bump():
                return state.settle(s, entry.seat, entry.move)
            case Settled():
                return state.settled(s, entry.move, entry.t)
            case Claim(word):
                return state.claim(s, entry.seat, word.lower())
            case _:
                return state.end_turn(s)

    def view(self, s: State, seat: int | None) -> View:
        return see(s)

    def outcome(self, s: State) -> Outcome | None:
        if s.phase != "over":
            return None
        return Outcome(s.scores, (s.scores.index(max(s.scores)),), "goal")

    def scores(self, s: State) -> tuple[int, ...]:
        return s.scores

    def nature(self, s: State, rng: Rng) -> Move:
        match s.phase:
            case "lots":
                first = s.options.first
                return Lots(rng.below(s.seats) if first is None else first)
            case "ring":
                return Ring("".join(rng.shuffled(vocabulary.LETTERS)))
            case "roll":
                return Rolled(rng.choice(box().die.faces))
            case "settle":
                return _judged(s)
            case _:
                return Time()

    def is_slow(self, s: State) -> bool:
        return s.phase == "settle"

    def deadline(self, s: State) -> int | None:
        return s.ends

    def legal(self, s: State, seat: int) -> Iterator[Move]:
        """All legal moves of the active seat, by a hand without error."""
        if seat != s.active:
            return
        match s.phase:
            case "token":
                yield from map(MoveToken, range(len(s.ring)))
            case "take":
                yield from (Take("left"), Take("right"))
            case "place":
                yield from (move for _, move in _placements(s, (0, 0, 0)))
            case "claim":
                yield Nothing()
                yield from map(Claim, _words(s))

    def sample(self, s: State, seat: int, rng: Rng) -> Move:
        """A random move, placed by a shaky hand; a word is said more often than not."""
        match s.phase:
            case "place":
                x, y, z = ((rng.below(2 * SHAKE + 1) - SHAKE) / 100 for _ in range(3))
                placements = list(_placements(s, (x, y, z)))
                looked_at = [rng.choice(placements) for _ in range(LOOKS)]
                return max(looked_at, key=lambda each: each[0])[1]
            case "claim":
                found = _words(s)
                return Claim(rng.choice(found)) if found and rng.below(4) else Nothing()
            case _:
                return rng.choice(list(self.legal(s, seat)))

    def determinize(self, view: View, rng: Rng) -> State:
        return restore(view)

    def explain(self, s: State, seat: int, move: Move) -> str:
        """The letters of a claimed word that are to blame."""
        if s.phase != "claim" or not isinstance(move, Claim):
            return ""
        return about_word(s, move.word.lower())

    def review(self, states: Sequence[State]) -> Review:
        return review(states)

    def warm(self) -> None:
        vocabulary.book()
        tower = (founded("A", 0),)
        offers.steadiness(tower)
        place = offers.places(tower, "B")[0]
        joins.fault(tower, "B", place.ways[0].own, place.to, place.at, place.ways[0].roll)


def _placements(s: State, error: Error) -> Iterator[tuple[int, Move]]:
    """All placements of the letter in hand, each with what the gauge says of it."""
    assert s.hand
    if not s.tower:
        for rest in offers.rests(s.hand):
            yield rest.steady, Found(rest.pose, error)
    else:
        for place in offers.places(s.tower, s.hand):
            for way in place.ways:
                yield way.steady, Join(way.own, place.to, place.at, way.roll, error)


def _words(s: State) -> list[str]:
    assert s.new
    return vocabulary.words(near(s.tower), s.new)


def _judged(s: State) -> Move:
    """What the physics say of the placement or the bump that is to be settled."""
    # MuJoCo is large: what only folds logs does without it.
    from inglenook.games.konexi.physics import settling

    assert s.settling
    tower = state.raised(s)
    match s.settling.move:
        case Bump(letter, error):
            push = settling.Push(letter, error)
        case Found(error=error) | Join(error=error):
            push = settling.Push(tower[-1].letter, (0, 0, 0) if s.options.steady else error)
    return settling.settle(tower, s.poses, push)
