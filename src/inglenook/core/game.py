"""What a game must answer, and the values every game shares.

A game is a pure fold over its log. Whatever the rules cannot compute from that log — a die, a tile
from the bag, a clock running out — is a logged move by NATURE, so live play, replay, undo, bots and
research all run the same functions.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from inglenook.core.daily import DailyBoard
from inglenook.core.insight import Insight
from inglenook.core.known_types import known
from inglenook.core.summary import Keepsakes, Summary
from inglenook.core.units import PlayMs, Seat, Seq

NATURE: Seat = -1
"""The seat of chance and time."""
MAX_LAG: PlayMs = 300
"""The most network lag, in ms, that is ever granted to a player."""
DWELL: PlayMs = 1000
"""ms that people need to see a move, unless its game says otherwise."""

Parts: TypeAlias = tuple[Hashable, ...]
"""What NATURE has drawn, one thing after the other, of one move: see `Game.chances`."""

T = TypeVar("T")

# A game's state, its view and the moves of its players. Type checkers let those who do not care
# leave them out; Python's own TypeVar can say so only from 3.13 on.
if TYPE_CHECKING:
    from typing_extensions import TypeVar as DefaultTypeVar

    S = DefaultTypeVar("S", default=Any)
    V = DefaultTypeVar("V", default=Any)
    M = DefaultTypeVar("M", bound="Move", default=Any)
else:
    S, V, M = TypeVar("S"), TypeVar("V"), TypeVar("M")


class Move(Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """One move. Its JSON carries the lower-case class name as `type`.

    by_chance  for NATURE's moves: whether chance has a part in it; only such moves are draws
    """

    by_chance: ClassVar[bool] = True


class Resign(Move, frozen=True):
    """Give up. Belongs to every game; `Fold` folds it, not the rules."""


class Abandon(Move, frozen=True):
    """End the game as it stands: nobody wins.

    Belongs to every game; `Fold` folds it, not the rules. Whoever seats people asks them all first.
    """


class Undo(Move, frozen=True):
    """Go back to the position after entry `to` (-1: the start). Nothing leaves the log.

    Belongs to every game; `Fold` folds it, not the rules.
    """

    to: Seq


class Flag(Move, frozen=True):
    """The time of a seat is up: its flag falls. NATURE's, in a match with a clock; `Fold` folds it,
    not the rules."""

    by_chance: ClassVar[bool] = False
    seat: Seat


class Entry(Struct, frozen=True, array_like=True, gc=False):
    """One move in the log of a match, numbered and timed.

    seq   its number: the first is 0
    t     ms of play since the game began, when the server received it; never decreases
    seat  who moved; NATURE is -1
    move  what was played
    lag   ms granted for the player's network; races compare `t - lag`
    """

    seq: Seq
    t: PlayMs
    seat: Seat
    move: Move
    lag: PlayMs = 0


class Outcome(Struct, frozen=True):
    """How a game ended.

    scores   of each seat, in the points of the game
    winners  the seats that won: several share the win, none means that nobody won
    reason   why it ended, a stable code
    """

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str


class Refused(Exception):
    """A move, a log, an option or a name that the rules do not allow.

    code    stable, and meant for programs
    detail  says more to people; may be empty
    seq     the offending entry; None when the fault is not in a log
    """

    def __init__(self, code: str, *, seq: Seq | None = None, detail: str = "") -> None:
        super().__init__(": ".join(part for part in (code, detail) if part))
        self.code = code
        self.seq = seq
        self.detail = detail


class Rng:
    """Numbers that follow from a seed and the number of a draw, and from nothing else.

    There is no generator state to store, so a match can be resumed from its log at any entry.
    """

    def __init__(self, seed: str, draw: int) -> None:
        self._hash = hashlib.blake2b(f"{seed}\0{draw}\0".encode(), digest_size=8)
        self._count = 0

    def bits(self) -> int:
        """64 fresh random bits."""
        block = self._hash.copy()
        block.update(b"%d" % self._count)
        self._count += 1
        return int.from_bytes(block.digest(), "big")

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely."""
        # Rejecting the ragged top of the range keeps every remainder equally likely.
        limit = 2**64 - 2**64 % n
        while (bits := self.bits()) >= limit:
            pass
        return bits % n

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        deck = list(items)
        for i in range(len(deck) - 1, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return deck


class Game(ABC, Generic[S, V, M]):
    """The rules of one game, as pure functions over frozen structs.

    `Game[S, V, M]` has states S, views V, and players who make moves M. The defaults suit a turn
    game with perfect information and no chance.

    name           the name it is found by
    rules_version  raised when an old log would fold differently
    seats          the numbers of players it can be played by
    options_type   its options, each with a default
    moves          all its moves, NATURE's included
    view_type      what `view` answers with
    shared_view    all see the same: `view` and `hide` do not depend on the seat
    place_type     what `judge` is asked about; None where it is not asked
    lists_all      `legal` lists every legal move; False where there are too many to list, so that
                   it lists some of each kind, or none
    slow_moves     checking or viewing may take more than some ms: a server does it in a thread
    real_time      it is not played in turns, so that a match of it has no clock
    dynamics       whether one moves after the other, or all may at any moment
    information    whether all see everything
    chance         whether NATURE draws anything, and whether `chances` lists all that it may draw:
                   `sampled` where it cannot, as with what a hand does
    endings        the reasons its outcomes give; `resigned`, `flag-fell` and `abandoned` are
                   every game's
    extremes       options for tests: as short, as long and as odd as they come
    """

    name: ClassVar[str]
    rules_version: ClassVar[int]
    seats: ClassVar[tuple[int, ...]]
    options_type: ClassVar[type[Struct]]
    moves: ClassVar[tuple[type[Move], ...]]
    view_type: ClassVar[type[Struct]]
    shared_view: ClassVar[bool] = False
    place_type: ClassVar[type[Struct] | None] = None
    lists_all: ClassVar[bool] = True
    slow_moves: ClassVar[bool] = False
    real_time: ClassVar[bool] = False
    dynamics: ClassVar[Literal["sequential", "simultaneous"]] = "sequential"
    information: ClassVar[Literal["perfect", "imperfect"]] = "perfect"
    chance: ClassVar[Literal["none", "listed", "sampled"]] = "none"
    endings: ClassVar[tuple[str, ...]]
    extremes: ClassVar[tuple[dict[str, Any], ...]] = ({},)

    def __repr__(self) -> str:
        return f"<Game {self.name}, version {self.rules_version} of its rules>"

    @abstractmethod
    def setup(self, seats: int, options: Any) -> S:
        """The state before the first move. Refused where options do not go together."""

    @abstractmethod
    def to_move(self, s: S) -> frozenset[Seat]:
        """Who may move: nobody when the game is over, {NATURE}, or one or more seats.

        A seat is named only if it has a legal move now, without time passing first. (In the last
        MAX_LAG ms before a deadline it may have none: these are kept for moves on their way.)
        """

    @abstractmethod
    def check(self, s: S, entry: Entry) -> str | None:
        """None, or a stable reason code. Total: it never raises on any decodable move."""

    @abstractmethod
    def apply(self, s: S, entry: Entry) -> S:
        """The state after an entry that `check` passed."""

    @abstractmethod
    def view(self, s: S, seat: Seat | None) -> V:
        """All that this seat may know; None is a spectator."""

    @abstractmethod
    def outcome(self, s: S) -> Outcome | None:
        """The result, or None while the game goes on."""

    @abstractmethod
    def scores(self, s: S) -> tuple[int, ...]:
        """Each seat's score as if the game ended now (what a resigned game is recorded with).

        More is better.
        """

    def nature(self, s: S, rng: Rng) -> Move:
        """NATURE's move where it is due: roll, draw, settle, time out."""
        raise NotImplementedError(f"{self.name} has no `nature`")

    def chances(self, s: S, parts: Parts = ()) -> Sequence[tuple[Hashable, int]]:
        """What `nature` may draw, as parts of its move that are drawn one after the other.

        These are all that may come after `parts`, none twice, each with its weight; nothing once
        the move is complete, and where NATURE has no choice. `drawn` makes the move of its parts.
        """
        return ()

    def drawn(self, s: S, parts: Parts) -> Move:
        """NATURE's move, from all its parts: see `chances`."""
        raise NotImplementedError(f"{self.name} has no `drawn`")

    def parts(self, s: S, move: Move) -> Parts:
        """The parts that a move of NATURE's was drawn in: what `drawn` made it of."""
        return ()

    def key(self, s: S) -> Hashable:
        """The same for two positions just when they play on alike; for tables of positions."""
        key: Hashable = s  # states are frozen structs
        return key

    def is_slow(self, s: S) -> bool:
        """Whether NATURE's move, where only NATURE is to move, takes long to compute.

        A server then has it computed by another process: the state must survive `pickle`.
        """
        return False

    def filmed(self, s: S, move: Move) -> Move:
        """A slow move of NATURE's with what only those who watch need. It folds to the same state.

        Tables ask for it, and `inglenook.filmed`; whoever only plays need not wait for it.
        """
        return move

    def is_timed(self, s: S) -> bool:
        """Whether it matters when a move is made, though no deadline is set and no other may move.

        A server then measures how long the players' networks take.
        """
        return False

    def for_bots(self, raw: dict[str, Any]) -> bool:
        """Whether only a bot may make this move, given as plain JSON data."""
        return False

    def deadline(self, s: S) -> PlayMs | None:
        """When (t, ms) NATURE moves although players could; None for never."""
        return None

    def dwell(self, entry: Entry) -> PlayMs:
        """How long, in ms, people need to see what an entry did: a screen and bots wait for it.

        It follows from what everybody may see of the entry. Rules never ask for it.
        """
        return DWELL

    def is_sound(self, move: Move) -> bool:
        """Whether what no rule looks at in a move is as it should be: anyone may bring a record."""
        return True

    def hide(self, entry: Entry, seat: Seat | None) -> Move:
        """The entry's move as that seat may see it."""
        return entry.move

    def legal(self, s: S, seat: Seat) -> Iterable[M]:
        """The legal moves of a seat, none twice; nothing for a seat that is not to move.

        Refused `not-listed` where they cannot be listed, as words cannot.
        """
        raise Refused("not-listed", detail=f"the moves of {self.name} cannot be listed")

    def sample(self, s: S, seat: Seat, rng: Rng) -> M:
        """One legal move of a seat that is to move, else Refused `not-your-turn`.

        Games played by samples end.
        """
        self._require_to_move(s, seat)
        return rng.choice(list(self.legal(s, seat)))

    def show(self, view: V) -> str:
        """A view as plain text, for a terminal."""
        shown: dict[str, Any] = msgspec.to_builtins(view)
        return "\n".join(f"{name}: {_plain(value)}" for name, value in shown.items())

    def determinize(self, view: V, rng: Rng) -> S:
        """A full state that is consistent with a view."""
        raise NotImplementedError(f"{self.name} has no `determinize`")

    def explain(self, s: S, seat: Seat, move: Move) -> str:
        """What else to tell people about a move that `check` refuses."""
        return ""

    def doubt(self, s: S, seat: Seat, move: Move) -> str:
        """What speaks against a legal move, as a stable code: its player is asked once more.

        Empty, as it usually is: nothing does. Only those who ask for it are asked.
        """
        return ""

    def preview(self, s: S, seat: Seat) -> Struct | None:
        """What each legal move of a seat would do, for a screen to show before it is played."""
        return None

    def judge(self, s: S, seat: Seat, place: Any) -> Struct | None:
        """What is wrong with a place where a seat would put something, in the game's own form.

        For a screen, where a hand lets go of something anywhere. Refused if there is no saying.
        """
        raise NotImplementedError(f"{self.name} has no `judge`")

    def decode_place(self, raw: Any) -> Any:
        """A place to judge from plain JSON data; Refused `bad-message` if it is not one."""
        if self.place_type is None:
            raise Refused("bad-message", detail=f"{self.name} judges no places")
        try:
            return msgspec.convert(raw, self._place)
        except msgspec.ValidationError as e:
            raise Refused("bad-message", detail=str(e)) from None

    def review(self, states: Sequence[S]) -> Struct | None:
        """What there was to find in a finished game, from all its states in turn.

        It is shown with the result, so it must be there at once; how good a move was is for
        `analyse` to say.
        """
        return None

    def analyse(
        self, states: Sequence[S], entries: Sequence[Entry], steps: range
    ) -> Iterable[Insight]:
        """What a coach has to say about these steps of a finished game, in their order.

        `states` are all in turn, without what was undone; `entries[i]` leads from the i-th to the
        next, which is step i + 1. A step's insight is the same whichever others are asked for, so
        that a long analysis can be done in parts. Nothing it says may be a coarse word.
        """
        return ()

    def summary(self, states: Sequence[S]) -> Summary:
        """What a finished game comes to, from all its states in turn: where each seat's points came
        from, and a moment worth seeing again."""
        return Summary()

    def keepsakes(self, states: Sequence[S]) -> Keepsakes:
        """What to remember of a finished game, from all its states in turn."""
        return Keepsakes()

    def scale(self, seats: int, options: Any) -> str | None:
        """The scale on which such a game is rated: the name, or `name-mode` for each of its modes.

        None: it cannot be rated, as nobody can who plays alone.
        """
        return self.name if seats > 1 else None

    def daily(self, rng: Rng) -> DailyBoard | None:
        """Where everybody begins on a day whose chance this is; None: it has no board of the day.

        May take a second: bots may play up to there.
        """
        return None

    def warm(self) -> None:
        """Load what the first move would otherwise have to wait for."""

    def decode_move(self, raw: Any) -> Move:
        """A Move of this game from plain JSON data; msgspec.ValidationError if it is not one."""
        move: Move
        try:
            move = msgspec.convert({"move": raw}, self._moved).move
        except msgspec.ValidationError:
            # The same again, for what it says: where in the move something is wrong.
            move = msgspec.convert(raw, self._any_move)
        return move

    def decode_options(self, raw: dict[str, Any]) -> Any:
        """Options with their defaults filled in; Refused `bad-options` if out of range."""
        try:
            return msgspec.convert(raw, self._options)
        except msgspec.ValidationError as e:
            raise Refused("bad-options", detail=str(e)) from None

    def _require_to_move(self, s: S, seat: Seat) -> None:
        if seat not in self.to_move(s) - {NATURE}:
            raise Refused("not-your-turn", detail=f"seat {seat} is not to move")

    @cached_property
    def _any_move(self) -> Any:
        return reduce(or_, (Resign, Abandon, Undo, Flag, *self.moves))

    @cached_property
    def _moved(self) -> Any:
        """A struct that holds one: of a struct msgspec remembers how it is converted, of a mere
        union it works that out each time, which takes longer than all the rest of a move."""
        return known(msgspec.defstruct("Moved", [("move", self._any_move)]))

    @cached_property
    def _options(self) -> Any:
        return known(self.options_type)

    @cached_property
    def _place(self) -> Any:
        return known(self.place_type)

    def __getstate__(self) -> dict[str, Any]:
        """For `pickle`: without what is made of its types, which it would not find here."""
        made = {"_any_move", "_moved", "_options", "_place"}
        return {name: value for name, value in vars(self).items() if name not in made}


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
