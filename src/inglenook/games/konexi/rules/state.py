"""What a log of Konexi folds to, and the steps of a turn."""

from msgspec import Struct
from msgspec.structs import replace

from inglenook.core.deadlines import moment
from inglenook.core.game import Entry
from inglenook.core.units import PlayMs, Seat
from inglenook.games.konexi.rules import offers, vocabulary
from inglenook.games.konexi.rules.alone import height
from inglenook.games.konexi.rules.hand import Release, Swing
from inglenook.games.konexi.rules.moves import (
    Bump,
    Found,
    Join,
    Options,
    Settled,
    Verdict,
)
from inglenook.games.konexi.rules.view import Fall, Phase, Proposal, Settling, Word
from inglenook.games.konexi.tower.building import Pose, Tower, founded, joined, links

PENALTY = 3
"""The points that a fall or a bump costs, as far as there are any."""
LARGEST_ERROR = 100
"""The longest error of a hand, in cm/s."""
SAFE = 40
"""The gauge, in hundredths, from which on hardly anything falls."""


class State(Struct, frozen=True, gc=False):
    options: Options
    scores: tuple[int, ...]
    words: tuple[tuple[Word, ...], ...]
    phase: Phase = "lots"
    active: Seat | None = None
    round: int = 0
    ring: str = ""
    token: int = 0
    rolled: str | None = None
    hand: str | None = None
    tower: Tower = ()
    poses: tuple[Pose, ...] = ()
    """Where each letter of the tower stands, as NATURE told it."""
    settling: Settling | None = None
    new: str | None = None
    ends: PlayMs | None = None
    """When the time for a word or a vote is over, as players count it."""
    timed_out: Seat | None = None
    """The seat that let the time for its word run out, until the next letter stands or falls."""
    proposal: Proposal | None = None
    rejected: str | None = None
    """The word that the others did not recognise in this turn."""
    fall: Fall | None = None
    swing: Swing | None = None
    """How the needle of the meter swings; None before the first roll."""
    release: Release | None = None
    """How the last letter was let go."""

    @property
    def seats(self) -> int:
        return len(self.scores)


def near(tower: Tower) -> list[int]:
    """Which letters are joined to which, as `vocabulary` wants it."""
    return vocabulary.neighbours((link.a, link.b) for link in links(tower))


def start(seats: int, options: Options) -> State:
    return State(options, (0,) * seats, ((),) * seats)


def begin_round(s: State, seat: Seat) -> State:
    """The letters are to be laid in a new ring; this seat plays first."""
    return replace(
        s,
        phase="ring",
        active=seat,
        round=s.round + 1,
        ring="",
        token=0,
        rolled=None,
        hand=None,
        tower=(),
        poses=(),
        settling=None,
        new=None,
        ends=None,
        timed_out=None,
        proposal=None,
        rejected=None,
    )


def rolled(s: State, face: str) -> State:
    """The token goes as far as the die says, or to where the player likes."""
    s = replace(s, rolled=face)
    if face == "any":
        return replace(s, phase="token")
    return replace(s, phase="take", token=(s.token + int(face)) % len(s.ring))


def beside(s: State) -> tuple[str, str]:
    """The letters to the left and to the right of the token."""
    return s.ring[s.token], s.ring[(s.token + 1) % len(s.ring)]


def take(s: State, side: str) -> State:
    """The letter leaves the ring, which closes; the token stays between its new neighbours."""
    left, right = beside(s)
    letter = left if side == "left" else right
    ring = s.ring.replace(letter, "")
    # A gap has the number of the letter to its left.
    after = ring.find(s.ring[s.token - 1] if letter == left else left)
    s = replace(s, phase="place", ring=ring, token=max(after, 0), hand=letter)
    if s.tower and not offers.places(s.tower, letter):
        return next_round(s) if s.seats > 1 else replace(s, phase="over", active=None, hand=None)
    return s


def settle(s: State, seat: Seat, move: Found | Join | Bump) -> State:
    """NATURE is to say what comes of a placement or a bump."""
    return replace(s, phase="settle", settling=Settling(seat, move))


def raised(s: State) -> Tower:
    """The tower that NATURE settles: with the letter that is being placed, if one is."""
    assert s.settling
    match s.settling.move:
        case Found(pose):
            assert s.hand
            return (founded(s.hand, pose),)
        case Join(own, to, at, roll):
            assert s.hand
            return (*s.tower, joined(s.tower, s.hand, own, to, at, roll))
        case Bump():
            return s.tower


def settled(s: State, move: Settled, asked: PlayMs) -> State:
    """`asked`: when the time for a word begins."""
    assert s.settling
    tower = raised(s)
    if s.seats == 1:
        return _settled_alone(s, tower, move)
    # A bump is paid for whether the tower falls or not.
    if move.verdict != "stands" or isinstance(s.settling.move, Bump):
        return _penalty(s, s.settling, move.verdict, len(tower))  # type: ignore[arg-type] # checked
    s = replace(
        s,
        phase="claim",
        tower=tower,
        poses=tuple(move.poses[piece.letter] for piece in tower),
        settling=None,
        hand=None,
        new=s.hand,
        ends=_end(s, asked),
        timed_out=None,
        fall=None,
    )
    # One letter is not a word.
    return s if len(tower) > 1 else end_turn(s)


def _settled_alone(s: State, tower: Tower, move: Settled) -> State:
    """The tallest tower that stood counts. A fall ends the game, and so does the last letter."""
    if move.verdict != "stands":
        fall = Fall(0, False, move.verdict, len(tower), 0)  # type: ignore[arg-type] # checked
        return replace(s, phase="over", active=None, settling=None, hand=None, fall=fall)
    s = replace(
        s,
        tower=tower,
        poses=tuple(move.poses[piece.letter] for piece in tower),
        settling=None,
        hand=None,
        scores=(max(s.scores[0], height(move.poses)),),
    )
    done = len(tower) >= s.options.goal or not s.ring
    return replace(s, phase="over", active=None) if done else end_turn(s)


def _end(s: State, t: PlayMs) -> PlayMs | None:
    """When a word, or an answer to one, is due that is asked for at `t`."""
    return t + s.options.word_ms if s.options.word_ms else None


def _penalty(s: State, settling: Settling, verdict: Verdict, letters: int) -> State:
    """Whoever bumped the tower or made it fall pays for it, and the round is over."""
    seat = settling.seat
    lost = min(PENALTY, s.scores[seat])
    bumped = isinstance(settling.move, Bump)
    s = replace(s, fall=Fall(seat, bumped, verdict, letters, lost))
    return next_round(_score(s, seat, -lost))


def claim(s: State, seat: Seat, word: str) -> State:
    """The word scores; whoever reaches the goal has won at once."""
    mine = (*s.words[seat], Word(word, len(word)))
    s = replace(s, words=(*s.words[:seat], mine, *s.words[seat + 1 :]))
    s = _score(s, seat, len(word))
    if s.scores[seat] >= s.options.goal:
        s = replace(s, phase="over", active=None, new=None, ends=None)
        return replace(s, proposal=None, rejected=None)
    return end_turn(s)


def propose(s: State, entry: Entry, word: str) -> State:
    """The others are asked for a word; meanwhile the clock of the one who asks stands still."""
    waiting = tuple((entry.seat + step) % s.seats for step in range(1, s.seats))
    left = None if s.ends is None else s.ends - moment(entry)
    return replace(s, phase="vote", proposal=Proposal(word, waiting, left), ends=_end(s, entry.t))


def vote(s: State, entry: Entry, recognise: bool) -> State:
    """The word counts once all have recognised it; the first who does not ends the vote."""
    assert s.proposal
    assert s.active is not None
    if not recognise:
        return _reject(s, s.proposal, entry.t)
    waiting = tuple(seat for seat in s.proposal.waiting if seat != entry.seat)
    if waiting:
        return replace(s, proposal=replace(s.proposal, waiting=waiting))
    return claim(s, s.active, s.proposal.word)


def _reject(s: State, proposal: Proposal, t: PlayMs) -> State:
    ends = None if proposal.left is None else t + proposal.left
    return replace(s, phase="claim", proposal=None, rejected=proposal.word, ends=ends)


def time_out(s: State, t: PlayMs) -> State:
    """The time for a word is over, or that for a vote: silence means no."""
    if s.proposal:
        return _reject(s, s.proposal, t)
    return replace(end_turn(s), timed_out=s.active)


def end_turn(s: State) -> State:
    """The next seat rolls; when all letters stand, it begins a new round."""
    assert s.active is not None
    if not s.ring:
        return next_round(s)
    return replace(
        s,
        phase="roll",
        active=(s.active + 1) % s.seats,
        new=None,
        ends=None,
        proposal=None,
        rejected=None,
    )


def next_round(s: State) -> State:
    assert s.active is not None
    return begin_round(s, (s.active + 1) % s.seats)


def _score(s: State, seat: Seat, points: int) -> State:
    scores = (*s.scores[:seat], s.scores[seat] + points, *s.scores[seat + 1 :])
    return replace(s, scores=scores)
