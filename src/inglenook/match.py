"""A match: the one writer of a log; and a record, from which a match is folded again."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal, overload

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from inglenook.bot import Later
from inglenook.game import (
    MAX_LAG,
    NATURE,
    Entry,
    Game,
    M,
    Move,
    Outcome,
    Refused,
    Resign,
    Rng,
    S,
    Undo,
    V,
)
from inglenook.position import Position, digest
from inglenook.registry import find_game
from inglenook.units import PlayMs, Seat, Seq

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


class Record(Struct, frozen=True):
    """A whole game, as `dumps` writes it and `replay` folds it.

    game     the name of the game
    rules    the version of its rules
    seats    how many play
    options  those of the game
    seed     what NATURE's moves follow from
    log      every entry, from the first
    digest   that of the last position; empty means unchecked
    """

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: str
    log: tuple[Entry, ...] = ()
    digest: str = ""

    def __repr__(self) -> str:
        return f"<Record {self.game}, {_counted(self.seats, 'seat')}, {_entries(self.log)}>"

    def steps(self, seat: Seat | None = None) -> "Iterator[Step]":
        """Every entry in turn, with what it led to and how that seat sees it; None is a spectator.

        Refused at the first entry that breaks the rules.
        """
        match = _unplayed(self)
        match.view(seat)
        for entry in self.log:
            match.follow(entry)
            yield Step(entry, match.positions[-1], match.game, seat)


class Step:
    """An entry of a record, and what it led to.

    entry     the entry
    position  the position after it
    state     the game's state in that position
    view      how the seat that was asked for sees it
    """

    def __init__(self, entry: Entry, position: Position, game: Game, seat: Seat | None) -> None:
        self.entry = entry
        self.position = position
        self._game = game
        self._seat = seat

    def __repr__(self) -> str:
        return f"<Step {self.entry.seq}: {self.entry.move}>"

    @property
    def state(self) -> Any:
        return self.position.state

    @cached_property
    def view(self) -> Any:
        return self._game.view(self.state, self._seat)


class Match(Generic[S, V, M]):
    """One game being played: the only thing that knows seed and log.

    Raises Refused for an unknown game, a number of seats it is not for, or options out of range.

    game         a name, or a Game of your own
    seats        how many play; by default two, or the fewest where two cannot
    options      those of the game, by name; the others have their defaults
    seed         all chance follows from it
    started      False leaves even NATURE's first moves to `advance`
    leaves_slow  slow moves of NATURE's are left to the caller: see `owes` and `settle`

    All of these can be read again, and `log` is the list of its entries.

    Time is data: it passes only as `submit` and `advance` are told. Without `t`, `play` and
    `submit` take no time at all, unless nobody can do anything before NATURE's next move; then
    time passes up to that.
    """

    game: Game[S, V, M]

    @overload
    def __init__(
        self: "Match[ConexState, ConexView, ConexMove]",
        game: Literal["conex"],
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        seed: str = "",
    ) -> None: ...

    @overload
    def __init__(
        self: "Match[KewbzState, KewbzView, KewbzMove]",
        game: Literal["kewbz"],
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        seed: str = "",
    ) -> None: ...

    @overload
    def __init__(
        self: "Match[KonexiState, KonexiView, KonexiMove]",
        game: Literal["konexi"],
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        seed: str = "",
    ) -> None: ...

    @overload
    def __init__(
        self: "Match[ProlixState, ProlixView, ProlixMove]",
        game: Literal["prolix"],
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        seed: str = "",
    ) -> None: ...

    @overload
    def __init__(
        self,
        game: Game[S, V, M],
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        seed: str = "",
        *,
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
        started: bool = True,
        leaves_slow: bool = False,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        seats = _usual_seats(self.game) if seats is None else seats
        if seats not in self.game.seats:
            counts = ", ".join(map(str, self.game.seats))
            raise Refused(
                "bad-seats", detail=f"{self.game.name} is for {counts} players, not {seats}"
            )
        decoded = self.game.decode_options(options or {})
        self.seats = seats
        self.options: dict[str, Any] = msgspec.to_builtins(decoded)
        self.seed = seed
        self.leaves_slow = leaves_slow
        self.log: list[Entry] = []
        # One position per entry, and the start: an undo only has to point at one of them.
        self._positions = [Position(self.game.setup(seats, decoded))]
        self._settle()
        if started:
            self.advance(0)

    def __repr__(self) -> str:
        return (
            f"<Match {self.game.name}, {_counted(self.seats, 'seat')}, {_entries(self.log)}, "
            f"{self._standing()}>"
        )

    def __str__(self) -> str:
        """The board as text, as a spectator sees it, and whose move it is."""
        return f"{self.game.show(self.view())}\n{self._standing()}"

    def _standing(self) -> str:
        if self._outcome:
            winners = ", ".join(map(str, self._outcome.winners)) or "nobody"
            return f"over ({self._outcome.reason}): won by {winners}"
        seats = sorted(self._to_move)
        if seats == [NATURE]:
            return "NATURE to move"
        return f"seat{'s' * (len(seats) > 1)} {', '.join(map(str, seats))} to move"

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

    @property
    def state(self) -> S:
        """The game's own state, secrets included."""
        return self._positions[-1].state  # type: ignore[no-any-return]

    @property
    def positions(self) -> tuple[Position, ...]:
        """The start, then the position after each entry."""
        return tuple(self._positions)

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

    def scores(self) -> tuple[int, ...]:
        """Each seat's score as it stands."""
        return self._outcome.scores if self._outcome else self.game.scores(self.state)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self._outcome

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
        move: Move | Later | dict[str, Any],
        seat: Seat | None = None,
        t: PlayMs | None = None,
    ) -> None:
        """Play a move for a seat, or for the lowest seat that can move; Refused if not allowed.

        NATURE's moves follow, and time passes until somebody can move: see `wait`. A `Later`, which
        is how bots answer in real time, is played when its time has come.
        """
        if t is None:
            self.wait()
            t = self.last_t
        mover = self.mover() if seat is None else seat
        if isinstance(move, Later):
            t, move = self.last_t + move.ms, move.move
        if code := self.submit(mover, move, t):
            raise Refused(code, detail=self._explain(mover, move))
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
        self.advance(t)
        if seat == NATURE:
            return "not-yours"
        try:
            decoded = move if isinstance(move, Move) else self.game.decode_move(move)
        except msgspec.ValidationError:
            return "bad-move"
        t, lag = max(t, self.last_t), min(max(lag, 0), MAX_LAG)
        entry = Entry(len(self.log), t, seat, decoded, lag)
        if code := self.check(entry):
            return code
        self._take(entry)
        self.advance(t)
        return None

    def undo(self) -> None:
        """Take back the last move of a player that stands, and NATURE's that followed it.

        It is logged as that player's. Refused `bad-undo` where there is none, and `game-over`.
        """
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
        while not self._outcome and self._first() is None and not self.owes():
            due = self.next_nature()
            if due is None:
                raise AssertionError(f"{self!r}: nobody can move, and nothing is due")
            self.advance(due)

    def _there(self, seat: Seat) -> None:
        if not 0 <= seat < self.seats:
            raise Refused("no-such-seat", detail=f"the seats are 0 to {self.seats - 1}, not {seat}")

    def _first(self) -> Seat | None:
        """The lowest seat that can move now, if any."""
        seats = sorted(self._to_move - {NATURE})
        if self.next_nature() is None:
            return seats[0]
        return next((seat for seat in seats if self._sampled(seat) is not None), None)

    def _sampled(self, seat: Seat) -> M | None:
        """A legal move of a seat that is to move; None if it has to wait."""
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
        if isinstance(move, Move) and not self._outcome:
            return self.game.explain(self.state, seat, move)
        return ""

    def advance(self, t: PlayMs) -> None:
        """Let NATURE make every move that is due by `t`, up to one that is left to the caller."""
        while (due := self.next_nature()) is not None and due <= max(t, self.last_t):
            if self.owes():
                return
            self._take(Entry(len(self.log), max(due, self.last_t), NATURE, self._nature()))

    def _nature(self) -> Move:
        return self.game.nature(self.state, Rng(self.seed, self.draws))

    def owes(self) -> bool:
        """Whether play goes on with a move of NATURE's that the caller has to compute.

        It is `game.nature(state, Rng(seed, draws))`.
        """
        return self.leaves_slow and self._to_move == {NATURE} and self.game.is_slow(self.state)

    def settle(self, move: Move, t: PlayMs) -> str | None:
        """Let NATURE make the move that is owed, and what follows. None, or why it was refused."""
        entry = Entry(len(self.log), max(t, self.last_t), NATURE, move)
        if code := self.check(entry):
            return code
        self._take(entry)
        self.advance(t)
        return None

    def next_nature(self) -> PlayMs | None:
        """When (t, ms) NATURE moves next if nobody else does; None for never."""
        if self._outcome:
            return None
        if self._to_move == {NATURE}:
            return self.last_t
        deadline = self.game.deadline(self.state)
        return None if deadline is None else deadline + self._positions[-1].undone

    def check(self, entry: Entry) -> str | None:
        """None, or why this entry may not come next."""
        if self._outcome:
            return "game-over"
        match entry.move:
            case Resign() | Undo() if not 0 <= entry.seat < self.seats:
                return "not-yours"
            case Resign():
                return "already-resigned" if entry.seat in self._positions[-1].resigned else None
            case Undo(to):
                return None if -1 <= to < len(self.log) - 1 else "bad-undo"
            case _:
                return self.game.check(self.state, self._in_game_time(entry))

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
        match entry.move:
            case Resign():
                after = replace(position, resigned=(*position.resigned, entry.seat))
            case Undo(to):
                then = self._positions[to + 1]
                came = self.log[to].t if to >= 0 else 0
                after = replace(then, undone=then.undone + entry.t - came)
            case _:
                after = replace(
                    position,
                    state=self.game.apply(position.state, self._in_game_time(entry)),
                    draws=position.draws + (entry.seat == NATURE and entry.move.by_chance),
                )
        self.log.append(entry)
        self._positions.append(after)
        self._settle()

    def _settle(self) -> None:
        """Work out once what will be asked of this position again and again."""
        self._outcome = self._judge()
        self._to_move = frozenset() if self._outcome else self.game.to_move(self.state)
        self._samples: dict[Seat, M | None] = {}

    def _judge(self) -> Outcome | None:
        position = self._positions[-1]
        left = [seat for seat in range(self.seats) if seat not in position.resigned]
        if position.resigned and len(left) < 2:
            return Outcome(self.game.scores(position.state), tuple(left), "resigned")
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

    def record(self) -> Record:
        """The whole game so far, seed included: not for players' eyes before it is over."""
        return Record(
            game=self.game.name,
            rules=self.game.rules_version,
            seats=self.seats,
            options=self.options,
            seed=self.seed,
            log=tuple(self.log),
            digest=digest(self._positions[-1]),
        )


def _without_resigned(outcome: Outcome, left: list[int]) -> Outcome:
    """Whoever gave up has not won, however well a bot played on in that seat."""
    winners = tuple(seat for seat in outcome.winners if seat in left)
    if outcome.winners and not winners:
        best = max(outcome.scores[seat] for seat in left)
        winners = tuple(seat for seat in left if outcome.scores[seat] == best)
    return outcome if winners == outcome.winners else replace(outcome, winners=winners)


def _usual_seats(game: Game) -> int:
    return 2 if 2 in game.seats else min(game.seats)


def _counted(n: int, what: str) -> str:
    return f"{n} {what}{'s' * (n != 1)}"


def _entries(log: Sequence[Entry]) -> str:
    return f"{len(log)} {'entry' if len(log) == 1 else 'entries'}"


def replay(record: Record) -> Match:
    """Fold just a record's log, checking every entry; Refused at the first that breaks the rules.

    The match that comes back can be played on.
    """
    match = _unplayed(record)
    for entry in record.log:
        match.follow(entry)
    if record.digest and record.digest != digest(match.positions[-1]):
        raise Refused("bad-digest", seq=len(record.log) - 1)
    return match


def _unplayed(record: Record) -> Match:
    game = find_game(record.game, record.rules)
    return Match(game, record.seats, record.options, record.seed, started=False)


def _out_of_order(place: int, entry: Entry, last_t: int) -> str | None:
    if entry.seq != place:
        return "bad-seq"
    if entry.t < last_t:
        return "bad-time"
    if not 0 <= entry.lag <= MAX_LAG:
        return "bad-lag"
    return None
