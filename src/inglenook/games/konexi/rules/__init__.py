"""The rules of Konexi. What may not be done is in `faults`, what follows in `state`."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from inglenook.core import deadlines
from inglenook.core.daily import DailyBoard
from inglenook.core.game import NATURE, Entry, Game, Move, Outcome, Parts, Rng
from inglenook.core.insight import Insight
from inglenook.core.summary import Keepsakes, Summary
from inglenook.core.units import PlayMs, Seat
from inglenook.games.konexi.box import box
from inglenook.games.konexi.rules import draws, hand, offers, state, vocabulary
from inglenook.games.konexi.rules.dwell import dwell, is_film
from inglenook.games.konexi.rules.faults import about_word, fault
from inglenook.games.konexi.rules.moves import (
    MOVES,
    Bump,
    Claim,
    Error,
    Found,
    Join,
    LetGo,
    MoveToken,
    Nothing,
    Options,
    PlayerMove,
    Propose,
    Ring,
    Rolled,
    Settled,
    Take,
    Time,
    Vote,
)
from inglenook.games.konexi.rules.review import Review, review
from inglenook.games.konexi.rules.state import State, near
from inglenook.games.konexi.rules.summary import keepsakes, summary
from inglenook.games.konexi.rules.text import show
from inglenook.games.konexi.rules.view import View
from inglenook.games.konexi.rules.viewing import restore, see
from inglenook.games.konexi.tower import joins
from inglenook.games.konexi.tower.building import founded, joined
from inglenook.shared import first_player
from inglenook.shared.first_player import Lots

HAND = 0.1
"""How unsteady a sampled hand is: hardly, or games of samples would not end."""
LOOKS = 6
"""How many places, and words, a sampled player looks at to choose the best: games would hardly end
otherwise.
"""
STEADY = 30
"""The gauge, in hundredths, with which a sampled player trusts a place."""
DAILY = 12
"""Letters of the tower of the day."""
RARE = 12
"""In one of this many turns a sampled player says no word, or proposes one that is not a word."""


class Konexi(Game[State, View, PlayerMove]):
    name = "konexi"
    rules_version = 1
    seats = (1, 2, 3, 4, 5, 6)
    options_type = Options
    moves = MOVES
    view_type = View
    endings = ("goal", "tower")
    extremes = (
        {"goal": 2},
        {"goal": 3, "steady": True, "first": 0, "suspense": False},
        {"goal": 2, "bumps": True, "word_ms": 0},
    )
    shared_view = True
    lists_all = False
    slow_moves = True
    chance = "sampled"

    def setup(self, seats: int, options: Options) -> State:
        first_player.refuse_absent(options.first, seats)
        return state.start(seats, options)

    def to_move(self, s: State) -> frozenset[Seat]:
        """Whose turn it is; a bump is not a turn, so those who may bump are not named."""
        match s.phase:
            case "over":
                return frozenset()
            case "token" | "take" | "place" | "claim":
                assert s.active is not None
                return frozenset((s.active,))
            case "vote":
                assert s.proposal
                return frozenset(s.proposal.waiting)
            case _:
                return frozenset((NATURE,))

    def check(self, s: State, entry: Entry) -> str | None:
        if code := fault(s, entry):
            return code
        return hand.fault(entry.move) if isinstance(entry.move, Found | Join) else None

    def apply(self, s: State, entry: Entry) -> State:
        match entry.move:
            case Lots(seat):
                return state.begin_round(s, seat)
            case Ring(ring):
                return replace(s, phase="roll", ring=ring)
            case Rolled(face, swing):
                return replace(state.rolled(s, face), swing=hand.Swing(swing, entry.t))
            case MoveToken(gap):
                return replace(s, phase="take", token=gap)
            case Take(side):
                assert s.swing
                return replace(state.take(s, side), swing=replace(s.swing, since=entry.t))
            case Found() | Join():
                return _let_go(s, entry, entry.move)
            case Bump():
                return replace(state.settle(s, entry.seat, entry.move), release=None)
            case Settled(let_go=let_go):
                assert s.settling
                release = s.release
                if let_go:
                    release = hand.release(s.settling.seat, let_go, len(s.tower) + 1)
                return replace(
                    state.settled(s, entry.move, _word_time_from(entry)), release=release
                )
            case Claim(word):
                return state.claim(s, entry.seat, word)
            case Propose(word):
                return state.propose(s, entry, word)
            case Vote(recognise):
                return state.vote(s, entry, recognise)
            case Time():
                return state.time_out(s, entry.t)
            case _:
                return state.end_turn(s)

    def view(self, s: State, seat: Seat | None) -> View:
        return see(s, exact=not s.options.suspense)

    def outcome(self, s: State) -> Outcome | None:
        if s.phase != "over":
            return None
        if s.seats == 1:
            return Outcome(s.scores, (0,), "tower")
        return Outcome(s.scores, (s.scores.index(max(s.scores)),), "goal")

    def scores(self, s: State) -> tuple[int, ...]:
        return s.scores

    def nature(self, s: State, rng: Rng) -> Move:
        match s.phase:
            case "lots":
                return first_player.draw(s.options.first, s.seats, rng)
            case "ring":
                return Ring("".join(rng.shuffled(vocabulary.LETTERS)))
            case "roll":
                return Rolled(rng.choice(box().die.faces), rng.below(hand.WHOLE))
            case "settle":
                return self.settle(s, rng)
            case _:
                return Time()

    def chances(self, s: State, parts: Parts = ()) -> Sequence[tuple[Hashable, int]]:
        """What a hand does is not among them: any number may come of it."""
        return draws.chances(s, parts)

    def drawn(self, s: State, parts: Parts) -> Move:
        return draws.drawn(s, parts)

    def parts(self, s: State, move: Move) -> Parts:
        return draws.parts(move)

    def settle(self, s: State, rng: Rng) -> Settled:
        """What the physics say of what was let go; a bot's error is drawn for it."""
        assert s.settling
        let_go: LetGo | UnsetType = UNSET
        match s.settling.move:
            case Found(hand=unsteady) | Join(hand=unsteady) if unsteady is not None:
                if not s.options.steady:
                    let_go = hand.drawn(unsteady, len(s.tower) + 1, rng)
        return replace(judged(s, self.error(s, let_go)), let_go=let_go)

    def error(self, s: State, let_go: LetGo | UnsetType) -> Error:
        """What a hand does to the tower that settles; `let_go` is what was drawn for a bot's."""
        assert s.settling
        if isinstance(s.settling.move, Bump):
            return s.settling.move.error
        if s.options.steady:
            return (0, 0, 0)
        if let_go:
            return let_go.error
        return s.release.error if s.release else (0, 0, 0)

    def filmed(self, s: State, move: Move) -> Move:
        """A fall is shown from where it gives way until all lies on the table."""
        if not isinstance(move, Settled) or move.motion or move.verdict == "stands":
            return move
        shown = judged(s, self.error(s, move.let_go), filmed=True)
        # Whoever brings a record may have it say anything.
        same = shown.verdict == move.verdict
        return replace(move, poses=shown.poses, motion=shown.motion) if same else move

    def is_slow(self, s: State) -> bool:
        return s.phase == "settle"

    def is_timed(self, s: State) -> bool:
        return s.phase in ("token", "take", "place") and not s.options.steady

    def for_bots(self, raw: dict[str, Any]) -> bool:
        return raw.get("hand") is not None

    def deadline(self, s: State) -> PlayMs | None:
        return deadlines.lapse(s.ends)

    def is_sound(self, move: Move) -> bool:
        return not isinstance(move, Settled) or is_film(move.motion, len(move.poses))

    def dwell(self, entry: Entry) -> PlayMs:
        return dwell(entry)

    def legal(self, s: State, seat: Seat) -> Iterator[PlayerMove]:
        """All that a seat in turn may choose between.

        Placements come steadiest first, and are let go when they are played: each is legal at any
        other moment too. Words are those of the list: what the others might recognise besides it
        cannot be listed. Bumps are not in it, as they belong to no turn.
        """
        if seat not in self.to_move(s):
            return
        match s.phase:
            case "token":
                yield from map(MoveToken, range(len(s.ring)))
            case "take":
                yield from (Take("left"), Take("right"))
            case "place":
                steadiest = sorted(self._placements(s), key=lambda each: -each[0])
                yield from (move for _, move in steadiest)
            case "claim":
                yield Nothing()
                assert s.new
                yield from map(Claim, vocabulary.words(near(s.tower), s.new))
            case "vote":
                yield from (Vote(True), Vote(False))

    def sample(self, s: State, seat: Seat, rng: Rng) -> PlayerMove:
        """A random move by a player who wants an end: with a hand that hardly errs, to the best of
        some places, and nearly always with a word where there is one.
        """
        self._require_to_move(s, seat)
        match s.phase:
            case "place":
                placements = list(self._placements(s))
                looked_at = [rng.choice(placements) for _ in range(LOOKS)]
                move = max(looked_at, key=lambda each: _promise(s, *each))[1]
                return move if s.options.steady else replace(move, hand=HAND)
            case "claim":
                if (found := _words(s)) and rng.below(RARE):
                    return Claim(max((rng.choice(found) for _ in range(LOOKS)), key=len))
                made_up = None if rng.below(RARE) else _made_up(s)
                return Propose(made_up) if made_up else Nothing()
            case _:
                return rng.choice(list(self.legal(s, seat)))

    def _placements(self, s: State) -> Iterator[tuple[int, Found | Join]]:
        """All placements of the letter in hand, each with what the gauge says of it."""
        assert s.hand
        if not s.tower:
            for rest in offers.rests(s.hand):
                yield rest.gauge, Found(rest.pose)
        else:
            for place in offers.places(s.tower, s.hand):
                for way in place.ways:
                    yield way.gauge, Join(way.own, place.to, place.at, way.roll)

    def determinize(self, view: View, rng: Rng) -> State:
        return restore(view)

    def explain(self, s: State, seat: Seat, move: Move) -> str:
        """The letters of a claimed or proposed word that are to blame."""
        if s.phase != "claim" or not isinstance(move, Claim | Propose):
            return ""
        word = move.word
        unknown = isinstance(move, Claim) and not vocabulary.known(word)
        return "" if unknown else about_word(s, word)

    def review(self, states: Sequence[State]) -> Review:
        return review(states)

    def analyse(
        self, states: Sequence[State], entries: Sequence[Entry], steps: range
    ) -> Iterable[Insight]:
        # It thinks as bots do, who need the rules.
        from inglenook.games.konexi.analyse import analyse

        return analyse(states, entries, steps)

    def summary(self, states: Sequence[State]) -> Summary:
        return summary(states)

    def keepsakes(self, states: Sequence[State]) -> Keepsakes:
        return keepsakes(states)

    def show(self, view: View) -> str:
        return show(view)

    def daily(self, rng: Rng) -> DailyBoard:
        """One ring for everybody, and hands that do not err: who builds highest?"""
        return DailyBoard({"goal": DAILY, "steady": True, "suspense": False})

    def warm(self) -> None:
        vocabulary.book()
        tower = (founded("A", 0),)
        offers.steadiness(tower)
        place = offers.places(tower, "B")[0]
        joins.fault(tower, "B", place.ways[0].own, place.to, place.at, place.ways[0].roll)


def _word_time_from(settled: Entry) -> PlayMs:
    """Return when the time for a word begins: once the film of the settling tower is over."""
    filmed = isinstance(settled.move, Settled) and settled.move.motion
    return settled.t + (dwell(settled) if filmed else 0)


def _let_go(s: State, entry: Entry, move: Found | Join) -> State:
    """NATURE is to settle it. A person's error is known by now, a bot's is yet to be drawn."""
    if s.options.steady or move.hand is not None:
        return replace(state.settle(s, entry.seat, move), release=None)
    assert s.swing
    at = hand.believed(entry, move.released, s.swing)
    letters = len(s.tower) + 1
    let_go = hand.at_moment(s.swing, at, letters)
    settling = state.settle(s, entry.seat, replace(move, released=at))
    return replace(settling, release=hand.release(entry.seat, let_go, letters))


def _promise(s: State, steady: int, move: Move) -> tuple[bool, int, int]:
    """What a sampled player looks for in a placement: that it holds, a long word, steadiness."""
    longest = 0
    if isinstance(move, Join):
        assert s.hand
        piece = joined(s.tower, s.hand, move.own, move.to, move.at, move.roll)
        longest = max(map(len, vocabulary.words(near((*s.tower, piece)), s.hand)), default=0)
    return steady > STEADY, longest, steady


def _words(s: State) -> list[str]:
    """What a sampled player may say: nothing coarse."""
    assert s.new
    return vocabulary.shown(near(s.tower), s.new)


def _made_up(s: State) -> str | None:
    """The new letter and the one it hangs on, where they do not form a word and may be proposed."""
    newest = s.tower[-1]
    assert newest.parent
    pair = f"{newest.letter}{newest.parent}".lower()
    spellings = () if s.rejected else (pair, pair[::-1])
    return next((each for each in spellings if not vocabulary.known(each)), None)


def judged(s: State, error: Error, *, filmed: bool = False) -> Settled:
    """What the physics say of the placement or the bump that is to be settled, with that error."""
    # MuJoCo is large: code that only folds logs does without it.
    from inglenook.games.konexi.physics import settling

    assert s.settling
    tower = state.raised(s)
    bump = s.settling.move
    letter = bump.letter if isinstance(bump, Bump) else tower[-1].letter
    letters = (piece.letter for piece in s.tower)
    poses = dict(zip(letters, s.poses, strict=True))
    return settling.settle(tower, poses, settling.Push(letter, error), filmed=filmed)
