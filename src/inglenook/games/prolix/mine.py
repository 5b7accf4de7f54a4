"""Puzzles of Prolix, found in games of bots: say a word for so many points before the sand is
through.

What a board has to give is known exactly, as every word of the lexicon is valued. A puzzle is as
hard as words that do it are rare: the fewer of a well-read friend's words reach the points asked
for, the higher its rating. Its margin is what it asks for beyond what half of those words make.
"""

import math
from collections.abc import Iterator

import msgspec

from inglenook import words
from inglenook.coach.exercises import Ask, Puzzle, Reply
from inglenook.contests.arena import step
from inglenook.core.game import Rng
from inglenook.core.match import Match
from inglenook.core.record_io import dumps
from inglenook.games.prolix import board, wording
from inglenook.games.prolix.moves import Flip
from inglenook.games.prolix.state import State

ENGINE = "prolix-words 2"
LEVELS = ("banter", "orator", "banter")
OPTIONS = {"challenges": "referee", "tie_window_ms": 0, "rounds": 2}
KNOWN = 50
"""The words that make a puzzle easy or hard: SCOWL's up to this size."""
GOALS = range(10, 23, 2)
"""Points that are asked for."""
MIN_WORDS, MAX_WORDS = 12, 5000
"""Words that reach them: between these, so that nobody has to be lucky and nobody is bored."""
SPOKEN = 1_000
"""ms after which a word stands on the sheet."""
APART = 4
"""Boards from one puzzle of a game to the next: then no tile is the same."""
RAREST, HALVING = 2450, 140
"""The rating where one word does it, and what it falls by when twice as many do."""


def mine(seed: str) -> Iterator[Puzzle]:
    """The puzzles of one game of bots."""
    match, rng = Match("prolix", len(LEVELS), OPTIONS, seed), Rng(seed, 0)
    seen, wait, tiles = 0, rng.below(APART), ""
    while match.outcome() is None:
        s = match.state
        if s.phase == "open" and s.pool.board != tiles:
            seen, tiles = seen + 1, s.pool.board
            if seen > wait and _plain(s) and (puzzle := _puzzle(match, rng)):
                yield puzzle
                wait = seen + APART - 1
        step(match, LEVELS, seed)


def _plain(s: State) -> bool:
    """Whether a word's points are what its player gains, and the timer can be flipped."""
    assert s.active is not None
    return s.timer.until is None and not s.sheets[s.active].interrupts


def _puzzle(match: Match, rng: Rng) -> Puzzle | None:
    s = match.state
    known = words.best(board.worths(s.pool.board), KNOWN)
    values = [value for _, value in known]
    reach = {goal: sum(value >= goal for value in values) for goal in GOALS}
    fair = [goal for goal in GOALS if MIN_WORDS <= reach[goal] <= MAX_WORDS]
    if not fair:
        return None
    goal = rng.choice(fair)
    best = _easiest(s, known)
    hurried = match.copy()
    seat = s.active
    assert not hurried.submit((seat + 1) % match.seats, Flip(), match.last_t)
    return Puzzle(
        name=f"{s.pool.board.lower()}-{goal}",
        record=msgspec.Raw(dumps(hurried.record())),
        seat=seat,
        asks=(
            Ask(
                f"reach-{goal}",
                (
                    Reply("best", {"type": "say", "word": best}, right=True),
                    Reply("reached", gains=goal, right=True),
                    Reply("poor"),
                ),
                after=SPOKEN,
                within=s.options.timer_ms,
            ),
        ),
        rating=round(RAREST - HALVING * math.log2(reach[goal])),
        margin=float(goal - values[len(values) // 2]),
        engine=ENGINE,
    )


def _easiest(s: State, known: list[tuple[str, int]]) -> str:
    """Of the best words the one that comes to mind most easily."""
    free = [(word, value) for word, value in known[:300] if not wording.clash(s, word)]
    most = free[0][1]
    return min(
        (word for word, value in free if value == most),
        key=lambda word: (words.size_of(word), len(word)),
    )
