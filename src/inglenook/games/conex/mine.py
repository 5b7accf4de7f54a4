"""Puzzles from games of bots: turns in which one move is clearly better than all others."""

from collections.abc import Iterator
from math import log2

import msgspec

from inglenook.coach.exercises import Ask, Puzzle, Reply
from inglenook.core.game import Move, Rng
from inglenook.core.match import Match
from inglenook.core.record_io import dumps
from inglenook.core.units import Seat
from inglenook.games.conex.analyse import alike, sight, weighed
from inglenook.games.conex.bot import CUNNING, LEVELS, PLAYOUTS, ConexBot
from inglenook.games.conex.bot.plan import Weighed, weigh
from inglenook.games.conex.rules.moves import Draw, Lay, Lightning
from inglenook.games.conex.rules.state import State
from inglenook.games.conex.rules.view import View

ENGINE = "cunning 2"
DEEPER = 5 * PLAYOUTS
"""Playouts with which an answer is checked again."""
MARGIN = 1.2
"""Points by which an answer must be better than the second best."""
PROMISING = 0.8
"""The same, by judgement alone."""
EARLIEST, LATEST = 8, 32
"""Entries of the log: later on a record is long, and the table hard to read."""
MAX_PUZZLES_OF_GAME = 2
"""Puzzles of one game."""
TEMPTING = 3
"""Points at hand without which it is no puzzle to draw."""
DRAWS = 2
"""One in so many of those answered by drawing is kept: else these were nearly half of all."""
SEATS = (2, 2, 2, 3, 4)
TABLES = ("small", "medium", "medium", "large")
PLAYERS = ("greedy", "patient", "careful")
BOT = ConexBot(careful=CUNNING)
"""They play as they did when the puzzles were mined: Careful minds what it leaves to everyone."""


def mine(seed: str) -> Iterator[Puzzle]:
    """The puzzles in one game of bots."""
    rng = Rng(seed, 0)
    seats = rng.choice(SEATS)
    match: Match = Match("conex", seats, {"table": rng.choice(TABLES)}, seed)
    levels = {level.name: level for level in LEVELS}
    players = [levels[rng.choice(PLAYERS)] for _ in range(seats)]
    found = 0
    while not match.outcome() and len(match.log) < LATEST and found < MAX_PUZZLES_OF_GAME:
        seat = min(match.to_move())
        if len(match.log) >= EARLIEST and (puzzle := _puzzle(match, seat, seed)):
            yield puzzle
            found += 1
        answer = BOT.choose(match.view(seat), seat, players[seat], Rng(seed, len(match.log)))
        assert answer is not None
        match.play(answer, seat, match.last_t)


def _puzzle(match: Match, seat: Seat, seed: str) -> Puzzle | None:
    s: State = match.state
    if s.phase != "turn":
        return None
    number = len(match.log)
    # Playouts are spent only where the look of it promises something.
    look = _ways(weigh(sight(s, seat), seat, CUNNING, Rng(seed, number)))
    if _margin(look) < PROMISING:
        return None
    if isinstance(look[0].move, Draw) and Rng(f"{seed} draws", number).below(DRAWS):
        return None
    found = _ways(weighed(s, seat, Rng(seed, number), PLAYOUTS, None))
    if _margin(found) < MARGIN:
        return None
    again = _ways(weighed(s, seat, Rng(seed, -number), DEEPER, None))
    margin = _margin(again)
    best = again[0].move
    if margin < MARGIN or alike(best) != alike(found[0].move):
        return None
    if isinstance(best, Draw) and _most(sight(s, seat)) < TEMPTING:
        return None
    return Puzzle(
        name=f"{Rng(seed, number).bits():016x}"[:8],
        record=msgspec.Raw(dumps(match.record()).encode()),
        seat=seat,
        asks=(Ask("best", _replies(match, seat, best)),),
        rating=_rating(s, seat, best, margin),
        margin=round(margin, 1),
        engine=ENGINE,
    )


def _ways(found: list[Weighed]) -> list[Weighed]:
    """Of each way to lay a card only the best, wherever it slides to."""
    ways: dict[Move, Weighed] = {}
    for each in found:
        ways.setdefault(alike(each.move), each)
    return [*ways.values()]


def _margin(found: list[Weighed]) -> float:
    return found[0].worth - found[1].worth if len(found) > 1 else 0.0


def _replies(match: Match, seat: Seat, best: Move) -> tuple[Reply, ...]:
    """What is said to the answer, and to each kind of other move that there is."""
    asked = msgspec.to_builtins(best)
    # Wherever it slides to, it is the same answer.
    asked.pop("slide", None)
    asked.pop("double", None)
    others = {alike(move) for move in match.game.legal(match.state, seat)} - {alike(best)}
    kinds = sorted({msgspec.to_builtins(move)["type"] for move in others})
    wrong = [Reply(f"no-{kind}", {"type": kind}) for kind in kinds]
    # The last one is said to all the rest.
    return (Reply("right", asked, right=True), *wrong[:-1], Reply(wrong[-1].say))


def _most(view: View) -> int:
    return max((lay.points for lay in view.legal.lays), default=0)


def _rating(s: State, seat: Seat, best: Move, margin: float) -> int:
    """The more there is to choose from, and the less the points at hand say, the harder it is."""
    view = sight(s, seat)
    lays, most = view.legal.lays, _most(view)
    rating = 800 + 100 * log2(1 + len(lays)) - 80 * min(margin - MARGIN, 3)
    if isinstance(best, Lay):
        way = (best.card, best.corner, best.target, best.spot)
        points = next(
            lay.points for lay in lays if (lay.card, lay.corner, lay.target, lay.spot) == way
        )
        others = sum(lay.points >= points for lay in lays) - 1
        rating += 150 * (most - points) + 100 * min(others, 3)
    elif isinstance(best, Lightning):
        rating += 400
    else:
        rating += 80 * most
    return round(rating)
