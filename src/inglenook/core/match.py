"""A match: the one writer of a log. Players give it their moves; NATURE's follow from its seed."""

from typing import TYPE_CHECKING, Any, Literal, overload

import msgspec

from inglenook.core.bot import Later
from inglenook.core.fold import NATURE_ALONE, Fold, is_time, summary
from inglenook.core.game import (
    MAX_LAG,
    NATURE,
    Entry,
    Flag,
    Game,
    M,
    Move,
    Refused,
    Rng,
    S,
    Undo,
    V,
)
from inglenook.core.position import digest
from inglenook.core.record import Record
from inglenook.core.registry import find_game
from inglenook.core.time_control import TimeControl
from inglenook.core.units import PlayMs, Seat

if TYPE_CHECKING:
    from inglenook.games.conex.rules.moves import PlayerMove as ConexMove
    from inglenook.games.conex.rules.state import State as ConexState
    from inglenook.games.conex.rules.view import View as ConexView
    from inglenook.games.kewbz.rules import PlayerMove as KewbzMove
    from inglenook.games.kewbz.rules import State as KewbzState
    from inglenook.games.kewbz.view import View as KewbzView
    from inglenook.games.konexi.rules.moves import PlayerMove as KonexiMove
    from inglenook.games.konexi.rules.state import State as KonexiState
    from inglenook.games.konexi.rules.view import View as KonexiView
    from inglenook.games.prolix.moves import PlayerMove as ProlixMove
    from inglenook.games.prolix.state import State as ProlixState
    from inglenook.games.prolix.view import View as ProlixView

TRIES = 20
"""How many samples are drawn before a seat counts as one that can only wait."""


class Match(Fold[S, V, M]):
    """One game being played: the only thing that knows seed and log.

    Raises Refused for an unknown game, a number of seats it is not for, options out of range, a
    clock where it is not played in turns, and a clock or a seed that no record can have.

    game         a name, or a Game of your own
    seats        how many play; by default two, or the fewest where two cannot
    options      those of the game, by name; the others have their defaults
    seed         all chance follows from it
    time_control how long each seat may think; None: as long as it likes
    started      False leaves even NATURE's first moves to `advance`
    leaves_slow  slow moves of NATURE's are left to the caller: see `owes` and `settle`

    All of these can be read again, and `log` is the list of its entries. `leaves_slow` may be set
    later too, and so may `films`, which is False: with it NATURE's moves come with what only those
    who watch need, as at a table.

    Time is data: it passes only as `submit` and `advance` are told. Without `t`, `play` and
    `submit` take no time at all, unless nobody can do anything before NATURE's next move; then
    time passes up to that.
    """

    @overload
    def __init__(
        self: "Match[ConexState, ConexView, ConexMove]",
        game: Literal["conex"],
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        seed: str = "",
        *,
        time_control: TimeControl | None = None,
        started: bool = True,
        leaves_slow: bool = False,
    ) -> None: ...

    @overload
    def __init__(
        self: "Match[KewbzState, KewbzView, KewbzMove]",
        game: Literal["kewbz"],
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        seed: str = "",
        *,
        time_control: TimeControl | None = None,
        started: bool = True,
        leaves_slow: bool = False,
    ) -> None: ...

    @overload
    def __init__(
        self: "Match[KonexiState, KonexiView, KonexiMove]",
        game: Literal["konexi"],
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        seed: str = "",
        *,
        time_control: TimeControl | None = None,
        started: bool = True,
        leaves_slow: bool = False,
    ) -> None: ...

    @overload
    def __init__(
        self: "Match[ProlixState, ProlixView, ProlixMove]",
        game: Literal["prolix"],
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        seed: str = "",
        *,
        time_control: TimeControl | None = None,
        started: bool = True,
        leaves_slow: bool = False,
    ) -> None: ...

    @overload
    def __init__(
        self,
        game: Game[S, V, M],
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        seed: str = "",
        *,
        time_control: TimeControl | None = None,
        started: bool = True,
        leaves_slow: bool = False,
    ) -> None: ...

    @overload
    def __init__(
        self: "Match[Any, Any, Any]",
        game: str,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        seed: str = "",
        *,
        time_control: TimeControl | None = None,
        started: bool = True,
        leaves_slow: bool = False,
    ) -> None: ...

    def __init__(
        self,
        game: str | Game[Any, Any, Any],
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        seed: str = "",
        *,
        time_control: TimeControl | None = None,
        started: bool = True,
        leaves_slow: bool = False,
    ) -> None:
        found = find_game(game) if isinstance(game, str) else game
        if not isinstance(found, Game):
            raise Refused("unknown-game", detail=f"neither a name nor a Game: {game!r}")
        count = _usual_seats(found) if seats is None else seats
        super().__init__(found, count, options or {}, time_control)
        try:
            seed.encode()
        except (AttributeError, UnicodeEncodeError):
            raise Refused("bad-message", detail=f"a seed is a text, not {seed!r}") from None
        self.seed = seed
        self.leaves_slow = leaves_slow
        self.films = False
        self._samples: dict[Seat, M | None] = {}
        self._sampled_at = 0
        """The length of the log when they were sampled."""
        if started:
            self.advance(0)

    def __repr__(self) -> str:
        return f"<Match {summary(self.game.name, self.seats, self.log)}, {self._standing()}>"

    def __str__(self) -> str:
        """The board as text, as a spectator sees it, and whose move it is."""
        return f"{self.game.show(self.view())}\n{self._standing()}"

    def copy(self) -> "Match[S, V, M]":
        """An independent match that stands where this one does; cheap, as positions are shared."""
        twin: Match[S, V, M] = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.options = dict(self.options)
        twin.log = list(self.log)
        twin._positions = list(self._positions)
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match[S, V, M]":
        return self.copy()

    def mover(self, seat: Seat | None = None) -> Seat:
        """The lowest seat that can move, or the seat that is given, if it is to move.

        Refused `not-your-turn`, `no-such-seat`, `game-over`, and `must-wait` where nobody can move
        before NATURE does: see `wait`.
        """
        if seat is not None:
            self._there(seat)
        if self._outcome:
            raise Refused("game-over", detail=self._standing())
        if seat is None:
            seat = self._first()
            if seat is None:
                raise Refused("must-wait", detail="nobody can do anything before NATURE moves")
        elif seat not in self._to_move:
            raise Refused("not-your-turn", detail=f"{self._standing()}, not {seat}")
        return seat

    def legal(self, seat: Seat | None = None) -> tuple[M, ...]:
        """The legal moves of a seat; without one, of the lowest seat that can move.

        All of them where `game.lists_all`, else some of each kind. Refused `not-listed` where they
        cannot be listed, and as `mover` does.
        """
        return tuple(self.game.legal(self.state, self.mover(seat)))

    def sample(self, seat: Seat | None = None) -> M:
        """A random legal move of a seat; without one, of the lowest seat that can move.

        It follows from the seed and the length of the log. Refused as `mover` does.
        `while not match.outcome(): match.play(match.sample())` comes to an end.
        """
        mover = self.mover(seat)
        move = self._sampled(mover)
        if move is None:
            raise Refused("must-wait", detail=f"seat {mover} can do nothing before NATURE moves")
        return move

    def play(
        self,
        move: Move | Later | dict[str, Any] | None,
        seat: Seat | None = None,
        t: PlayMs | None = None,
    ) -> None:
        """Play a move for a seat, or for the lowest seat that can move; Refused if not allowed.

        NATURE's moves follow, and time passes until somebody can move: see `wait`. What bots answer
        in real time is played, too: a `Later` when its time has come; and with None, which is
        nothing for now, time passes up to NATURE's next move.
        """
        if t is None:
            self.wait()
            t = self.last_t
        mover = self.mover() if seat is None else self._there(seat)
        if move is None:
            self._let_pass()
            return
        if isinstance(move, Later):
            t, move = self.last_t + move.ms, move.move
        if code := self.submit(mover, move, t):
            raise Refused(code, detail=self._explain(mover, move))
        self.wait()

    def _let_pass(self) -> None:
        """Let time pass up to NATURE's next move; Refused `bad-move` if none is to come."""
        due = self.next_nature()
        if due is None:
            detail = f"no move, and nothing happens by itself: {self._standing()}"
            raise Refused("bad-move", detail=detail)
        self.advance(due)
        self.wait()

    def submit(
        self,
        seat: Seat,
        move: Move | dict[str, Any],
        t: PlayMs | None = None,
        lag: PlayMs = 0,
    ) -> str | None:
        """Play a move, and NATURE's where they follow. None, or why it was refused.

        Without `t` it is played as soon as somebody can move: see `wait`.
        """
        if t is None:
            self.wait()
            t = self.last_t
        if not is_time(t):
            return "bad-time"
        if type(lag) is not int:
            return "bad-lag"
        self.advance(t)
        if type(seat) is not int:
            return "no-such-seat"
        if seat == NATURE:
            return "not-yours"
        try:
            # What comes from a browser is a dict: `isinstance(…, Move)` takes longer to say no.
            if isinstance(move, dict) or not isinstance(move, Move):
                move = self.game.decode_move(move)
        except msgspec.ValidationError:
            return "bad-move"
        t, lag = max(t, self.last_t), min(max(lag, 0), MAX_LAG)
        entry = Entry(len(self.log), t, seat, move, lag)
        if code := self.check(entry):
            return code
        self._take(entry)
        self.advance(t)
        return None

    def undo(self) -> None:
        """Take back the last move of a player that stands, and NATURE's that followed it.

        It is logged as that player's. Refused `bad-undo` where there is none, and `game-over`: a
        result stands, unless somebody goes back from it with an `Undo` of their own.
        """
        if self._outcome:
            raise Refused("game-over", detail=self._standing())
        line = self.line()
        for place in range(len(line) - 1, -1, -1):
            last = self.log[line[place]]
            if last.seat != NATURE:
                self.play(Undo(line[place - 1] if place else -1), last.seat)
                return
        raise Refused("bad-undo", detail="there is no move to take back")

    def wait(self) -> None:
        """Let time pass until somebody can move, or the game is over.

        Usually somebody can, and nothing happens. The exceptions: all who are to move are too
        late, and NATURE waits for what may still be on its way; or the match has not started.
        """
        if self.next_nature() is None:
            return  # it is over, or somebody can move and has all the time there is
        while not self._outcome and self._first() is None and not self.owes():
            due = self.next_nature()
            if due is None:
                raise AssertionError(f"{self!r}: nobody can move, and nothing is due")
            self.advance(due)

    def _first(self) -> Seat | None:
        """The lowest seat that can move now, if any."""
        seats = sorted(self._to_move - {NATURE})
        if self.next_nature() is None:
            return seats[0]
        return next((seat for seat in seats if self._sampled(seat) is not None), None)

    def _sampled(self, seat: Seat) -> M | None:
        """A legal move of a seat that is to move; None if it has to wait."""
        if self._sampled_at != len(self.log):
            self._samples, self._sampled_at = {}, len(self.log)
        if seat not in self._samples:
            self._samples[seat] = self._sample(seat)
        return self._samples[seat]

    def _sample(self, seat: Seat) -> M | None:
        rng = Rng(f"{self.seed}\0sample {seat}", len(self.log))
        untimed = self.next_nature() is None
        for _ in range(TRIES):
            move = self.game.sample(self.state, seat, rng)
            if untimed or not self.check(Entry(len(self.log), self.last_t, seat, move)):
                return move
        return None

    def _explain(self, seat: Seat, move: Move | dict[str, Any]) -> str:
        try:
            decoded = move if isinstance(move, Move) else self.game.decode_move(move)
        except msgspec.ValidationError as e:
            return str(e)
        return "" if self._outcome else self.game.explain(self.state, seat, decoded)

    def advance(self, t: PlayMs) -> None:
        """Let NATURE make every move that is due by `t`, up to one that is left to the caller."""
        while (due := self.next_nature()) is not None and due <= max(t, self.last_t):
            if self.owes():
                return
            self._take(Entry(len(self.log), max(due, self.last_t), NATURE, self._nature()))

    def _nature(self) -> Move:
        flag = self._next_flag()
        if flag is not None and flag[0] == self.next_nature() and self._to_move != NATURE_ALONE:
            return Flag(flag[1])
        move = self.game.nature(self.state, Rng(self.seed, self.draws))
        return self.game.filmed(self.state, move) if self.films else move

    def owes(self) -> bool:
        """Whether play goes on with a move of NATURE's that the caller has to compute.

        It is `game.nature(state, Rng(seed, draws))`.
        """
        alone = self._to_move == NATURE_ALONE
        return alone and self.leaves_slow and self.game.is_slow(self.state)

    def settle(self, move: Move, t: PlayMs) -> str | None:
        """Let NATURE make the move that is owed, and what follows. None, or why it was refused."""
        if not is_time(t):
            return "bad-time"
        entry = Entry(len(self.log), max(t, self.last_t), NATURE, move)
        if code := self.check(entry):
            return code
        self._take(entry)
        self.advance(t)
        return None

    def record(self) -> Record:
        """The whole game so far, seed included: not for players' eyes before it is over."""
        return Record(
            game=self.game.name,
            rules=self.game.rules_version,
            seats=self.seats,
            options=self.options,
            seed=self.seed,
            log=tuple(self.log),
            digest=digest(self.position),
            time_control=self.time_control,
        )


def _usual_seats(game: Game) -> int:
    return 2 if 2 in game.seats else min(game.seats)


def replay(record: Record) -> Match:
    """Fold just a record's log, checking every entry; Refused at the first that breaks the rules.

    The match that comes back can be played on.
    """
    match = Match(
        find_game(record.game, record.rules),
        record.seats,
        record.options,
        record.seed,
        time_control=record.time_control,
        started=False,
    )
    for entry in record.log:
        match.follow(entry)
    if record.digest and record.digest != digest(match.position):
        raise Refused("bad-digest", seq=len(record.log) - 1)
    return match
