"""What history keeps of a game that is over, from its logs alone."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from inglenook.core.game import NATURE, Flag, Outcome, Resign, Undo
from inglenook.core.summary import Keepsakes
from inglenook.core.units import Seat, Seq, WallMs
from inglenook.server.guest_ids import is_bot
from inglenook.server.ratings import counting
from inglenook.server.ratings.counting import Rated
from inglenook.server.ratings.finished_rows import FinishedGame, ResultRow
from inglenook.server.ratings.rating import is_anchored
from inglenook.server.table.events import NOBODY, BotSat, Sat
from inglenook.server.table.state import TableState, played_states

Who = Sat | BotSat | None


def finished_game(state: TableState, at: WallMs) -> FinishedGame | None:
    """What a game came to that ended then; None if it is not over, a study, or nobody's here."""
    outcome = state.match.outcome()
    began, ended = seats_at_start(state), state.seating.seats
    people = [who for who in (*began, *ended) if isinstance(who, Sat) and who.guest != NOBODY]
    if outcome is None or state.seating.study or not people:
        return None
    keepsakes = state.match.game.keepsakes(played_states(state.match))
    scale = scale_of(state)
    rated = _rated(state, began, outcome, scale)
    return FinishedGame(
        table=state.row.id,
        game=state.row.game,
        scale=scale,
        rated=rated,
        reason=outcome.reason,
        at=at,
        moves=sum(state.match.log[seq].seat != NATURE for seq in state.match.line()),
        outcome=outcome,
        results=tuple(_results(state, began, outcome, keepsakes.tower, rated > 0)),
        said=_said(began, keepsakes),
    )


def scale_of(state: TableState) -> str | None:
    game = state.match.game
    return game.scale(state.row.seats, game.decode_options(state.row.options))


def seats_at_start(state: TableState) -> tuple[Who, ...]:
    """Who sat where when the first move was made: those whose game it is."""
    log, out = state.match.log, state.match.position.resigned
    first = next((entry.seq for entry in log if entry.seat != NATURE), len(log))
    seats = list(state.seating.seats)
    for change in reversed(state.changes):
        # Who plays on for somebody who gave up at once came in the same moment.
        at_once = change.after == first - 1 and change.seat in out and change.before is not None
        if change.after >= first or at_once:
            seats[change.seat] = change.before
    return tuple(seats)


def _rated(state: TableState, began: tuple[Who, ...], outcome: Outcome, scale: str | None) -> Rated:
    """Whether the game counts, as far as one table's logs tell: the rest is up to the fold."""
    if scale is None or not _can_be_rated(state, began, outcome, scale):
        return Rated.NO
    return counting.of_game(
        _moves_made(state),
        (who.guest for who in began if isinstance(who, Sat)),
        state.seating.one_address,
        real_time=state.match.game.real_time,
    )


def _moves_made(state: TableState) -> list[int]:
    """How many moves each seat made before it gave up or its flag fell."""
    made, out = [0] * state.row.seats, set[Seat]()
    for seq in state.match.line():
        entry = state.match.log[seq]
        match entry.move:
            case Flag(seat):
                out.add(seat)
            case Resign():
                out.add(entry.seat)
            case _ if entry.seat != NATURE and entry.seat not in out:
                made[entry.seat] += 1
    return made


def _can_be_rated(state: TableState, began: tuple[Who, ...], outcome: Outcome, scale: str) -> bool:
    people = [who.guest for who in began if isinstance(who, Sat)]
    return (
        state.seating.rated
        and bool(outcome.winners)
        and None not in began
        and len(set(people)) == len(people) > 0
        and not any(map(is_bot, people))
        and all(is_anchored(scale, who.level) for who in began if isinstance(who, BotSat))
        and not any(isinstance(entry.move, Undo) for entry in state.match.log)
    )


def _results(
    state: TableState, began: tuple[Who, ...], outcome: Outcome, tower: int, rated: bool
) -> Iterator[ResultRow]:
    gone, exits = state.match.position.resigned, _exits(state, began)
    met: set[str] = set()
    people = Counter(who.guest for who in began if isinstance(who, Sat))
    for seat, (first, last) in enumerate(zip(began, state.seating.seats, strict=True)):
        place, score = _place(outcome, seat), outcome.scores[seat]
        if first is not None:
            who, won = first, _won(outcome, seat)
            if seat in exits:
                # Among friends, someone whose phone has died has not lost.
                won = -1 if rated or seat in gone else 0
            if isinstance(first, Sat) and people[first.guest] > 1:
                # Of several at one screen nobody knows who is who: it is one game of one guest.
                who, won = replace(first, guest="" if first.guest in met else first.guest), 0
                met.add(first.guest)
            yield _row(seat, who, place, score, won, exits.get(seat, 0), False, tower)
        if isinstance(last, Sat) and not _same(first, last):
            yield _row(seat, last, place, score, _won(outcome, seat), 0, True, tower)


def _exits(state: TableState, began: tuple[Who, ...]) -> dict[Seat, int]:
    """The seats whose player did not stay to the end: 1 for the last to go, 2 for the one before.

    A player goes by resigning, by running out of time, or by leaving without coming back.
    """
    log, resigned = state.match.log, state.match.position.resigned
    went: dict[Seat, Seq] = {}
    for change in state.changes:
        stayed = _same(began[change.seat], state.seating.seats[change.seat])
        if not stayed and _same(began[change.seat], change.before):
            went[change.seat] = change.after
    for entry in log:
        seat = entry.move.seat if isinstance(entry.move, Flag) else entry.seat
        if seat in resigned and isinstance(entry.move, Resign | Flag):
            went[seat] = min(went.get(seat, entry.seq), entry.seq)
    order = sorted(went, key=lambda seat: went[seat], reverse=True)
    return {seat: place for place, seat in enumerate(order, 1)}


def _row(
    seat: Seat,
    who: Sat | BotSat,
    place: int,
    score: int,
    won: int,
    gone: int,
    late: bool,
    tower: int,
) -> ResultRow:
    person = isinstance(who, Sat)
    name = who.name if isinstance(who, Sat) else ""
    return ResultRow(
        seat=seat,
        guest=who.guest if isinstance(who, Sat) else "",
        level="" if isinstance(who, Sat) else who.level,
        name=name,
        name_key=name.casefold(),
        place=place,
        score=score,
        won=won,
        gone=gone,
        late=int(late),
        tower=tower if person else 0,
    )


def _same(a: Who, b: Who) -> bool:
    """Whether the same person, or a bot as strong, sits there."""
    match a, b:
        case Sat(guest=one), Sat(guest=other):
            return one == other
        case BotSat(level=one), BotSat(level=other):
            return one == other
        case _:
            return a is b


def _place(outcome: Outcome, seat: Seat) -> int:
    """From 1; winners come first, the others by their scores."""

    def key(seat: Seat) -> tuple[bool, int]:
        return seat not in outcome.winners, -outcome.scores[seat]

    return 1 + sum(key(other) < key(seat) for other in range(len(outcome.scores)))


def _won(outcome: Outcome, seat: Seat) -> int:
    if outcome.winners == (seat,):
        return 1
    alone = len(outcome.scores) == 1
    return 0 if seat in outcome.winners or (not outcome.winners and not alone) else -1


def _said(began: tuple[Who, ...], keepsakes: Keepsakes) -> tuple[tuple[str, str, int], ...]:
    times = Counter(
        (who.guest, word)
        for who, words in zip(began, keepsakes.words, strict=False)
        if isinstance(who, Sat) and who.guest != NOBODY
        for word in words
    )
    return tuple((guest, word, count) for (guest, word), count in times.items())
