"""What a game must answer, and the values every game shares.

A game is a pure fold over its log. Whatever the rules cannot compute from that log — a die, a tile
from the bag, a clock running out — is a logged move by NATURE, so live play, replay, undo, bots and
research all run the same functions.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property, reduce
from operator import or_
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import Struct

NATURE = -1
MAX_LAG = 300
"""The most network lag, in ms, that is ever granted to a player."""

T = TypeVar("T")


class Move(Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """One move. Its JSON carries the lower-case class name as `type`."""


class Resign(Move, frozen=True):
    """Give up. Belongs to every game; Match folds it, not the rules."""


class Undo(Move, frozen=True):
    """Go back to the position after entry `to` (-1: the start). Nothing leaves the log."""

    to: int


class Entry(Struct, frozen=True, array_like=True, gc=False):
    """One line of the log."""

    seq: int
    t: int
    """ms since the game began, server clock at receipt; never decreases."""
    seat: int
    move: Move
    lag: int = 0
    """ms granted for the player's network; races compare `t - lag`."""


class Record(Struct, frozen=True):
    """A whole game. `digest` is that of the last position; empty means unchecked."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: str
    log: tuple[Entry, ...] = ()
    digest: str = ""


class Outcome(Struct, frozen=True):
    """How a game ended. Several winners share the win; none means that nobody won."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class Refused(Exception):
    """A log, an option or a game name that the rules do not allow.

    `code` is stable and meant for programs, `detail` says more to people, `seq` is the offending
    entry (None when the fault is not in the log).
    """

    def __init__(self, code: str, *, seq: int | None = None, detail: str = "") -> None:
        super().__init__(": ".join(part for part in (code, detail) if part))
        self.code = code
        self.seq = seq
        self.detail = detail


class Rng:
    """Numbers that follow from a seed and the number of a draw, and from nothing else.

    There is no generator state to store, so a match can be resumed from its log at any entry.
    """

    def __init__(self, seed: str, draw: int) -> None:
        self._prefix = f"{seed}\0{draw}\0"
        self._count = 0

    def bits(self) -> int:
        """64 fresh random bits."""
        block = hashlib.blake2b(f"{self._prefix}{self._count}".encode(), digest_size=8).digest()
        self._count += 1
        return int.from_bytes(block, "big")

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


class Game(ABC):
    """The rules of one game, as pure functions over frozen structs.

    The defaults suit a turn game with perfect information and no chance.
    """

    name: ClassVar[str]
    rules: ClassVar[int]
    """Version of the rules: raised when an old log would fold differently."""
    seats: ClassVar[tuple[int, ...]]
    """The numbers of players it can be played by."""
    options_type: ClassVar[type[Struct]]
    moves: ClassVar[tuple[type[Move], ...]]
    """All its moves, NATURE's included."""
    view_type: ClassVar[type[Struct]]
    shared_view: ClassVar[bool] = False
    """All see the same: `view` and `hide` do not depend on the seat, so one answer serves all."""
    slow_moves: ClassVar[bool] = False
    """Checking a move may take more than some ms: a server does it beside its event loop."""

    @abstractmethod
    def setup(self, seats: int, options: Any) -> Any:
        """The state before the first move. Refused where options do not go together."""

    @abstractmethod
    def to_move(self, s: Any) -> frozenset[int]:
        """Who may move: nobody when the game is over, {NATURE}, or one or more seats."""

    @abstractmethod
    def check(self, s: Any, entry: Entry) -> str | None:
        """None, or a stable reason code. Total: it never raises on any decodable move."""

    @abstractmethod
    def apply(self, s: Any, entry: Entry) -> Any:
        """The state after an entry that `check` passed."""

    @abstractmethod
    def view(self, s: Any, seat: int | None) -> Any:
        """All that this seat may know; None is a spectator."""

    @abstractmethod
    def outcome(self, s: Any) -> Outcome | None:
        """The result, or None while the game goes on."""

    @abstractmethod
    def scores(self, s: Any) -> tuple[int, ...]:
        """Each seat's score as if the game ended now (what a resigned game is recorded with).

        More is better.
        """

    def nature(self, s: Any, rng: Rng) -> Move:
        """NATURE's move where it is due: roll, draw, settle, time out."""
        raise NotImplementedError(self.name)

    def is_slow(self, s: Any) -> bool:
        """Whether NATURE's move, where it alone is to move, takes long to compute.

        A server then has it computed by another process: the state must survive `pickle`.
        """
        return False

    def deadline(self, s: Any) -> int | None:
        """When (t, ms) NATURE moves although players could; None for never."""
        return None

    def hide(self, entry: Entry, seat: int | None) -> Move:
        """The entry's move as that seat may see it."""
        return entry.move

    def legal(self, s: Any, seat: int) -> Iterable[Move]:
        """All legal moves of a seat, where they can be listed."""
        raise NotImplementedError(self.name)

    def sample(self, s: Any, seat: int, rng: Rng) -> Move:
        """One legal move of a seat that is to move."""
        return rng.choice(list(self.legal(s, seat)))

    def determinize(self, view: Any, rng: Rng) -> Any:
        """A full state that is consistent with a view."""
        raise NotImplementedError(self.name)

    def explain(self, s: Any, seat: int, move: Move) -> str:
        """What more there is to say to people about a move that `check` refuses."""
        return ""

    def preview(self, s: Any, seat: int) -> Struct | None:
        """What each legal move of a seat would do, for a screen to show before it is played."""
        return None

    def review(self, states: Sequence[Any]) -> Struct | None:
        """What there is to see in a finished game beside its moves, from all its states in turn."""
        return None

    def warm(self) -> None:  # noqa: B027 - most games have nothing to load
        """Load what the first move would otherwise have to wait for."""

    def decode_move(self, raw: Any) -> Move:
        """A Move of this game from plain JSON data; msgspec.ValidationError if it is none."""
        return msgspec.convert(raw, self._any_move)  # type: ignore[no-any-return]

    def decode_options(self, raw: dict[str, Any]) -> Any:
        """Options with their defaults filled in; Refused `bad-options` if out of range."""
        try:
            return msgspec.convert(raw, self.options_type)
        except msgspec.ValidationError as e:
            raise Refused("bad-options", detail=str(e)) from None

    @cached_property
    def _any_move(self) -> Any:
        return reduce(or_, (Resign, Undo, *self.moves))
