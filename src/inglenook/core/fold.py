"""A log, folded entry by entry: what may come next, and the position it leads to."""

from collections.abc import Sequence
from typing import Any, Generic

import msgspec
from msgspec.structs import replace

from inglenook.core.deadlines import has_lapsed, is_late
from inglenook.core.game import (
    MAX_LAG,
    NATURE,
    Abandon,
    Entry,
    Flag,
    Game,
    M,
    Outcome,
    Refused,
    Resign,
    S,
    Undo,
    V,
)
from inglenook.core.known_types import known
from inglenook.core.match_clock import first_flag, passed
from inglenook.core.position import Position
from inglenook.core.time_control import TimeControl, Times
from inglenook.core.units import PlayMs, Seat, Seq

NATURE_ALONE = frozenset((NATURE,))
_EVERY_GAMES = frozenset((Resign, Abandon, Undo, Flag))
"""Moves that are folded here, whatever the game. `isinstance` takes ten times as long to say no."""
_CLOCK = known(TimeControl)


class Fold(Generic[S, V, M]):
    """A game as far as its log goes. It takes entries and makes none: that is `Match`.

    Raises Refused for a number of seats that the game is not for, options out of range, a clock
    where the game is not played in turns, and one that no record can have.

    game          its rules
    seats         how many play
    options       those of the game, by name; here with their defaults
    time_control  how long each seat may think; None: as long as it likes
    log           the entries taken so far
    """

    def __init__(
        self,
        game: Game[S, V, M],
        seats: int,
        options: dict[str, Any],
        time_control: TimeControl | None = None,
    ) -> None:
        if type(seats) is not int or seats not in game.seats:
            counts = ", ".join(map(str, game.seats))
            raise Refused("bad-seats", detail=f"{game.name} is for {counts} players, not {seats}")
        if time_control and (game.real_time or seats == 1):
            raise Refused("no-clock", detail=f"{game.name} for {seats} is not played in turns")
        if time_control:
            _require_writable(time_control)
        decoded = game.decode_options(options)
        self.game = game
        self.seats = seats
        self.time_control = time_control
        self.options: dict[str, Any] = msgspec.to_builtins(decoded)
        self.log: list[Entry] = []
        # One position per entry, and the start: an undo only has to point at one of them.
        times = Times((time_control.base,) * seats) if time_control else None
        self._positions = [Position(game.setup(seats, decoded), times=times)]
        self._next_nature: PlayMs | None = None
        self._knows_next = False
        self._refresh()

    @property
    def state(self) -> S:
        """The game's own state, secrets included."""
        state: S = self._positions[-1].state
        return state

    @property
    def positions(self) -> tuple[Position, ...]:
        """The start, then the position after each entry."""
        return tuple(self._positions)

    @property
    def position(self) -> Position:
        """The position after the last entry."""
        return self._positions[-1]

    def history(self) -> tuple[S, ...]:
        """The states the match went through: the start, then the one after each entry."""
        return tuple(position.state for position in self._positions)

    @property
    def last_t(self) -> PlayMs:
        """The time of the last entry."""
        return self.log[-1].t if self.log else 0

    @property
    def draws(self) -> int:
        """How many draws by chance stand on the line in force: the number of the next one."""
        return self._positions[-1].draws

    def game_time(self, t: PlayMs) -> PlayMs:
        """What the game's own clock shows at `t`: what was undone took no time."""
        return t - self._positions[-1].undone

    def to_move(self) -> frozenset[Seat]:
        """Who may move now; nobody when the game is over."""
        return self._to_move

    def view(self, seat: Seat | None = None) -> V:
        """All that a seat may know now; None is a spectator. Refused `no-such-seat`."""
        if seat is not None:
            self._there(seat)
        return self.game.view(self.state, seat)

    def information(self, seat: Seat | None = None) -> tuple[Entry, ...]:
        """The log as a seat may see it; None is a spectator. Refused `no-such-seat`.

        What it was told besides is in its views: the cards that it drew, the words that were shown.
        """
        if seat is not None:
            self._there(seat)
        return tuple(replace(entry, move=self.game.hide(entry, seat)) for entry in self.log)

    def scores(self) -> tuple[int, ...]:
        """Each seat's score as it stands."""
        return self._outcome.scores if self._outcome else self.game.scores(self.state)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self._outcome

    def _there(self, seat: Seat) -> Seat:
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise Refused(
                "no-such-seat", detail=f"the seats are 0 to {self.seats - 1}, not {seat!r}"
            )
        return seat

    def _standing(self) -> str:
        if self._outcome:
            winners = ", ".join(map(str, self._outcome.winners)) or "nobody"
            return f"over ({self._outcome.reason}): won by {winners}"
        seats = sorted(self._to_move)
        if seats == [NATURE]:
            return "NATURE to move"
        return f"seat{'s' * (len(seats) > 1)} {', '.join(map(str, seats))} to move"

    def next_nature(self) -> PlayMs | None:
        """When (t, ms) NATURE moves next if nobody else does; None for never."""
        if not self._knows_next:
            self._next_nature, self._knows_next = self._work_out_next(), True
        return self._next_nature

    def _work_out_next(self) -> PlayMs | None:
        if self._outcome:
            return None
        if self._to_move == NATURE_ALONE:
            return self.last_t
        deadline = self._deadline()
        if not self.time_control:
            return deadline
        flag = self._next_flag()
        if flag is None or deadline is None:
            return flag[0] if flag else deadline
        return min(flag[0], deadline)

    def _deadline(self) -> PlayMs | None:
        """When (t) the game itself has NATURE move although players could."""
        position = self._positions[-1]
        deadline = self.game.deadline(position.state)
        return None if deadline is None else deadline + position.undone

    def thinking(self) -> frozenset[Seat]:
        """The seats whose time runs."""
        resigned, to_move = self._positions[-1].resigned, self._to_move
        # Nearly always these are all who are to move.
        return to_move - {NATURE, *resigned} if resigned or NATURE in to_move else to_move

    def _next_flag(self) -> tuple[PlayMs, Seat] | None:
        """When (t) the next flag falls, and whose; None where there is no clock."""
        times = self._positions[-1].times
        return first_flag(times, self.thinking()) if times else None

    def check(self, entry: Entry) -> str | None:
        """None, or why this entry may not come next."""
        # From the end of a game, too, one can go back: a study does.
        if self._outcome and not isinstance(entry.move, Undo):
            return "game-over"
        if type(entry.move) in _EVERY_GAMES:
            return self._check_every_games(entry)
        if self.time_control and self._is_late(entry):
            return "flag-fell"
        return self.game.check(self.state, self._in_game_time(entry))

    def _check_every_games(self, entry: Entry) -> str | None:
        """The same of a move that belongs to every game."""
        match entry.move:
            case Resign() | Abandon() | Undo() if not 0 <= entry.seat < self.seats:
                return "not-yours"
            case Resign():
                return "already-resigned" if entry.seat in self._positions[-1].resigned else None
            case Abandon():
                return None
            case Undo(to):
                return None if -1 <= to < len(self.log) - 1 else "bad-undo"
            case Flag(seat):
                return self._check_flag(entry, seat)
            case _:
                raise TypeError(entry.move)

    def _is_late(self, entry: Entry) -> bool:
        """Whether a seat moves after its time was up."""
        times = self._positions[-1].times
        if times is None or entry.seat not in self.thinking():
            return False
        return is_late(entry, times.end(entry.seat))

    def _check_flag(self, entry: Entry, seat: Seat) -> str | None:
        times = self._positions[-1].times
        if entry.seat != NATURE:
            return "not-yours"
        if times is None or seat not in self.thinking():
            return "no-flag"
        return None if has_lapsed(entry, times.end(seat)) else "too-early"

    def follow(self, entry: Entry) -> None:
        """Take an entry from a log; Refused if it cannot come next."""
        code = _out_of_order(len(self.log), entry, self.last_t) or self.check(entry)
        if code:
            raise Refused(code, seq=entry.seq)
        self._take(entry)

    def _in_game_time(self, entry: Entry) -> Entry:
        undone = self._positions[-1].undone
        return replace(entry, t=entry.t - undone) if undone else entry

    def _take(self, entry: Entry) -> None:
        position = self._positions[-1]
        if type(entry.move) in _EVERY_GAMES:
            after = self._after_every_games(position, entry)
        else:
            after = replace(
                position,
                state=self.game.apply(position.state, self._in_game_time(entry)),
                draws=position.draws + (entry.seat == NATURE and entry.move.by_chance),
            )
        thinking = self.thinking() if self.time_control else frozenset()
        self.log.append(entry)
        self._positions.append(after)
        self._refresh()
        if self.time_control and after.times:
            times = passed(self.time_control, after.times, entry, thinking, self.thinking())
            self._positions[-1] = replace(after, times=times)
            self._knows_next = False

    def _after_every_games(self, position: Position, entry: Entry) -> Position:
        """The position after a move that belongs to every game."""
        match entry.move:
            case Resign():
                return replace(position, resigned=(*position.resigned, entry.seat))
            case Abandon():
                return replace(position, abandoned=True)
            case Undo(to):
                then = self._positions[to + 1]
                came = self.log[to].t if to >= 0 else 0
                return replace(then, undone=then.undone + entry.t - came)
            case Flag(seat):
                return replace(
                    position,
                    resigned=(*position.resigned, seat),
                    flagged=(*position.flagged, seat),
                )
            case _:
                raise TypeError(entry.move)

    def _refresh(self) -> None:
        """Work out once what will be asked of this position again and again."""
        self._knows_next = False
        position = self._positions[-1]
        self._outcome = self._result(position)
        self._to_move = frozenset() if self._outcome else self.game.to_move(position.state)

    def _result(self, position: Position) -> Outcome | None:
        if position.abandoned:
            return Outcome(self.game.scores(position.state), (), "abandoned")
        if not position.resigned:
            return self.game.outcome(position.state)
        left = [seat for seat in range(self.seats) if seat not in position.resigned]
        if len(left) < 2:
            reason = "flag-fell" if position.resigned[-1] in position.flagged else "resigned"
            return Outcome(self.game.scores(position.state), tuple(left), reason)
        outcome = self.game.outcome(position.state)
        return outcome and _without_resigned(outcome, left)

    def line(self) -> tuple[Seq, ...]:
        """The entries that led to the position: what was undone, and the undoing, are left out."""
        line, place = [], len(self.log)
        while place:
            entry = self.log[place - 1]
            if isinstance(entry.move, Undo):
                place = entry.move.to + 1
            else:
                line.append(entry.seq)
                place -= 1
        return tuple(reversed(line))


def _without_resigned(outcome: Outcome, left: list[Seat]) -> Outcome:
    """Whoever gave up has not won, however well a bot played on in that seat."""
    winners = tuple(seat for seat in outcome.winners if seat in left)
    if outcome.winners and not winners:
        best = max(outcome.scores[seat] for seat in left)
        winners = tuple(seat for seat in left if outcome.scores[seat] == best)
    return outcome if winners == outcome.winners else replace(outcome, winners=winners)


def _require_writable(clock: TimeControl) -> None:
    """Refused `bad-message` unless a record can have it: a program can make any."""
    try:
        msgspec.convert(msgspec.to_builtins(clock), _CLOCK)
    except (msgspec.ValidationError, TypeError) as e:
        raise Refused("bad-message", detail=f"time_control: {e}") from None


def _out_of_order(place: Seq, entry: Entry, last_t: PlayMs) -> str | None:
    if entry.seq != place:
        return "bad-seq"
    if not is_time(entry.t) or entry.t < last_t:
        return "bad-time"
    if type(entry.lag) is not int or not 0 <= entry.lag <= MAX_LAG:
        return "bad-lag"
    return None


def is_time(t: PlayMs) -> bool:
    """Whether a record can have that time: a whole number, of no more bits than JSON takes."""
    return type(t) is int and t.bit_length() < 64


def summary(game: str, seats: int, log: Sequence[Entry]) -> str:
    """A game in a few words, for a `repr`."""
    entries = "entry" if len(log) == 1 else "entries"
    return f"{game}, {seats} seat{'s' * (seats != 1)}, {len(log)} {entries}"
