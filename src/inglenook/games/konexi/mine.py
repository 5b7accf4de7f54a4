"""Puzzles of Konexi, found in games of bots: the join that makes the longest word and stands.

Hands are at rest, so that a join either stands or falls, as the physics say. A fall costs points,
and that is how an answer is judged. A puzzle needs a word that no other join comes near to, and
joins for it of which some fall and some stand.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from inglenook.coach.exercises import Ask, Puzzle, Reply, Tried, attempt
from inglenook.contests.arena import step
from inglenook.core.game import Entry, Refused
from inglenook.core.match import Match, replay
from inglenook.core.record_io import dumps
from inglenook.games.konexi.physics import settling
from inglenook.games.konexi.rules import offers, vocabulary
from inglenook.games.konexi.rules.moves import Join, MoveToken, Settled, Take
from inglenook.games.konexi.rules.state import State, near
from inglenook.games.konexi.tower.building import joined
from inglenook.words import size_of

ENGINE = f"konexi 1, {settling.ENGINE}"
LEVELS = ("fumble", "fidget")
"""They build crooked towers."""
OPTIONS = {"steady": True, "word_ms": 0, "goal": 200, "first": 0}
LETTERS = range(3, 12)
"""Of the tower: fewer are no puzzle, and more are a crowd."""
SHORTEST = 3
"""Letters of the word."""
MARGIN = 1
"""Letters by which the next best word is shorter."""
SAFE, LOST = 15, -10
"""The gauge, in hundredths: what is steadier may be an answer, what is shakier should fall."""
SOME = 5
"""Where any letter may be taken, those beside every gap of so many are looked at."""
STEADIEST = 4
"""So many joins of a letter are tried, to know whether any stands there."""
SAMPLE = 8
"""So many joins for the word are tried."""
FALL = 0.2, 0.95
"""The shares of them that have to fall, and may."""
EASIEST, RATING_OF = 400, {"letter": 90, "word": 130, "rare": 12, "fall": 500}
"""The rating: by letters of the tower, letters and rareness of the word, and joins that fall."""


class Way(NamedTuple):
    move: Join
    gauge: int
    word: str
    """The longest that it makes."""


def mine(seed: str) -> Iterator[Puzzle]:
    """The puzzles of the first round of one game of bots, with either letter beside the token.

    They are named by their word: so there is one for each.
    """
    match = Match("konexi", len(LEVELS), OPTIONS, seed)
    while match.outcome() is None:
        s: State = match.state
        if s.round > 1 or len(s.tower) > LETTERS[-1]:
            return
        # Who has nothing loses nothing with a fall, and one could not tell.
        if len(s.tower) in LETTERS and s.phase in ("token", "take") and s.scores[match.mover()]:
            for taken in _taken(match):
                puzzle = _puzzle(taken) if taken.state.phase == "place" else None
                if puzzle and _solved(puzzle):
                    yield puzzle
        step(match, LEVELS, seed)


def _taken(match: Match) -> Iterator[Match]:
    """The match with each letter in hand that may be taken; of all, only some."""
    gaps = [None] if match.state.phase == "take" else range(0, len(match.state.ring), SOME)
    for gap in gaps:
        for side in ("left", "right"):
            taken = match.copy()
            if gap is not None:
                taken.play(MoveToken(gap))
            taken.play(Take(side))
            yield taken


def _puzzle(match: Match) -> Puzzle | None:
    s: State = match.state
    assert s.active is not None
    ways = list(_ways(s))
    best = max((way.word for way in ways if way.gauge >= SAFE), key=len, default="")
    shorter = [len(way.word) for way in ways if len(way.word) < len(best)]
    margin = len(best) - max(shorter, default=0)
    if len(best) < SHORTEST or margin < MARGIN:
        return None
    rights = [way for way in ways if len(way.word) == len(best)]
    answer = max(rights, key=lambda way: way.gauge)
    best = answer.word
    falls = _falls(s, answer, rights)
    if falls is None:
        return None
    assert s.hand
    return Puzzle(
        name=best,
        record=msgspec.Raw(dumps(lean(match).record())),
        seat=s.active,
        asks=(
            Ask(f"join-{len(best)}", tuple(_replies(s, answer, rights))),
            Ask(
                "word",
                (
                    Reply("best", {"type": "claim", "word": best}, right=True),
                    Reply("best", gains=len(best), right=True),
                    Reply("short", gains=1),
                    Reply("none"),
                ),
            ),
        ),
        rating=_rating(len(s.tower), best, falls),
        margin=float(margin),
        engine=ENGINE,
    )


def _solved(puzzle: Puzzle) -> bool:
    """Whether its answers are right where the letters stand now, which has been rounded."""
    moves = [ask.replies[0].move for ask in puzzle.asks]
    try:
        return attempt(puzzle, tuple(Tried(move) for move in moves if move)).ask == len(moves)
    except Refused:
        return False


def _falls(s: State, answer: Way, rights: list[Way]) -> float | None:
    """The share of joins for the word that fall; None where that makes no puzzle."""
    lost = sum(way.gauge < LOST for way in rights) / len(rights)
    least, most = FALL
    if lost < least / 2 or not _stands(s, answer.move):
        return None
    tried = rights[:: max(1, len(rights) // SAMPLE)]
    share = sum(not _stands(s, way.move) for way in tried) / len(tried)
    return share if least <= share <= most else None


def _ways(s: State) -> Iterator[Way]:
    """All joins, with the longest word each makes."""
    assert s.hand
    longest: dict[tuple[int, ...], str] = {}
    for place in offers.places(s.tower, s.hand):
        for way in place.ways:
            piece = joined(s.tower, s.hand, way.own, place.to, place.at, way.roll)
            beside = tuple(near((*s.tower, piece)))
            if beside not in longest:
                longest[beside] = next(iter(vocabulary.shown(beside, s.hand)), "")
            yield Way(Join(way.own, place.to, place.at, way.roll), way.gauge, longest[beside])


def _stands(s: State, move: Join) -> bool:
    assert s.hand
    tower = (*s.tower, joined(s.tower, s.hand, move.own, move.to, move.at, move.roll))
    poses = dict(zip((piece.letter for piece in s.tower), s.poses, strict=True))
    return settling.settle(tower, poses, settling.Push(s.hand, (0, 0, 0))).verdict == "stands"


def _replies(s: State, answer: Way, rights: list[Way]) -> Iterator[Reply]:
    """The answer; others for the word that stand; and what stands without it, or falls."""
    own, to, at, roll = answer.move.own, answer.move.to, answer.move.at, answer.move.roll
    exact = {"type": "join", "own": own, "to": to, "at": at, "roll": roll}
    yield Reply("stands", exact, 0, right=True)
    for letter in sorted({way.move.to for way in rights}):
        if _others_stand(s, letter, rights):
            yield Reply("stands", {"type": "join", "to": letter}, 0, right=True)
    yield Reply("shorter", gains=0)
    yield Reply("falls")


def _others_stand(s: State, letter: str, rights: list[Way]) -> bool:
    """Whether the word is to be had at that letter, and not by the answer alone."""
    steadiest = sorted((way for way in rights if way.move.to == letter), key=lambda way: -way.gauge)
    return sum(_stands(s, way.move) for way in steadiest[:STEADIEST]) > 1


def lean(match: Match) -> Match:
    """The same with no more of what settled than is needed: that would be most of the file.

    There are no films. Where the letters stand now is rounded, where they stood before is rough.
    """
    record = match.record()
    settled = [entry.seq for entry in record.log if isinstance(entry.move, Settled)]
    log = tuple(_lean(entry, now=entry.seq == settled[-1]) for entry in record.log)
    return replay(replace(record, log=log, digest=""))


def _lean(entry: Entry, *, now: bool) -> Entry:
    move = entry.move
    if not isinstance(move, Settled):
        return entry
    place, turn = (2, 4) if now else (0, 1)
    poses = {
        letter: tuple(round(number, place if n < 3 else turn) for n, number in enumerate(pose))
        for letter, pose in move.poses.items()
    }
    return replace(entry, move=replace(move, motion="", poses=poses))


def _rating(letters: int, word: str, falls: float) -> int:
    by = RATING_OF
    rare = max(0, (size_of(word) or 60) - 35)
    crowd = by["letter"] * (letters - LETTERS[0])
    return round(
        EASIEST
        + crowd
        + by["word"] * (len(word) - SHORTEST)
        + by["rare"] * rare
        + by["fall"] * falls
    )
