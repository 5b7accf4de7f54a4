"""A match: the one writer of a log, and the ways to read a log back."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from inglenook.game import (
    MAX_LAG,
    NATURE,
    Entry,
    Game,
    Move,
    Outcome,
    Record,
    Refused,
    Resign,
    Rng,
    Undo,
)
from inglenook.registry import find_game


# Of these a server holds many thousands: none is part of a cycle, so none need be looked through.
class Position(Struct, frozen=True, gc=False):
    """What a log folds to: the game's own state, and who has resigned.

    Chance and time follow the line in force, so that an undo brings both back as they were.
    """

    state: Any
    resigned: tuple[int, ...] = ()
    draws: int = 0
    """How many draws by chance led here, without those that were undone."""
    undone: int = 0
    """ms of play that were undone: the game's own time is that much behind the log's."""


class _Digested(Struct, frozen=True):
    """What the digest of a position is made from."""

    state: Any
    resigned: tuple[int, ...]


class BadRecord(ValueError):
    """The bytes are no record, or none that this version can read."""


class Match:
    """One game being played: the only thing that knows seed and log.

    Every method is a plain function of what it is given: the caller passes the time in.
    Raises Refused for an unknown game, a wrong number of seats or options out of range.
    """

    leaves_slow = False
    """Whether slow moves of NATURE's are left to the caller: see `owes` and `settle`."""

    def __init__(
        self, game: str, seats: int = 2, options: dict[str, Any] | None = None, seed: str = ""
    ) -> None:
        self._begin(game, seats, options or {}, seed)
        self.advance(0)

    def _begin(self, game: str, seats: int, options: dict[str, Any], seed: str) -> None:
        self.game: Game = find_game(game)
        if seats not in self.game.seats:
            counts = ", ".join(map(str, self.game.seats))
            raise Refused("bad-seats", detail=f"{game} is for {counts} players, not {seats}")
        decoded = self.game.decode_options(options)
        self.seats = seats
        self.options: dict[str, Any] = msgspec.to_builtins(decoded)
        self.seed = seed
        self.log: list[Entry] = []
        # One position an entry, and the start: an undo only has to point at one of them.
        self._positions = [Position(self.game.setup(seats, decoded))]
        self._settle()

    @property
    def state(self) -> Any:
        return self._positions[-1].state

    @property
    def last_t(self) -> int:
        return self.log[-1].t if self.log else 0

    @property
    def draws(self) -> int:
        """How many draws by chance stand on the line in force: the number of the next one."""
        return self._positions[-1].draws

    def game_time(self, t: int) -> int:
        """What the game's own clock shows at `t`: what was undone took no time."""
        return t - self._positions[-1].undone

    def to_move(self) -> frozenset[int]:
        """Who may move now; nobody when the game is over."""
        return self._to_move

    def view(self, seat: int | None = None) -> Any:
        """All that a seat may know now; None is a spectator. Refused `no-such-seat`."""
        if seat is not None and not 0 <= seat < self.seats:
            raise Refused("no-such-seat", detail=f"the seats are 0 to {self.seats - 1}, not {seat}")
        return self.game.view(self.state, seat)

    def outcome(self) -> Outcome | None:
        return self._outcome

    def submit(self, seat: int, move: Move | dict[str, Any], t: int, lag: int = 0) -> str | None:
        """Play a move, and NATURE's where they follow. None, or why it was refused."""
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

    def advance(self, t: int) -> None:
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

    def settle(self, move: Move, t: int) -> str | None:
        """Let NATURE make the move that is owed, and what follows. None, or why it was refused."""
        entry = Entry(len(self.log), max(t, self.last_t), NATURE, move)
        if code := self.check(entry):
            return code
        self._take(entry)
        self.advance(t)
        return None

    def next_nature(self) -> int | None:
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

    def _judge(self) -> Outcome | None:
        position = self._positions[-1]
        left = [seat for seat in range(self.seats) if seat not in position.resigned]
        if position.resigned and len(left) < 2:
            return Outcome(self.game.scores(position.state), tuple(left), "resigned")
        outcome = self.game.outcome(position.state)
        return outcome and _without_resigned(outcome, left)

    def line(self) -> tuple[int, ...]:
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

    def history(self) -> tuple[Any, ...]:
        """The states the match went through: the start, then the one after each entry."""
        return tuple(position.state for position in self._positions)

    def record(self) -> Record:
        """The whole game so far, seed included: not for players' eyes before it is over."""
        return Record(
            game=self.game.name,
            rules=self.game.rules,
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


def digest(position: Position) -> str:
    """A short fingerprint of a position: two logs that fold alike have the same."""
    digested = _Digested(position.state, position.resigned)
    text = msgspec.json.encode(digested, order="deterministic")
    return hashlib.sha256(text).hexdigest()[:32]


def replay(record: Record) -> Match:
    """Fold a record's log alone, checking every entry; Refused at the first that breaks the rules.

    The match that comes back can be played on.
    """
    match = Match.__new__(Match)
    match._begin(record.game, record.seats, record.options, record.seed)
    for entry in record.log:
        match.follow(entry)
    if record.digest and record.digest != digest(match._positions[-1]):
        raise Refused("bad-digest", seq=len(record.log) - 1)
    return match


def _out_of_order(place: int, entry: Entry, last_t: int) -> str | None:
    if entry.seq != place:
        return "bad-seq"
    if entry.t < last_t:
        return "bad-time"
    if not 0 <= entry.lag <= MAX_LAG:
        return "bad-lag"
    return None


def rerun(record: Record) -> Match:
    """Play a record's player moves again, NATURE's anew from the seed.

    Refused `rerun-differs` at the first entry in which the new log is not the old one.
    """
    match = Match(record.game, record.seats, record.options, record.seed)
    # A slow move took its time, in which someone may have resigned or gone back.
    match.leaves_slow = True
    for entry in record.log:
        if entry.seat != NATURE:
            match.submit(entry.seat, entry.move, entry.t, entry.lag)
        elif match.owes():
            match.settle(match._nature(), entry.t)
    match.leaves_slow = False
    if record.log:
        match.advance(record.log[-1].t)
    for old, new in zip(record.log, match.log, strict=False):
        if old != new:
            raise Refused("rerun-differs", seq=old.seq)
    if len(record.log) != len(match.log):
        raise Refused("rerun-differs", seq=min(len(record.log), len(match.log)))
    return match


def audit(match: Match) -> Iterator[tuple[Entry, Move]]:
    """NATURE's slow moves in a match: each as it is in the log, and as it is computed again."""
    for entry, before in zip(match.log, match._positions, strict=False):
        if entry.seat == NATURE and match.game.is_slow(before.state):
            yield entry, match.game.nature(before.state, Rng(match.seed, before.draws))


class _RawEntry(Struct, frozen=True, array_like=True):
    seq: int
    t: int
    seat: int
    move: dict[str, Any]
    lag: int = 0


class _RawRecord(Struct, frozen=True):
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: str
    log: tuple[_RawEntry, ...] = ()
    digest: str = ""


def dumps(record: Record) -> str:
    """A record as JSON text."""
    return msgspec.json.encode(record).decode()


def loads(text: str | bytes) -> Record:
    """A record from JSON text; BadRecord, with what and where, if it is none."""
    with _bad_record():
        raw = msgspec.json.decode(text, type=_RawRecord)
    with _bad_record():
        game = find_game(raw.game)
    if raw.rules != game.rules:
        raise BadRecord(
            f"made with version {raw.rules} of the {game.name} rules; "
            f"this program plays version {game.rules}"
        )
    entries = []
    for place, line in enumerate(raw.log):
        with _bad_record(f" (log entry {place})"):
            move = game.decode_move(line.move)
        entries.append(Entry(line.seq, line.t, line.seat, move, line.lag))
    return Record(raw.game, raw.rules, raw.seats, raw.options, raw.seed, tuple(entries), raw.digest)


@contextmanager
def _bad_record(where: str = "") -> Iterator[None]:
    try:
        yield
    except RecursionError:
        raise BadRecord(f"nested too deeply{where}") from None
    except (msgspec.DecodeError, UnicodeError, Refused) as e:
        raise BadRecord(f"{e}{where}") from None
