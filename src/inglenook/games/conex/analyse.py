"""What a coach has to say about a game: points got and points there were, and what luck brought.

A move is judged by what its player could see, with the playouts of the strongest bot. What chance
brought is compared with what it brings on average. Work is bounded by a number of playouts, so the
same game is always judged alike.
"""

from collections.abc import Iterator, Sequence
from math import comb

import msgspec
from msgspec.structs import replace

from inglenook.core.game import NATURE, Entry, Move, Resign, Rng
from inglenook.core.insight import Insight, Verdict
from inglenook.core.units import Seat
from inglenook.games.conex.bot import CUNNING, PLAYOUTS
from inglenook.games.conex.bot.field import NAME, POINTS, field
from inglenook.games.conex.bot.forecast import forecast
from inglenook.games.conex.bot.plan import Weighed, ponder
from inglenook.games.conex.bot.search import HELD, KEPT
from inglenook.games.conex.cards import board
from inglenook.games.conex.geometry.lays import NUMBER
from inglenook.games.conex.geometry.placing import pose_of
from inglenook.games.conex.rules.moves import Deal, Drew, Gave, Lay, Rolled
from inglenook.games.conex.rules.state import State
from inglenook.games.conex.rules.view import View
from inglenook.games.conex.rules.viewing import see

FORECASTS = 100
"""Playouts for the chances after a step."""
WITHOUT_END = 1e6
"""Seconds: no clock ends a search here."""
COSTS: tuple[tuple[float, Verdict], ...] = (
    (0.25, "best"),
    (1.0, "good"),
    (2.0, "slip"),
    (3.5, "mistake"),
)
"""Up to how many points given away a move is called so; what costs more is a blunder."""
HALF = 2.0
"""Points: whoever gives away so many plays half as well as can be."""
BETTER = 3
"""The most moves that are named as better."""
STARS = dict(zip(("star2x", "lightning"), KEPT, strict=True))


def analyse(states: Sequence[State], entries: Sequence[Entry], steps: range) -> Iterator[Insight]:
    """See `Game.analyse`. Lots, and who gives up, are passed over."""
    for step in steps:
        before, after, entry = states[step - 1], states[step], entries[step - 1]
        if entry.seat == NATURE:
            told = _by_chance(step, before, entry.move)
        elif isinstance(entry.move, Resign):
            continue
        else:
            told = _chosen(step, before, after, entry)
        if told:
            chances, margins = _outlook(step, after)
            yield replace(told, chances=chances, margins=margins)


def alike(move: Move) -> Move:
    """A lay wherever it slides to, with the star and without: one way to lay that card."""
    return replace(move, slide=0, double=False) if isinstance(move, Lay) else move


def weighed(s: State, seat: Seat, rng: Rng, playouts: int, also: Move | None) -> list[Weighed]:
    """What a seat could do, best first, with what each was worth, judged by what it could see.

    What was given up early was tried less, and is worth no more than what outlived it.
    """
    found = ponder(sight(s, seat), seat, CUNNING, rng, playouts, WITHOUT_END, also)
    least = found[0].worth
    for i, (move, worth) in enumerate(found):
        least = min(least, worth)
        found[i] = Weighed(move, least)
    return found


def sight(s: State, seat: Seat) -> View:
    """What a seat sees, and where its cards fit, though it may have had to find that out by eye."""
    return see(replace(s, options=replace(s.options, spots="shown")), seat)


def _chosen(step: int, before: State, after: State, entry: Entry) -> Insight:
    found = weighed(before, entry.seat, Rng("analyse", step), PLAYOUTS, entry.move)
    worth = next((worth for move, worth in found if move == entry.move), found[0].worth)
    cost = found[0].worth - worth
    verdict: Verdict = next((name for limit, name in COSTS if cost <= limit), "blunder")
    facts: dict[str, str | int | float] = {
        "got": after.points[entry.seat] - before.points[entry.seat],
        "there": _most(before, entry.seat),
    }
    name = msgspec.to_builtins(entry.move)["type"]
    if len({alike(move) for move, _ in found}) == 1:
        return Insight(step, entry.seat, "forced", name=name, facts=facts)
    best = [] if verdict == "best" else _better(found, entry.move)
    return Insight(
        step,
        entry.seat,
        verdict,
        quality=round(0.5 ** (cost / HALF), 3),
        cost=round(cost, 2),
        best=tuple(msgspec.to_builtins(move) for move in best),
        places=tuple(_place(before, move) for move in best),
        name=name,
        facts=facts,
    )


def _most(s: State, seat: Seat) -> int:
    """The most points that a lay could have brought."""
    view = sight(s, seat)
    if "lay" not in view.may:
        return 0
    times = view.factor if "double" in view.may else 1
    return times * max(lay.points for lay in view.legal.lays)


def _better(found: list[Weighed], played: Move) -> list[Move]:
    """The moves that were better than the one that was played, best first."""
    better: dict[Move, Move] = {}
    for move, _ in found:
        if move == played:
            break
        if alike(move) != alike(played):
            better.setdefault(alike(move), move)
    return [*better.values()][:BETTER]


def _place(s: State, move: Move) -> dict[str, int]:
    """How a card would lie: those who look on are told of no lays, which would show the hand."""
    return pose_of(s.laid, move)._asdict() if isinstance(move, Lay) else {}


def _by_chance(step: int, before: State, move: Move) -> Insight | None:
    facts: dict[str, str | int | float] = {}
    match move:
        case Drew(cards):
            assert before.active is not None
            had, usual, has = _hopes(before, cards)
            facts = {"seat": before.active, "luck": round(has - usual, 2), "more": has - had}
        case Rolled(face):
            assert before.active is not None
            worths = [_brings(before, each) for each in board().die]
            luck = _brings(before, face) - sum(worths) / len(worths)
            facts = {"seat": before.active, "luck": round(luck, 2)}
        case Deal() | Gave():
            pass
        case _:
            return None
    return Insight(step, NATURE, "chance", name=msgspec.to_builtins(move)["type"], facts=facts)


def _hopes(s: State, drawn: tuple[str, ...]) -> tuple[int, float, int]:
    """The most that the hand could lay before a draw, after one on average, and after this one."""
    assert s.active is not None
    rows = field(s.options.table, s.laid)
    best: dict[int, int] = {}
    for row in rows.rows[: rows.used[1]]:
        best[row[NAME]] = max(best.get(row[NAME], 0), int(row[POINTS]))

    def most(cards: Sequence[str]) -> int:
        return max((best.get(NUMBER[card], 0) for card in cards), default=0)

    had = most(s.hands[s.active])
    by_chance = min(s.due, len(s.pile))
    # What lies under the pile comes in its order.
    sure = max(had, most(s.under[: s.due - by_chance]))
    scores = [max(sure, most((card,))) for card in s.pile]
    usual = float(sure)
    for points in range(sure + 1, max(scores, default=0) + 1):
        less = sum(score < points for score in scores)
        usual += 1 - comb(less, by_chance) / comb(len(scores), by_chance)
    return had, usual, max(had, most(drawn))


def _brings(s: State, face: str) -> float:
    """What a roll of the die is worth, in points."""
    if face in STARS:
        return 0.0 if getattr(s.stars, face) == s.active else STARS[face]
    return HELD * min(1 if face == "draw1" else 2, s.left)


def _outlook(step: int, s: State) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """How likely each seat is to win, and what it can expect to score."""
    if s.phase == "over":
        best = max(s.points)
        winners = sum(points == best for points in s.points)
        chances = tuple((points == best) / winners for points in s.points)
        return chances, tuple(map(float, s.points))
    chances, margins = forecast(s, Rng("forecast", step), FORECASTS)
    return tuple(round(n, 3) for n in chances), tuple(round(n, 1) for n in margins)
