"""Who plays: a level of the game's bots, or a bot of one's own. Programs are in `engine`."""

import hashlib
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from inglenook.core.bot import Answer, Bot, Later, Level
from inglenook.core.game import Game, Move, Refused, Rng
from inglenook.core.registry import find_bot, find_level
from inglenook.core.units import PlayMs, Seat, Seq

SECONDS = 1.0
"""How long a bot of one's own may think about a move, unless told otherwise; as levels do."""


class BotFault(Exception):
    """A bot that crashed, hung or answered what is no move.

    code    stable: `bot-crashed`, `bot-hangs`, `bad-answer`, `bad-move`
    detail  says more to people
    said    what it answered, as plain data; None if nothing
    """

    def __init__(self, code: str, detail: str, said: Any = None) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.said = said


class Player(Protocol):
    """Somebody who is asked for moves, in any number of matches of a game.

    name  what it was found by
    """

    name: str

    def answer(
        self, view: Any, seat: Seat, seed: str, seq: Seq, left: PlayMs | None = None
    ) -> Answer:
        """What to play for a seat that is to move, from what that seat may know.

        All its chance follows from `seed`, the seat and `seq`, the number of the entry to come.
        `left` are the ms on the seat's clock, where there is one. Raises BotFault. Whether the
        move is legal is for the rules to say.
        """

    def close(self) -> None:
        """Let go of what it holds: a process, for one."""


class LevelPlayer:
    """A level of the game's bots. See `Player`."""

    def __init__(self, game: Game, name: str) -> None:
        self.name = name
        self._level = find_level(game.name, name)
        self._bot = find_bot(game.name)

    def answer(
        self, view: Any, seat: Seat, seed: str, seq: Seq, left: PlayMs | None = None
    ) -> Answer:
        level = in_time(self._level, left)
        answer: Answer = _asked(lambda: self._bot.choose(view, seat, level, Rng(seed, seq)))
        return answer

    def close(self) -> None:
        pass


class BotPlayer:
    """A bot of one's own, as an object in this process: nothing stops one that hangs.

    See `Player`.
    """

    def __init__(self, game: Game, bot: Bot, seconds: float = SECONDS) -> None:
        self.name = type(bot).__name__
        self._game = game
        self._bot = bot
        self._level = Level(self.name, 0, seconds)

    def answer(
        self, view: Any, seat: Seat, seed: str, seq: Seq, left: PlayMs | None = None
    ) -> Answer:
        level, rng = in_time(self._level, left), Rng(own_seed(seed, seat, seq), 0)
        return as_answer(
            self._game, _asked(lambda: self._bot.choose(view, seat, level, rng)), later=None
        )

    def close(self) -> None:
        pass


def as_answer(game: Game, said: Any, later: PlayMs | None) -> Answer:
    """What a bot said, as an answer: a move may be plain data. BotFault if it is none."""
    if isinstance(said, Later):
        said, later = said.move, said.ms
    if said is None:
        return None
    try:
        move = said if isinstance(said, Move) else game.decode_move(said)
    except msgspec.ValidationError as e:
        raise BotFault("bad-move", str(e), plain(said)) from None
    if later is None:
        return move
    if not isinstance(later, int) or later < 0:
        raise BotFault("bad-answer", "a time is a number of ms, from 0", plain(said))
    return Later(move, later)


def plain(value: Any) -> Any:
    """Anything as plain JSON data, for a report; what has no such form, as Python shows it."""
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=repr))


def own_seed(seed: str, seat: Seat, seq: Seq) -> str:
    """A seed for somebody who must not know that of the match: NATURE's draws follow from it."""
    return hashlib.blake2b(f"{seed}\0bot\0{seat}\0{seq}".encode(), digest_size=16).hexdigest()


def in_time(level: Level, left: PlayMs | None) -> Level:
    """A level that does not think longer than it has time left."""
    if left is None or left >= 1000 * level.seconds:
        return level
    return replace(level, seconds=left / 1000)


def _asked(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except Refused as e:
        raise BotFault("bot-crashed", f"Refused: {e}") from e
    except Exception as e:  # anything at all can go wrong in a bot
        raise BotFault("bot-crashed", f"{type(e).__name__}: {e}") from e
