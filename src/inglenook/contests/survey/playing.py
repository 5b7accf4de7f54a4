"""The games of a survey, and the rows that they come to."""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from time import process_time
from typing import Any

import msgspec

from inglenook.bots.find_player import choose
from inglenook.coach import analyse
from inglenook.contests.survey.settings import RANDOM, Settings
from inglenook.core.bot import Later
from inglenook.core.game import NATURE, Move, Outcome, Refused
from inglenook.core.insight import Insight
from inglenook.core.match import Match
from inglenook.core.registry import part_of
from inglenook.core.units import PlayMs, Seat

Row = dict[str, Any]


def rows(settings: Settings, number: int) -> Iterator[Row]:
    """Play one game; a row for each of its entries."""
    players = settings.seated(number)
    seed = f"{settings.seed} {number}"
    match = Match(settings.game, settings.seats, settings.options, seed)
    thought: dict[int, float] = {}
    while not match.outcome():
        _step(match, players, thought)
    outcome = match.outcome()
    assert outcome
    won = {f"won_{seat}": share for seat, share in enumerate(shares(outcome, match.seats))}
    told = {i.step - 1: i for i in analyse(match.record())} if settings.coach else {}
    module, states = part_of(settings.game, "features"), match.history()
    for n, (entry, before, after) in enumerate(
        zip(match.log, states[:-1], states[1:], strict=True)
    ):
        row: Row = {
            "game": number,
            "move": n,
            "seat": entry.seat,
            "player": None if entry.seat == NATURE else players[entry.seat],
            "kind": msgspec.to_builtins(entry.move)["type"],
            "t": entry.t,
            "thought": thought.get(n),
            "last": n == len(match.log) - 1,
            "ending": outcome.reason if n == len(match.log) - 1 else None,
        }
        for seat, score in enumerate(match.game.scores(after)):
            row[f"score_{seat}"] = score
        row |= won
        if module:
            row |= msgspec.structs.asdict(module.features(before, entry, after))
        if settings.coach:
            row |= opinion(told.get(n), match.seats)
        yield row


def shares(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """Each seat's share of the win: all of it, a part where several won, or none."""
    winners = outcome.winners
    return tuple((seat in winners) / max(len(winners), 1) for seat in range(seats))


def opinion(insight: Insight | None, seats: int) -> Row:
    """What the coach says of an entry, as columns."""
    chances = insight.chances if insight else ()
    judged = insight is not None and insight.verdict != "chance"
    row: Row = {
        "verdict": insight.verdict if insight else None,
        "quality": insight.quality if insight and judged else None,
        "cost": insight.cost if insight and judged else None,
        "luck": insight.facts.get("luck") if insight else None,
    }
    for seat in range(seats):
        row[f"chance_{seat}"] = chances[seat] if chances else None
    return row


def _step(match: Match, players: Sequence[str], thought: dict[int, float]) -> None:
    """The next thing that happens: the move of whoever is first, or NATURE's if due earlier.

    Refused if a player fails, or makes a move that is not allowed.
    """
    plans: list[tuple[PlayMs, Seat, Move, float]] = []
    for seat in sorted(match.to_move()):
        begun = process_time()
        wish = _wish(match, players[seat], seat)
        spent = 1000 * (process_time() - begun)
        if isinstance(wish, Later):
            plans.append((match.last_t + wish.ms, seat, wish.move, spent))
        elif wish:
            plans.append((match.last_t, seat, wish, spent))
    first = min(plans, key=itemgetter(0), default=None)
    due = match.next_nature()
    if due is not None and (first is None or due <= first[0]):
        match.advance(due)
        return
    if first is None:
        raise AssertionError(f"nobody wants to move: {match.view()}")
    t, seat, move, spent = first
    before = len(match.log)
    if code := match.submit(seat, move, t):
        raise Refused(code, detail=f"{players[seat]} was refused {move}: {code}")
    # NATURE may have moved first, where something was due.
    thought[next(n for n in range(before, len(match.log)) if match.log[n].seat == seat)] = spent


def _wish(match: Match, player: str, seat: Seat) -> Move | Later | None:
    if player != RANDOM:
        return choose(match, player, seat)
    try:
        move: Move = match.sample(seat)
    except Refused:
        return None  # it has to wait
    return move
