"""Players at one match, until it is over. Whoever crashes, hangs or plays nonsense loses it."""

from collections.abc import Callable, Sequence
from math import ceil
from operator import itemgetter
from time import perf_counter
from typing import Any, NamedTuple

from msgspec import Struct

from inglenook.bots.find_player import find_player
from inglenook.bots.player import SECONDS, BotFault, BotPlayer, LevelPlayer, Player, plain
from inglenook.core.bot import Answer, Bot, Later
from inglenook.core.game import Abandon, Flag, Move, Refused, Resign, Undo
from inglenook.core.match import Match
from inglenook.core.registry import levels
from inglenook.core.units import PlayMs, Seat, Seq

MAX_ENTRIES = 10_000
"""Entries after which a game is abandoned: bots that will not win may play for ever."""
NOT_FOR_BOTS = (Undo, Abandon, Flag)
"""Moves of every game that are not for a bot: they would spare it a defeat."""


class Forfeit(Struct, frozen=True):
    """Why a player lost a game without being beaten.

    player  its name
    seat    where it sat
    code    `bot-crashed`, `bot-hangs`, `bad-answer`, `bad-move`, `no-move`, or why the rules
            refused its move
    detail  says more to people
    seq     the number of the entry that was due
    move    what it wanted to play, as plain data; None where there is nothing to show
    view    what it was shown, as plain data
    seed    that of the match
    """

    player: str
    seat: Seat
    code: str
    detail: str
    seq: Seq
    move: Any
    view: Any
    seed: str


def duel(
    match: Match,
    players: Sequence[str | Bot],
    *,
    seconds: float = SECONDS,
    on_forfeit: Callable[[Forfeit], None] | None = None,
) -> Match:
    """Play a match to its end, one player a seat; the match that is given stays as it is.

    A player is a level, the name of a bot of your own (docs/bots.md), or a bot as an object, which
    plays in this process: nothing stops one that hangs. `seconds` are those of such bots for a
    move. Where the match has a time control, thinking takes its time. A bot that crashes, hangs or
    answers no legal move has resigned, and `on_forfeit` is told why; among more than two, the
    weakest level plays on in its seat. Refused `bad-seats`, and as `find_player` does.
    """
    if len(players) != match.seats:
        detail = f"{len(players)} players for {match.seats} seats"
        raise Refused("bad-seats", detail=detail)
    played = match.copy()
    seated: list[Player] = []
    try:
        for player in players:
            if isinstance(player, str):
                seated.append(find_player(match.game, player, seconds=seconds))
            else:
                seated.append(BotPlayer(match.game, player, seconds))
        for forfeit in play_out(played, seated):
            if on_forfeit:
                on_forfeit(forfeit)
    finally:
        for open_one in seated:
            open_one.close()
    return played


def play_out(match: Match, players: Sequence[Player]) -> list[Forfeit]:
    """Play a match to its end, and say who lost it without being beaten."""
    seated, forfeits = list(players), list[Forfeit]()
    match.wait()
    while match.outcome() is None:
        gone = take_step(match, seated, match.seed)
        left = set(range(match.seats)) - set(match.position.resigned)
        if len(match.log) >= MAX_ENTRIES or (
            left == {each.seat for each in gone} and len(left) > 1
        ):
            # It has no end, or all are to blame for that: nobody wins.
            match.submit(0, Abandon(), match.last_t)
        for forfeit in gone:
            first = match.submit(forfeit.seat, Resign(), match.last_t) != "already-resigned"
            forfeits += [forfeit] if first else []
            seated[forfeit.seat] = _stand_in(match, first)
    return forfeits


def take_step(match: Match, players: Sequence[Player], seed: str) -> tuple[Forfeit, ...]:
    """The next thing that happens: the move of the first player, or NATURE's if due earlier.

    Nothing has happened if somebody forfeits the game; several do where nobody wants to move.
    """
    plans = list[_Plan]()
    for seat in sorted(match.to_move()):
        try:
            plan = _asked(match, players[seat], seat, seed)
        except BotFault as e:
            return (_forfeit(match, players, seat, e.code, e.detail, e.said),)
        if plan:
            plans.append(plan)
    due = match.next_nature()
    for plan in sorted(plans, key=itemgetter(0)):
        if due is not None and due <= plan.t:
            break
        if isinstance(plan.move, NOT_FOR_BOTS):
            code: str | None = "not-yours"
        else:
            code = match.submit(plan.seat, plan.move, plan.t)
        if code is None:
            return ()
        if code != "too-late":  # in time by its own clock, and nobody is punished for that
            detail = match.game.explain(match.state, plan.seat, plan.move)
            return (_forfeit(match, players, plan.seat, code, detail, plain(plan.move)),)
    if due is not None:
        match.advance(due)
        return ()
    return _silent(match, players)


class _Plan(NamedTuple):
    t: PlayMs
    seat: Seat
    move: Move


def _asked(match: Match, player: Player, seat: Seat, seed: str) -> _Plan | None:
    """What a player wants to do and when; None: nothing for now. BotFault."""
    times = match.position.times
    left = times.left[seat] if times else None
    view, began = match.view(seat), perf_counter()
    answer = player.answer(view, seat, seed, len(match.log), left)
    if answer is None:
        return None
    ms = ceil(1000 * (perf_counter() - began)) if times else 0
    if isinstance(answer, Later):
        return _Plan(match.last_t + max(ms, answer.ms), seat, answer.move)
    return _Plan(match.last_t + ms, seat, answer)


def _silent(match: Match, players: Sequence[Player]) -> tuple[Forfeit, ...]:
    """Nobody wants to move, and NATURE will not. Levels go on by themselves: others must go."""
    seats = match.to_move()
    stand_ins = seats & set(match.position.resigned)
    others = {seat for seat in seats if not isinstance(players[seat], LevelPlayer)}
    return tuple(
        _forfeit(match, players, seat, "no-move", "it did not move, and nobody else could", None)
        for seat in sorted(stand_ins or others or seats)
    )


def _forfeit(
    match: Match, players: Sequence[Player], seat: Seat, code: str, detail: str, move: Any
) -> Forfeit:
    view = plain(match.view(seat))
    seq, seed = len(match.log), match.seed
    return Forfeit(players[seat].name, seat, code, detail, seq, move, view, seed)


def _stand_in(match: Match, first: bool) -> Player:
    """Who plays on in a seat that was given up, for the others to finish their game."""
    known = levels(match.game) if first else ()
    return LevelPlayer(match.game, known[0].name) if known else _Sampler(match)


class _Sampler:
    """Plays whatever is legal. See `Player`."""

    name = "chance"

    def __init__(self, match: Match) -> None:
        self._match = match

    def answer(self, _view: Any, seat: Seat, *_: Any) -> Answer:
        try:
            move: Move = self._match.sample(seat)
        except Refused:
            return None  # it has to wait
        return move

    def close(self) -> None:
        pass


def step(match: Match, levels: Sequence[str], seed: str) -> None:
    """The next thing that happens between levels that play by the rules.

    AssertionError if one of them does not, which is a fault of ours.
    """
    players = [LevelPlayer(match.game, name) for name in levels]
    if gone := take_step(match, players, seed):
        raise AssertionError(f"{gone[0].player}: {gone[0].code} {gone[0].move}\n{gone[0].view}")
