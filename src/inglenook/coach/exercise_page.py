"""What there is to see of an exercise: plain functions that a process pool can run."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct

from inglenook.bots.find_player import advise, choose
from inglenook.coach.exercise_files import Kind, find_exercise
from inglenook.coach.exercises import Tried, answers, attempt
from inglenook.core.game import Entry, Game, Move, Outcome, Refused
from inglenook.core.match import Match
from inglenook.core.registry import levels
from inglenook.core.units import PlayMs, Seat

encode = msgspec.json.Encoder().encode
FURTHER = 3
"""The most moves that show what was wrong with one."""


class Line(Struct, frozen=True):
    """Entries as a seat may see them, what it sees after each, and how long people need for it."""

    entries: tuple[Raw, ...]
    views: tuple[Raw, ...]
    dwells: tuple[int, ...]


class Feedback(Struct, frozen=True):
    """What is said to a move."""

    say: str
    right: bool


class Page(Struct, frozen=True):
    """Where an exercise stands after some moves."""

    game: str
    seats: int
    seat: Seat
    options: dict[str, Any]
    to_move: tuple[Seat, ...]
    outcome: Outcome | None
    clock: PlayMs
    """ms of play at the last entry, on the clock that the views go by."""
    entries: tuple[Raw, ...]
    """Those since the exercise began, as the seat may see them."""
    views: tuple[Raw, ...]
    """One more than entries: the first is where the exercise began."""
    dwells: tuple[int, ...]
    preview: Raw
    """What each legal move of the seat would do, in the game's own form; null where it cannot say.
    """
    ask: int
    """The number of the ask that is open; as many as there are once all is done."""
    asks: tuple[str, ...]
    within: PlayMs | None
    """ms after the exercise began in which the open ask is to be done; None: there is no hurry."""
    reply: Feedback | None
    """What is said to the last move."""
    verdict: Raw
    """What is wrong with the place that was asked about, in the game's own form."""


class Solution(Struct, frozen=True):
    """What an exercise wants, and why another move is worse."""

    best: tuple[Raw, ...]
    """What is asked for after the moves, or was where the last of them was wrong.

    As the exercise says it; where it wants no move in particular, what a strong bot would play.
    """
    refutation: Line | None
    """How it would go on after a wrong last move."""


def page(
    game: str,
    kind: Kind,
    name: str,
    moves: Sequence[Tried],
    place: dict[str, Any] | None = None,
) -> Page:
    """An exercise after some moves, and what is wrong with a place where something is to be put.

    Refused `unknown-exercise`, and as `attempt` refuses.
    """
    exercise = find_exercise(game, kind, name)
    tried = attempt(exercise, tuple(moves))
    match, seat, rules = tried.match, exercise.seat, tried.match.game
    line = _line(match, tried.first, seat)
    return Page(
        game=game,
        seats=match.seats,
        seat=seat,
        options=match.options,
        to_move=tuple(sorted(match.to_move())),
        outcome=match.outcome(),
        clock=match.game_time(match.last_t),
        entries=line.entries,
        views=(_seen(rules, match.positions[tried.first].state, seat), *line.views),
        dwells=line.dwells,
        preview=Raw(encode(rules.preview(match.state, seat) if _may_move(match, seat) else None)),
        ask=tried.ask,
        asks=tuple(ask.name for ask in exercise.asks),
        within=next((ask.within for ask in exercise.asks[tried.ask :]), None),
        reply=Feedback(tried.reply.say, tried.reply.right) if tried.reply else None,
        verdict=Raw(encode(_verdict(match, seat, place))),
    )


def solution(game: str, kind: Kind, name: str, moves: Sequence[Tried]) -> Solution:
    """What was to be done, and what follows where the last of these moves was wrong.

    Refused as `page` refuses.
    """
    exercise = find_exercise(game, kind, name)
    tried, seat = attempt(exercise, tuple(moves)), exercise.seat
    if tried.ask == len(exercise.asks):
        return Solution((), None)
    wrong = tried.reply is not None and not tried.reply.right
    before = tried.before if wrong else tried.match
    best = answers(before, seat, exercise.asks[tried.ask]) or _advised(before, seat)
    return Solution(
        best=tuple(Raw(encode(move)) for move in best),
        refutation=_refutation(tried.match, seat) if wrong else None,
    )


def _refutation(match: Match, seat: Seat) -> Line | None:
    """How it goes on after a wrong move, by the strongest level; None where that shows nothing.

    Whoever is next answers. Where that is the seat itself, it makes the best of it: until that has
    brought what points there were, or somebody else has answered. There may be nobody who has an
    answer, or no bots.
    """
    known, first, scores = levels(match.game.name), len(match.log), match.scores()
    for _ in range(FURTHER):
        if not known or match.outcome():
            break
        mine = match.to_move() == {seat}
        if seat in match.to_move() and not mine:
            break
        answer = choose(match, known[-1].name)
        if answer is None:
            break
        match.play(answer)
        if not mine or match.scores() != scores:
            break
    return _line(match, first, seat) if len(match.log) > first else None


def _line(match: Match, first: int, seat: Seat) -> Line:
    """The entries of a match from `first` on, with what follows from them."""
    rules, entries = match.game, match.log[first:]
    return Line(
        entries=tuple(
            Raw(encode(Entry(e.seq, e.t, e.seat, rules.hide(e, seat), e.lag))) for e in entries
        ),
        views=tuple(_seen(rules, p.state, seat) for p in match.positions[first + 1 :]),
        dwells=tuple(map(rules.dwell, entries)),
    )


def _seen(rules: Game, state: Any, seat: Seat) -> Raw:
    return Raw(encode(rules.view(state, seat)))


def _may_move(match: Match, seat: Seat) -> bool:
    return seat in match.to_move()


def _verdict(match: Match, seat: Seat, place: dict[str, Any] | None) -> Struct | None:
    if place is None:
        return None
    return match.game.judge(match.state, seat, match.game.decode_place(place))


def _advised(match: Match, seat: Seat) -> tuple[Move, ...]:
    try:
        return tuple(advice.move for advice in advise(match, seat))
    except Refused:  # there is nobody to ask
        return ()
