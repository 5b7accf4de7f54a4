"""From a view to moves, and what each of them is worth."""

from functools import cache
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from inglenook.core.game import Move, Rng
from inglenook.core.units import Seat
from inglenook.games.conex.bot.field import GROUND, ON, POINTS, Field, blank, field, tables
from inglenook.games.conex.bot.judge import (
    Taste,
    judge_draw,
    judge_give,
    judge_lay,
    judge_strike,
    outlook,
)
from inglenook.games.conex.bot.mind import mind
from inglenook.games.conex.bot.mindful import Thought, blank_thought
from inglenook.games.conex.bot.playout import (
    ACTIVE,
    DOUBLE,
    FIRST,
    GOAL,
    LAID,
    LIGHTNING,
    MAX_TURNS,
    NOBODY,
    SEATS,
    TAIL,
    TURN_NO,
    Game,
    Way,
    blank_game,
)
from inglenook.games.conex.bot.search import (
    DOUBLE_LAY,
    DRAW,
    END,
    GIVE,
    LAY,
    PASS,
    STRIKE,
    Bench,
    Floats,
    Root,
    score,
    search,
)
from inglenook.games.conex.bot.sight import MINDS, Sight, blank_sight
from inglenook.games.conex.bot.trials import Head, first_sight, search_trials
from inglenook.games.conex.bot.whole import search_whole
from inglenook.games.conex.cards import deck
from inglenook.games.conex.geometry.lays import NUMBER
from inglenook.games.conex.geometry.placing import ORIGIN, Pose, pose
from inglenook.games.conex.rules import Conex
from inglenook.games.conex.rules.moves import Draw, End, Give, Lay, Lightning, Pass
from inglenook.games.conex.rules.state import Alone, State
from inglenook.games.conex.rules.view import Slide, View
from inglenook.shared.compiled import stopped_after

CONEX = Conex()
QUICK = Way(enough=3.4, short=0.3, die=0.6, plus=0.9, double=2.5, chance=0.3, spare=0.0)
"""How everyone plays in short playouts."""
THRIFTY = QUICK._replace(spare=1.0)
"""How everyone plays in games to their end: who has enough cards for it draws no more."""
BRISK = THRIFTY._replace(enough=3.0, die=0.9)
"""The same among four, whose games are short."""
NEVER = 10_000
"""A goal that nobody reaches."""
WIDEST = 8
"""The most moves that playouts are spent on."""
STRIKES = 3
"""And the most strikes, where there are other moves."""


class Option(NamedTuple):
    """A move, as the game has it and as the search has it, and its worth by judgement."""

    move: Move
    kind: int
    which: int
    judged: float


class Weighed(NamedTuple):
    move: Move
    worth: float
    """In points."""


@cache
def _room() -> tuple[Field, Field, Bench]:
    """Where one search at a time works."""
    return blank(), blank(), Bench(blank(), blank_game(len(deck())), np.zeros(1, np.bool_))


@cache
def _thoughts() -> tuple[Sight, Thought]:
    """The same for trials."""
    return blank_sight(), blank_thought()


def lays(view: View, also: Move | None = None) -> list[tuple[Lay, tuple[int, ...]]]:
    """The lays to consider (of slides, both ends and the middle), with their rows on a `Field`.

    also  a lay that is wanted among them, wherever it slides to
    """
    slots = {card.card: slot for slot, card in enumerate(view.laid)}
    found: list[tuple[Lay, tuple[int, ...]]] = []
    for fixed in view.legal.fixed:
        on = slots.get(fixed.target, GROUND)
        row = (NUMBER[fixed.card], fixed.x, fixed.y, fixed.d, fixed.points, on)
        found.append((Lay(fixed.card, fixed.corner, fixed.target, fixed.spot), row))
    for slide in view.legal.slides:
        on = slots.get(slide.target, GROUND)
        below = view.laid[on] if on != GROUND else ORIGIN
        places = {slide.start, (slide.start + slide.to) // 2, slide.to}
        if isinstance(also, Lay) and _slides_to(slide, also):
            places.add(also.slide)
        for place in sorted(places):
            lay = Lay(slide.card, slide.corner, slide.target, slide.spot, place)
            at = pose(
                lay.card, lay.corner, lay.target, Pose(below.x, below.y, below.d), lay.spot, place
            )
            found.append((lay, (NUMBER[lay.card], *at, slide.points, on)))
    return found


def _slides_to(slide: Slide, lay: Lay) -> bool:
    way = (slide.card, slide.corner, slide.target, slide.spot)
    there = (lay.card, lay.corner, lay.target, lay.spot)
    return way == there and slide.start <= lay.slide <= slide.to


def game_of(s: State, rng: Rng) -> Game:
    """A state at a moment when a seat is to move, as a game of playouts."""
    g = blank_game(len(deck()))
    for seat, hand in enumerate(s.hands):
        g.held[seat] = len(hand)
        for name in hand:
            g.where[NUMBER[name]] = seat
    for card in s.laid:
        g.where[NUMBER[card.card]], g.away[NUMBER[card.card]] = LAID, True
    pile = [*s.pile, *s.under, *(gift.card for gift in s.gifts)]
    g.pile[: len(pile)] = [NUMBER[card] for card in pile]
    g.points[: s.seats] = s.points
    assert s.active is not None
    assert s.first is not None
    turn, goal = 1, s.goal
    if isinstance(s, Alone):
        # Turns are counted, and only in the last one points alone matter.
        turn, goal = MAX_TURNS + 1 - s.turns_left, 0 if s.last_round else NEVER
    g.now[[TURN_NO, ACTIVE, FIRST]] = turn, s.active, s.first
    g.now[[SEATS, GOAL, TAIL]] = s.seats, goal, len(pile)
    for star, name in ((DOUBLE, "star2x"), (LIGHTNING, "lightning")):
        holder = getattr(s.stars, name)
        g.stars[star] = NOBODY if holder is None else holder
        g.since[star] = turn if name in s.fresh else turn - 1
    g.rng[0] = rng.bits() | 1
    return g


def position(
    view: View, seat: Seat, taste: Taste, rng: Rng, also: Move | None = None
) -> tuple[Root, list[Option]]:
    """All that a seat may do in a position, best first by judgement, and the position itself."""
    t, (to, spare, _) = tables(), _room()
    f = field(view.options.table, view.laid)
    g = game_of(CONEX.determinize(view, rng), rng)
    last = view.last_round
    found: list[Option] = []
    rows: list[tuple[int, ...]] = []
    if "lay" in view.may:
        for lay, row in lays(view, also):
            worth = judge_lay(t, f, g, seat, np.array(row), False, taste, to)
            found.append(Option(lay, LAY, len(rows), worth))
            if "double" in view.may:
                worth += row[POINTS] - (0 if last else taste.star)
                found.append(Option(replace(lay, double=True), DOUBLE_LAY, len(rows), worth))
            rows.append(row)
    if "draw" in view.may:
        found.append(Option(Draw(), DRAW, 0, judge_draw(f, g, seat, taste)))
    if "pass" in view.may:
        found.append(Option(Pass(), PASS, 0, outlook(f, g, seat, -1, taste)))
    if "end" in view.may:
        found.append(Option(End(), END, 0, outlook(f, g, seat, -1, taste)))
    if "lightning" in view.may:
        for slot, card in enumerate(view.laid):
            if card.card in view.free:
                worth = judge_strike(t, f, g, seat, slot, view.played, taste, to, spare)
                found.append(Option(Lightning(card.card), STRIKE, slot, worth))
    if "give" in view.may:
        for name in view.hand:
            worth = judge_give(t, f, NUMBER[name], taste)
            found.append(Option(Give(name), GIVE, NUMBER[name], worth))
    # Among equals chance decides.
    found = sorted(rng.shuffled(found), key=lambda option: -option.judged)
    root = Root(
        f=f,
        g=g,
        seat=seat,
        played=view.played,
        rows=np.array(rows, np.int64).reshape(-1, ON + 1),
        moves=np.array([(option.kind, option.which) for option in found]),
        judged=np.array([option.judged for option in found]),
    )
    return root, found


def weigh(view: View, seat: Seat, taste: Taste, rng: Rng) -> list[Weighed]:
    """All moves, best first, by judgement only."""
    _, found = position(view, seat, taste, rng)
    return [Weighed(option.move, option.judged) for option in found]


def ponder(
    view: View,
    seat: Seat,
    taste: Taste,
    rng: Rng,
    playouts: int,
    seconds: float,
    also: Move | None = None,
) -> list[Weighed]:
    """The best moves, best first: by judgement, and by playouts until their number or time is up.

    A move that was given up early comes after all that were tried more often.

    also  a move that is to be among them
    """
    *_, bench = _room()
    with stopped_after(seconds, bench.stop):
        root, found = position(view, seat, taste, rng, also)
        found = _shortlist(found, also)
        few = _among(root, found)
        # What a card given away might have come to is further ahead than playouts look.
        open_question = len(found) > 1 and "give" not in view.may
        tried = search(tables(), few, QUICK, playouts if open_question else 0, bench)
    worth = score(few, tried)
    # Stopped in the middle of a round, some have been tried once more than others.
    rank = sorted(range(len(worth)), key=lambda move: (-(tried.times[move] // 2), -worth[move]))
    return [Weighed(found[move].move, float(worth[move])) for move in rank]


def foresee(view: View, seat: Seat, taste: Taste, rng: Rng, trials: int, seconds: float) -> Move:
    """The best move: by what a network says and by trials, until their number or time is up.

    Where there is no network (alone and with four): by judgement, and by games played to their end.
    """
    *_, bench = _room()
    with stopped_after(seconds, bench.stop):
        root, found = position(view, seat, taste, rng)
        if "give" in view.may:
            return found[0].move
        if view.seats in MINDS:
            head = Head(mind(view.seats), taste, *_thoughts())
            few = _promising(found, first_sight(tables(), root, head))
            best = search_trials(tables(), _among(root, few), head, THRIFTY, trials, bench)
        else:
            few = _ways(found)
            way = BRISK if view.seats == 4 else THRIFTY
            best = search_whole(tables(), _among(root, few), way, trials, bench)
    return few[best].move


def _ways(ranked: list[Option]) -> list[Option]:
    """The first lays, of a slide only the first place; and drawing, which is always a choice."""
    ways: dict[Move, Option] = {}
    for option in ranked:
        move = option.move
        ways.setdefault(replace(move, slide=0) if isinstance(move, Lay) else move, option)
    few = [*ways.values()]
    return few[:WIDEST] + [option for option in few[WIDEST:] if option.kind == DRAW]


def _promising(found: list[Option], seen: Floats) -> list[Option]:
    """The moves that trials are spent on, best first by what the network says of them.

    It knows nothing of strikes: of these, those come last that judgement likes best.
    """
    rank = sorted(range(len(found)), key=lambda move: -seen[move])
    known = _ways([found[move] for move in rank if seen[move] >= 0])
    strikes = [option for option in found if option.kind == STRIKE]
    others = [option for option in found if option.kind in (PASS, END)]
    return known + strikes[: STRIKES if known else WIDEST] + others


def _among(root: Root, found: list[Option]) -> Root:
    """A position in which only some of the moves are compared."""
    return root._replace(
        moves=np.array([(option.kind, option.which) for option in found]),
        judged=np.array([option.judged for option in found]),
    )


def _shortlist(found: list[Option], also: Move | None) -> list[Option]:
    few = found[:WIDEST]
    return few + [option for option in found[WIDEST:] if option.move == also]
