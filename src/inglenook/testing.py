"""The laws that every game keeps, for checking any game: ours or somebody else's.

from inglenook.testing import check_game

def test_the_laws():
    check_game("nim")
"""

from collections.abc import Callable, Iterator
from copy import copy
from functools import cache, lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from inglenook.coach import played
from inglenook.core.bot import Later
from inglenook.core.daily import DailyBoard
from inglenook.core.game import (
    MAX_LAG,
    NATURE,
    Entry,
    Game,
    Move,
    Outcome,
    Refused,
    Resign,
    Rng,
    Undo,
)
from inglenook.core.game_checks import broken_fact
from inglenook.core.insight import Insight
from inglenook.core.match import Match, replay
from inglenook.core.record import Record
from inglenook.core.record_io import dumps, loads, rerun_by
from inglenook.core.registry import find_bot, find_game, is_on_shelf, levels
from inglenook.core.summary import Keepsakes, Summary
from inglenook.core.units import Seat

__all__ = ["LAWS", "Law", "check_game", "check_law", "random_match"]

MAX_ENTRIES = 2000
"""Entries after which a game played by samples is taken for one that does not end."""
LONGEST_DWELL = 30_000
MATCHES = 6
SLOW_MATCHES = 2
"""Matches a law is checked with, where NATURE takes long."""
UNDONE = range(4, 150)
"""The lengths of a log at which something is undone: a long game would never end otherwise."""
THOUGHTS = 3
"""Positions of a match in which one of the levels is asked for a move."""
INSIGHTS = 3
"""Steps of a match that are analysed."""
ASKED = 4
"""Positions of a match in which a game is asked what else it can tell."""
LISTED = 12
"""Legal moves of a position that are tried: some games list thousands."""


class _Broken(Exception):
    """What a game did that its law forbids."""


Law = Callable[[Game, int, str], None]
"""Raises if the game breaks it; for a number of seats and a seed. Its docstring is the law."""


def check_game(game: str | Game, *, matches: int | None = None) -> None:
    """Check a game against all laws, for every number of seats and with its extreme options.

    Refused `breaks-law` at the first law it breaks, with the names of both. `matches` is how many
    are played for each law and number of seats.
    """
    found = find_game(game) if isinstance(game, str) else game
    # Before all others: what is checked for every number of seats must be able to ask for them.
    if fault := broken_fact(found):
        name = getattr(found, "name", type(found).__name__)
        raise Refused("breaks-law", detail=f"{name}: {_said(says_what_it_is)} ({fault})")
    for seats in found.seats:
        for law in LAWS:
            check_law(found, law, seats, matches=matches)


def check_law(game: Game, law: Law, seats: int, *, matches: int | None = None) -> None:
    """Check a game against one law; Refused `breaks-law` if it breaks it."""
    if matches is None:
        matches = SLOW_MATCHES if _is_slow(game) else MATCHES
    for n in range(matches):
        try:
            law(game, seats, f"law {n}")
        except Exception as e:  # a game may fail in any way, and each is a law it breaks
            if isinstance(e, Refused) and e.code == "missing-extra":
                raise
            what = str(e) if isinstance(e, _Broken) else f"{type(e).__name__}: {e}"
            detail = f"{game.name}, {seats} seats: {_said(law)} ({what})"
            raise Refused("breaks-law", detail=detail) from e


def _said(law: Law) -> str:
    return (law.__doc__ or law.__name__).strip().splitlines()[0].rstrip(".")


class _Watched(Match[Any, Any, Any]):
    """A match that looks at what NATURE does, as every other takes it on trust."""

    def _nature(self) -> Move:
        _require(len(self.log) < MAX_ENTRIES, f"no end after {MAX_ENTRIES} entries")
        move = super()._nature()
        code = self.check(Entry(len(self.log), self.next_nature() or 0, NATURE, move))
        _require(code is None, f"NATURE's move was refused: {code}, {move}")
        return move


def random_match(game: Game, seats: int, seed: str) -> Match:
    """A match played to its end by samples, with an undo or a resignation now and then."""
    return copy(_random_match(game, seats, seed))


# Law after law looks at the same matches.
@lru_cache(maxsize=2 * MATCHES)
def _random_match(game: Game, seats: int, seed: str) -> Match:
    match = _Watched(game, seats, Rng(seed, -1).choice(game.extremes), seed)
    t = 0
    while match.outcome() is None:
        _require(len(match.log) < MAX_ENTRIES, f"no end after {MAX_ENTRIES} entries")
        rng = Rng(f"players of {seed}", len(match.log))
        t += rng.below(12_000)
        match.advance(t)
        if match.outcome():
            break
        seat = rng.choice(sorted(match.to_move()))
        move: Move = game.sample(match.state, seat, rng)
        if rng.below(40) == 0 and len(match.log) in UNDONE:
            move = Undo(rng.below(len(match.log) - 1))
        elif rng.below(300) == 0 and not _has_resigned(match, seat):
            move = Resign()
        due = match.next_nature()
        code = match.submit(seat, move, t, lag=rng.below(MAX_LAG + 1))
        # A deadline is over for players a little before NATURE acts on it.
        late = due is not None and t > due - MAX_LAG
        _require(code is None or late, f"a sample was refused: {code}, {move}")
    return match


def says_what_it_is(game: Game, _seats: int, _seed: str) -> None:
    """It has a name, a version, seats, options with defaults, and moves with names of their own."""
    _require(game.name.isidentifier() and game.name.islower(), f"its name is {game.name!r}")
    fault = broken_fact(game)
    _require(fault is None, fault or "")


def samples_end(game: Game, seats: int, seed: str) -> None:
    """A loop of samples ends, and every sample is legal, and every move of NATURE's."""
    match = _Watched(game, seats, game.extremes[0], seed)
    while not match.outcome():
        _require(len(match.log) < MAX_ENTRIES, f"no end after {MAX_ENTRIES} entries")
        match.play(match.sample())


def ends_as_it_says(game: Game, seats: int, seed: str) -> None:
    """A game ends for a reason it names, with a score a seat and winners who sit there."""
    match = random_match(game, seats, seed)
    # The match names nobody who resigned: the law is about what the game itself says.
    outcome = game.outcome(match.state) or match.outcome()
    _require(isinstance(outcome, Outcome), "no outcome")
    assert outcome
    _require(outcome.reason in (*game.endings, "resigned"), f"it ended with {outcome.reason!r}")
    _require(_are_scores(outcome.scores, seats), f"scores {outcome.scores}")
    _require(set(outcome.winners) <= set(range(seats)), f"winners {outcome.winners}")


def scores_every_seat(game: Game, seats: int, seed: str) -> None:
    """At any time each seat has a score, a whole number."""
    for i, state in enumerate(random_match(game, seats, seed).history()):
        scores = game.scores(state)
        _require(_are_scores(scores, seats), f"scores {scores!r} after {i - 1}")


def records_replay(game: Game, seats: int, seed: str) -> None:
    """A record survives writing and reading, and replays and reruns to the same game."""
    record = random_match(game, seats, seed).record()
    for entry in record.log:
        again = game.decode_move(msgspec.json.decode(msgspec.json.encode(entry.move)))
        _require(again == entry.move, f"{entry.move} was read as {again}")
    folded = _up_to(game, record, len(record.log))
    _require(folded.record() == record, "it was replayed differently")
    _require(rerun_by(game, record).record() == record, "it was rerun differently")
    if is_on_shelf(game):
        _require(replay(loads(dumps(record))).record() == record, "it was read differently")


def states_are_values(game: Game, seats: int, seed: str) -> None:
    """The same log folds to equal states with equal keys, and a state can be hashed."""
    match = random_match(game, seats, seed)
    again = _up_to(game, match.record(), len(match.log))
    for seq, (first, second) in enumerate(zip(match.history(), again.history(), strict=True), -1):
        _require(first == second, f"another state after entry {seq}")
        _require(hash(first) == hash(second), f"another hash after entry {seq}")
        keys = game.key(first), game.key(second)
        same = keys[0] == keys[1] and hash(keys[0]) == hash(keys[1])
        _require(same, f"another key after entry {seq}")


def chance_and_time_follow_the_line(game: Game, seats: int, seed: str) -> None:
    """Play, undo and play the same again: the same draws, and the same time left."""
    played = random_match(game, seats, seed).record()
    start = Rng(seed, 0).below(max(1, len(played.log)))
    for entry in played.log[start : start + 12]:
        if entry.seat == NATURE or isinstance(entry.move, Undo | Resign):
            continue
        once, again = (_up_to(game, played, entry.seq) for _ in "12")
        for match in (once, again):
            code = match.submit(entry.seat, entry.move, entry.t, entry.lag)
            _require(code is None, f"entry {entry.seq} was refused: {code}")
        undone_at = entry.t + 700
        again.advance(undone_at)
        if again.outcome():
            continue
        again.submit(entry.seat, Undo(entry.seq - 1), undone_at)
        gone = undone_at - (again.log[entry.seq - 1].t if entry.seq else 0)
        place = len(again.log)
        again.submit(entry.seat, entry.move, entry.t + gone, entry.lag)
        first, second = once.log[entry.seq :], again.log[place:]
        same = [(e.t + gone, e.seat, e.move) for e in first] == [
            (e.t, e.seat, e.move) for e in second
        ]
        _require(same, f"entry {entry.seq} played again led to {second}, not to {first}")
        due = once.next_nature()
        left = None if due is None else due + gone
        _require(again.next_nature() == left, "another time was left")


def draws_what_it_says(game: Game, seats: int, seed: str) -> None:
    """NATURE draws by chance only where the game says so, and what it lists."""
    match = random_match(game, seats, seed)
    for entry, before in zip(match.log, match.history(), strict=False):
        if entry.seat != NATURE or not entry.move.by_chance:
            continue
        _require(game.chance != "none", f"{entry.move} is by chance")
        if game.chance == "listed" and game.chances(before):
            _is_listed(game, before, entry.move)


def _is_listed(game: Game, state: Any, move: Move) -> None:
    """Require that a draw is made of parts that the game lists, one after the other."""
    parts = game.parts(state, move)
    for n, part in enumerate(parts):
        listed = game.chances(state, parts[:n])
        labels, weights = [label for label, _ in listed], [weight for _, weight in listed]
        _require(part in labels, f"{move} was drawn, and {part!r} is not listed")
        _require(len(set(labels)) == len(labels), f"a chance is listed twice among {labels}")
        weighed = all(isinstance(weight, int) and weight > 0 for weight in weights)
        _require(weighed, f"the chances have the weights {weights}")
    _require(not game.chances(state, parts), f"{move} is complete, and more is listed")
    again = game.drawn(state, parts)
    _require(again == move, f"the parts of {move} make {again}")


def views_hide(game: Game, seats: int, seed: str) -> None:
    """A view tells no more than the seat may know, and survives the wire."""
    match = random_match(game, seats, seed)
    for i, state in enumerate(match.history()):
        watched = game.view(state, None)
        for seat in (None, *range(seats)):
            view = watched if seat is None else game.view(state, seat)
            # Any state that fits the view must look the same: it holds nothing that it hides.
            full = game.determinize(view, Rng("guess", i))
            _require(game.view(full, seat) == view, f"seat {seat} sees through after {i - 1}")
            wired = msgspec.json.decode(msgspec.json.encode(view), type=game.view_type)
            _require(wired == view, f"the view of seat {seat} after {i - 1} is another as JSON")
            if game.shared_view:
                _require(view == watched, "a shared view that differs")
    for entry in match.log:
        for seat in (None, *range(seats)):
            hidden = game.hide(entry, seat)
            _require(type(hidden) is type(entry.move), f"entry {entry.seq} hides what kind it is")
            if game.shared_view:
                _require(hidden == entry.move, "a log that differs, beside a shared view")


def legal_moves_are_legal(game: Game, seats: int, seed: str) -> None:
    """Whoever is to move has legal moves, nobody else has, and all that are listed are taken.

    Where all are listed, no other is.
    """
    rng = Rng(seed, 4)
    whole = random_match(game, seats, seed)
    known = [entry.move for entry in whole.log]
    for match in _replayed(game, whole):
        state = match.state
        over = game.outcome(state) is not None
        _require((game.to_move(state) == frozenset()) == over, "nobody is to move, or somebody is")
        for seat in range(seats + 1):
            to_move = seat in game.to_move(state)
            if not to_move:
                _require(_refuses_to_sample(game, state, seat), f"seat {seat} has a sample")
            try:
                moves = list(game.legal(state, seat))
            except Refused as e:
                _require(e.code == "not-listed", f"legal raised {e}")
                continue
            _require(bool(moves) == to_move, f"seat {seat} has {len(moves)} legal moves")
            _require(len(set(moves)) == len(moves), f"seat {seat} has a legal move twice")
            for move in rng.shuffled(moves)[:LISTED]:
                again = game.decode_move(msgspec.to_builtins(move))
                _require(again == move, f"{move} is another as JSON")
                code = _refusal(match, seat, move)
                _require(code is None, f"{move} is listed, and refused: {code}")
            if moves and game.lists_all:
                move = game.sample(state, seat, rng)
                _require(move in moves, f"{move} is a sample, and not listed")
                for move in _odd_moves(game, known, rng):
                    entry = Entry(len(match.log), match.last_t, seat, move)
                    unlisted = type(move) in game.moves and move not in moves
                    taken = unlisted and match.check(entry) is None
                    _require(not taken, f"{move} is taken, and not listed")


def refusing_changes_nothing(game: Game, seats: int, seed: str) -> None:
    """`check` answers every move with a code or None, and a refused move changes nothing."""
    whole = random_match(game, seats, seed)
    rng = Rng(seed, 1)
    known = [entry.move for entry in whole.log]
    if not known:
        return
    for _ in range(10):
        match = _up_to(game, whole.record(), rng.below(len(whole.log)))
        match.advance(match.last_t)
        before = match.record()
        for move in _odd_moves(game, known, rng):
            seat = rng.below(seats + 2) - 1
            code = match.check(Entry(len(match.log), match.last_t, seat, move))
            if code is None:
                continue
            _require(code != "" and code == code.lower(), f"the code {code!r}")
            told = match.submit(seat, move, match.last_t)
            expected = "not-yours" if seat == NATURE else code
            _require(told == expected, f"{move} was answered {told} and {expected}")
            _require(match.record() == before, f"{move} was refused and left a trace")


def only_the_seated_move(game: Game, seats: int, seed: str) -> None:
    """`check` refuses whoever does not sit at the table."""
    whole = random_match(game, seats, seed)
    for match, entry in zip(_replayed(game, whole), whole.log, strict=False):
        for seat in (NATURE - 1, seats, seats + 1):
            code = match.check(msgspec.structs.replace(entry, seat=seat))
            _require(code is not None, f"{entry.move} was taken from seat {seat}")


def tells_when_asked(game: Game, seats: int, seed: str) -> None:
    """What it can tell besides is there whenever it is asked for."""
    match = random_match(game, seats, seed)
    rng = Rng(seed, 5)
    states, known = match.history(), [entry.move for entry in match.log]
    for state in rng.shuffled(states)[:ASKED]:
        for seat in range(seats):
            _require_told(game.preview(state, seat), Struct)
            for move in _odd_moves(game, known, rng):
                _require_told(game.explain(state, seat, move), str)
    line = played(match).states
    _require_told(game.review(line), Struct)
    _require_told(game.summary(line), Summary)
    _require_told(game.keepsakes(line), Keepsakes)
    _require_told(_daily(game), DailyBoard)


@cache
def _daily(game: Game) -> DailyBoard | None:
    # Once is enough: it may take a second.
    return game.daily(Rng("daily", -1))


def _require_told(answer: Any, kind: type) -> None:
    """Require an answer of that kind, or none where there is nothing to tell; as JSON, too."""
    _require(answer is None or isinstance(answer, kind), f"{answer!r} is no {kind.__name__}")
    msgspec.json.encode(answer)


def shows_as_text(game: Game, seats: int, seed: str) -> None:
    """Every position can be printed."""
    match = random_match(game, seats, seed)
    for state in match.history():
        _require(bool(game.show(game.view(state, None)).strip()), "nothing is shown")


def bots_play_legal_moves(game: Game, seats: int, seed: str) -> None:
    """Every bot answers a view with a legal move."""
    if not is_on_shelf(game):
        return
    ladder = levels(game.name)
    numbers = [level.number for level in ladder]
    _require(numbers == list(range(1, len(ladder) + 1)), f"levels numbered {numbers}")
    if not ladder:
        return
    whole = random_match(game, seats, seed)
    rng = Rng(seed, 2)
    for _ in range(THOUGHTS):
        match = _up_to(game, whole.record(), rng.below(len(whole.log)))
        match.advance(match.last_t)
        players = sorted(match.to_move() - {NATURE})
        if match.outcome() or not players:
            continue
        seat, level = rng.choice(players), rng.choice(ladder)
        answer = find_bot(game.name).choose(match.view(seat), seat, level, Rng(seed, 3))
        if answer is None:
            continue
        move, wait = (answer.move, answer.ms) if isinstance(answer, Later) else (answer, 0)
        due = match.next_nature()
        if wait and due is not None and match.last_t + wait > due - MAX_LAG:
            continue
        code = match.submit(seat, move, match.last_t + wait)
        _require(code is None, f"{level.name} was refused: {code}, {move}")


def dwells_on_what_is_seen(game: Game, seats: int, seed: str) -> None:
    """How long an entry is looked at is up to half a minute, and tells nobody what is hidden."""
    for entry in random_match(game, seats, seed).log:
        dwell = game.dwell(entry)
        _require(0 <= dwell <= LONGEST_DWELL, f"entry {entry.seq} is looked at for {dwell} ms")
        for seat in (None, *range(seats)):
            hidden = msgspec.structs.replace(entry, move=game.hide(entry, seat))
            _require(game.dwell(hidden) == dwell, f"entry {entry.seq} is told by how long it takes")


def insights_stand_alone(game: Game, seats: int, seed: str) -> None:
    """An insight is about a step that was asked for, and the same whichever others are."""
    done = played(random_match(game, seats, seed))
    if not done.entries:
        return
    first = Rng(seed, -2).choice(done.steps())
    asked = done.steps()[first - 1 : first - 1 + INSIGHTS]

    def told(steps: range) -> tuple[Insight, ...]:
        return tuple(game.analyse(done.states, done.entries, steps))

    together = told(asked)
    alone = tuple(insight for step in asked for insight in told(range(step, step + 1)))
    _require(together == alone, f"steps {first} to {asked[-1]} differ from each by itself")
    for insight in together:
        step = insight.step
        _require(step in asked, f"step {step} was not asked for")
        _require(-1 <= insight.seat < seats, f"step {step} is of seat {insight.seat}")
        _require(0 <= insight.quality <= 1, f"step {step} is of quality {insight.quality}")
        for each in (insight.chances, insight.margins):
            _require(len(each) in (0, seats), f"step {step} tells of {len(each)} seats")
        for move in insight.best:
            game.decode_move(move)


LAWS: tuple[Law, ...] = (
    says_what_it_is,
    samples_end,
    ends_as_it_says,
    scores_every_seat,
    records_replay,
    states_are_values,
    draws_what_it_says,
    chance_and_time_follow_the_line,
    views_hide,
    legal_moves_are_legal,
    refusing_changes_nothing,
    only_the_seated_move,
    shows_as_text,
    bots_play_legal_moves,
    tells_when_asked,
    dwells_on_what_is_seen,
    insights_stand_alone,
)


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise _Broken(what)


def _are_scores(scores: Any, seats: int) -> bool:
    return (
        isinstance(scores, tuple)
        and len(scores) == seats
        and all(isinstance(score, int) for score in scores)
    )


def _is_slow(game: Game) -> bool:
    return type(game).is_slow is not Game.is_slow


def _refusal(match: Match, seat: Seat, move: Move) -> str | None:
    """Why a move would be refused now; None where it may be too late for any."""
    due = match.next_nature()
    if match.outcome() or (due is not None and match.last_t > due - MAX_LAG):
        return None
    return match.check(Entry(len(match.log), match.last_t, seat, move))


def _refuses_to_sample(game: Game, state: Any, seat: Seat) -> bool:
    try:
        game.sample(state, seat, Rng("", 0))
    except Refused as e:
        return e.code == "not-your-turn"
    return False


def _has_resigned(match: Match, seat: Seat) -> bool:
    return any(
        match.log[seq].seat == seat and isinstance(match.log[seq].move, Resign)
        for seq in match.line()
    )


def _up_to(game: Game, record: Record, entries: int) -> Match:
    match = _Watched(game, record.seats, record.options, record.seed, started=False)
    for entry in record.log[:entries]:
        match.follow(entry)
    return match


def _replayed(game: Game, whole: Match) -> Iterator[Match]:
    match = _Watched(game, whole.seats, whole.options, whole.seed, started=False)
    yield match
    for entry in whole.log:
        match.follow(entry)
        yield match


ODD: dict[type, tuple[Any, ...]] = {
    int: (-1, 0, 1, 7, 10**9, -(10**9)),
    float: (0.0, -1.0, 1e9),
    str: ("", "x", "ZZ", "\u200d", "a" * 300),
    list: ([],),
    bool: (True, False),
}
"""What nobody expects in the field of a move."""


def _odd_moves(game: Game, known: list[Move], rng: Rng) -> Iterator[Move]:
    """Moves from anywhere in the game, some of them with a field that is out of the ordinary."""
    for _ in range(20):
        raw: dict[str, Any] = msgspec.to_builtins(rng.choice(known))
        fields = [name for name in raw if name != "type"]
        if fields and rng.below(2):
            name = rng.choice(fields)
            raw[name] = rng.choice((*ODD.get(type(raw[name]), ()), None, raw[name]))
        try:
            yield game.decode_move(raw)
        except msgspec.ValidationError:
            continue
