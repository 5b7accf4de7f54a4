"""Puzzles of Kewbz, found in games of bots: positions in which one placement is clearly best.

How hard one is follows from how far the search must look to find it and go on finding it, and from
how many placements there are to choose from.
"""

import hashlib
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from inglenook.coach.exercises import Ask, Puzzle, Reply
from inglenook.core.game import Rng
from inglenook.core.match import Match
from inglenook.core.record_io import dumps
from inglenook.core.units import Seat
from inglenook.games.kewbz import rules
from inglenook.games.kewbz.bot import BOT, LEVELS
from inglenook.games.kewbz.judge import WIN
from inglenook.games.kewbz.root_search import Option, best, margin, options
from inglenook.games.kewbz.search import blank

ENGINE = "kewbz-search 1, 10 moves deep"
SEEN, CHECKED = 6, 10
"""Moves ahead: to find a puzzle, and to make sure of it."""
MARGIN = 3.0
"""Points by which the best placement is ahead of the second, unless it alone wins."""
FEWEST = 6
"""Placements there must be to choose from."""
EARLIEST = 6
"""Moves that have been made: before, the board says too little."""
DECIDED = 14.0
"""Points ahead after which nobody cares."""
MAX_PUZZLES_OF_GAME, APART = 3, 4
"""Puzzles of one game, and the moves between them."""
EASY, ONE_KEPT_OF = 800, 3
"""Most are easy: of those rated below, one in so many is kept."""
BOARDS = ((6, 16), (6, 20), (7, 24), (8, 24), (8, 30))
PLAYERS = ("brick", "lintel", "pillar", "arch")
MOVE_TIMEOUT_S = 600.0
"""Seconds for a move that takes a hundredth of one: no busy machine makes another game of it."""
EASIEST, DEEPER, MORE = 500, 150, 14
"""The rating of what is seen at once, and what each move deeper and each choice adds."""

Replies: TypeAlias = tuple[tuple[Seat, dict[str, Any]], ...]


def mine(seed: str) -> Iterator[Puzzle]:
    """The puzzles in one game of bots. Their names follow from the position: no two are alike."""
    rng = Rng(seed, 0)
    size, cubes = rng.choice(BOARDS)
    match: Match = Match("kewbz", 2, {"size": size, "cubes": cubes}, seed)
    levels = {level.name: replace(level, seconds=MOVE_TIMEOUT_S) for level in LEVELS}
    players = [levels[rng.choice(PLAYERS)] for _ in (0, 1)]
    found, last = 0, -APART
    while match.outcome() is None and found < MAX_PUZZLES_OF_GAME:
        here = len(match.log)
        if here >= EARLIEST and here - last >= APART and (puzzle := _puzzle(match)):
            found, last = found + 1, here
            if puzzle.rating >= EASY or int(puzzle.name, 16) % ONE_KEPT_OF == 0:
                yield puzzle
        (seat,) = match.to_move()
        match.play(BOT.choose(match.view(seat), seat, players[seat], Rng(seed, here)))


def _puzzle(match: Match) -> Puzzle | None:
    s: rules.State = match.state
    first = _answer(s)
    if first is None:
        return None
    asks, rating = [_ask("best", first.move)], _rating(s, first.move)
    then = match.copy()
    then.play(first.move)
    if then.outcome() is None:
        reply = best(s.size, options(then.state), CHECKED, blank(s.size))[0].move
        then.play(reply)
        # Where the answer to the best reply is as clear, it belongs to the puzzle.
        if then.outcome() is None and (second := _answer(then.state)):
            answered = ((1 - s.turn, msgspec.to_builtins(reply)),)
            asks = [_ask("best", first.move, answered), _ask("go-on", second.move)]
            rating = max(rating, _rating(then.state, second.move)) + DEEPER
    return Puzzle(
        name=position_name(s),
        record=msgspec.Raw(dumps(match.record()).encode()),
        seat=s.turn,
        asks=tuple(asks),
        rating=rating,
        margin=first.margin,
        engine=ENGINE,
    )


class _Answer(NamedTuple):
    """A placement that is clearly best, and by how many points."""

    move: rules.Place
    margin: float


def _answer(s: rules.State) -> _Answer | None:
    """The placement that is clearly best, at a first look and at a deeper one."""
    there = options(s)
    if len(there) < FEWEST:
        return None
    first = _ahead(s, there, SEEN)
    if first is None or (answer := _ahead(s, there, CHECKED)) is None:
        return None
    # Which corners get the last cubes is another question, with many answers.
    return answer if answer.move == first.move and not answer.move.stack else None


def _ahead(s: rules.State, there: list[Option], depth: int) -> _Answer | None:
    m = blank(s.size)
    leader, value = best(s.size, there, depth, m)
    _, second = best(s.size, [other for other in there if other is not leader], depth, m)
    by = margin(value) - margin(second)
    wins_alone = value > WIN // 2 >= second
    if abs(margin(value)) > DECIDED or not (by >= MARGIN or (wins_alone and by > 0)):
        return None
    return _Answer(leader.move, by)


def _rating(s: rules.State, answer: rules.Place) -> int:
    """How hard it is to find: the depth from which on the search finds it, and the choices."""
    there, m = options(s), blank(s.size)
    misses = [n for n in range(1, SEEN + 1) if best(s.size, there, n, m)[0].move != answer]
    return EASIEST + DEEPER * max(misses, default=0) + MORE * len(there)


def _ask(name: str, move: rules.Place, then: Replies = ()) -> Ask:
    right = Reply("right", move=msgspec.to_builtins(move), right=True)
    return Ask(name, (right, Reply("wrong")), then=then)


def position_name(s: rules.State) -> str:
    """The same for a position and its mirror images, whoever is to move."""
    size, last = s.size, s.size - 1
    seen = []
    for across, down, turned in product((False, True), repeat=3):
        stacks = []
        for cell in range(size * size):
            r, f = divmod(cell, size)
            r, f = (last - r if down else r), (last - f if across else f)
            stack = s.stacks[f * size + r if turned else r * size + f]
            stacks.append(tuple(int(owner != s.turn) for owner in stack))
        seen.append(stacks)
    cubes = s.unplayed[s.turn], s.unplayed[1 - s.turn]
    return hashlib.sha256(repr((size, cubes, min(seen))).encode()).hexdigest()[:10]
