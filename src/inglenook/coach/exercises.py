"""Exercises: a position, what is asked of whoever sits there, and what is said to their moves.

Lessons and puzzles are made of them. They are data beside the rules of a game, `lessons.json` and
`puzzles.json`; texts are the screen's.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from inglenook.core.game import Move, Refused
from inglenook.core.match import Match, replay
from inglenook.core.record_io import loads
from inglenook.core.units import PlayMs, Seat


class Reply(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said to a move, and whether it was the one asked for.

    move   the fields that the move must have for this reply; {} fits every move
    gains  and the points that it must bring its seat, at least
    say    the code of what is said
    right  whether it was what was asked for
    """

    say: str
    move: dict[str, Any] = {}
    gains: int | None = None
    right: bool = False


class Ask(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing asked.

    name     the code of the question's text
    replies  what may be said; the first that fits is said
    after    ms of play that pass after a move before it is judged, for what waits for its time
    within   ms after the exercise began in which it is to be done; None: there is no hurry
    then     what the others play after the right move, as (seat, move)
    """

    name: str
    replies: tuple[Reply, ...]
    after: PlayMs = 0
    within: PlayMs | None = None
    then: tuple[tuple[Seat, dict[str, Any]], ...] = ()


class Exercise(Struct, frozen=True, forbid_unknown_fields=True):
    """A position with something to do.

    name    it is found by that, within its game and kind
    record  the JSON of the record that led to the position; the game is not over
    seat    whose part it is
    asks    what is asked, one after the other
    """

    name: str
    record: msgspec.Raw
    seat: Seat
    asks: tuple[Ask, ...]


class FirstGame(Struct, frozen=True, forbid_unknown_fields=True):
    """The small real game at the end of a lesson, against bots of a level."""

    seats: int
    level: str
    options: dict[str, Any] = {}


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """`lessons.json`: what a newcomer does, step by step, and the game that follows."""

    steps: tuple[Exercise, ...]
    game: FirstGame


class Puzzle(Exercise, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An exercise with one clearly best answer, found in games of bots.

    rating  how hard it is
    margin  how much better the best answer is than the second, in the points of the game
    engine  what found it, and its version
    """

    rating: int
    margin: float
    engine: str


class Tried(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that somebody tries, and when: ms after the exercise began."""

    move: dict[str, Any]
    t: PlayMs = 0


class Attempt(Struct, frozen=True):
    """Where an exercise stands after some moves.

    match   the match, with the last move played
    before  the match before that move
    first   how many entries had led to where the exercise began
    ask     the number of the ask that is open; as many as there are once all is done
    reply   what is said to the last move; None where none was tried
    """

    match: Match
    before: Match
    first: int
    ask: int
    reply: Reply | None


def attempt(exercise: Exercise, moves: tuple[Tried, ...]) -> Attempt:
    """Try moves one after the other: all but the last must be what was asked for.

    Refused as the rules refuse a move, `too-late` after the time that an ask gives, and
    `bad-attempt` where a move follows a wrong one.
    """
    match = before = begin(exercise)
    first, start, ask, reply = len(match.log), match.last_t, 0, None
    for tried in moves:
        if (reply and not reply.right) or ask == len(exercise.asks):
            raise Refused("bad-attempt", detail="the exercise does not go on after that")
        within = exercise.asks[ask].within
        if within is not None and tried.t > within:
            raise Refused("too-late")
        if tried.move.get("type") in ("resign", "undo"):
            raise Refused("bad-attempt", detail="an exercise is tried, or left")
        t = max(start + tried.t, match.last_t)
        before = match.copy()
        reply = _play(match, exercise.seat, exercise.asks[ask], tried.move, t)
        if reply.right:
            for seat, move in exercise.asks[ask].then:
                match.play(move, seat, match.last_t)
            ask += 1
    return Attempt(match, before, first, ask, reply)


def begin(exercise: Exercise) -> Match:
    """The match as it stands when the exercise begins; somebody watches it."""
    match = replay(loads(bytes(exercise.record)))
    match.films = True
    return match


def meant(match: Match, seat: Seat, ask: Ask, reply: Reply) -> dict[str, Any] | None:
    """A move that gets a reply, as plain data; None where the reply is to none in particular.

    What the reply leaves open is as in a legal move of the seat; Refused `bad-move` if there is
    none that gets it.
    """
    if not reply.move:
        return None
    refused = None
    for move in fitting(match, seat, reply):
        try:
            if _play(match.copy(), seat, ask, move, match.last_t) is reply:
                return move
        except Refused as e:
            refused = refused or e
    said = f"no move with {reply.move} is answered with {reply.say}"
    raise refused or Refused("bad-move", detail=said)


def answers(match: Match, seat: Seat, ask: Ask) -> list[dict[str, Any]]:
    """The moves that are asked for, as plain data: all that replies say in full, else some one.

    None where no reply says anything of the move. Refused `bad-move` where one is not got.
    """
    right = [reply for reply in ask.replies if reply.right and reply.move]
    full = [reply for reply in right if is_full(match, reply)]
    found = (meant(match, seat, ask, reply) for reply in full or right[:1])
    return [move for move in found if move]


def is_full(match: Match, reply: Reply) -> bool:
    """Whether a reply says all of a move."""
    try:
        match.game.decode_move(reply.move)
    except msgspec.ValidationError:
        return False
    return True


def fitting(match: Match, seat: Seat, reply: Reply) -> Iterator[dict[str, Any]]:
    """The moves that have a reply's fields, though another reply may be theirs.

    The move as the reply has it, then legal ones: what it leaves open may have no default, or one
    that is not allowed here.
    """
    with suppress(msgspec.ValidationError):
        yield msgspec.to_builtins(match.game.decode_move(reply.move))
    try:
        legal = map(msgspec.to_builtins, match.legal(seat))
    except Refused:
        return
    yield from (move for move in legal if _fits(move, reply))


def _play(match: Match, seat: Seat, ask: Ask, move: dict[str, Any], t: PlayMs) -> Reply:
    """Play a move, and let the time of its ask pass: what is said to it."""
    before = match.scores()[seat]
    match.play(move, seat, t)
    match.advance(match.last_t + ask.after)
    return _said(ask, match.game.decode_move(move), match.scores()[seat] - before)


def _fits(move: dict[str, Any], reply: Reply) -> bool:
    return all(move.get(name) == value for name, value in reply.move.items())


def _said(ask: Ask, move: Move, gained: int) -> Reply:
    plain = msgspec.to_builtins(move)
    for reply in ask.replies:
        if _fits(plain, reply) and (reply.gains is None or gained >= reply.gains):
            return reply
    raise Refused("bad-attempt", detail=f"nothing is said to that: {ask.name}")
