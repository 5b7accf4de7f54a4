"""Players at work: found by name, in a match, and as plain functions that a process pool can run.

Wherever a level is named in the library and on the command line, any player may be:

    "arch"                 a level
    "package.module:Bot"   a class of a module, on the path or in the working folder
    "bots/mine.py:Bot"     a class of a file
    "cmd:./engine --fast"  a program that speaks as docs/engine.md says

A server takes levels from its guests and nothing else (`answer`): the other names run programs.
"""

from functools import cache
from typing import Any

from inglenook.bots.player import SECONDS, BotFault, LevelPlayer, Player
from inglenook.core.bot import Advice, Adviser, Answer
from inglenook.core.game import Game, Refused, Rng
from inglenook.core.match import Match
from inglenook.core.registry import find_bot, find_game, find_level
from inglenook.core.units import Seat, Seq


def find_player(
    game: str | Game, name: str, *, seconds: float = SECONDS, folder: str | None = None
) -> Player:
    """The player of that name, ready to play; whoever asked for it closes it.

    `seconds` are those of a bot of one's own for a move; a level has its own. `folder` is where
    paths begin and programs are started: by default the working folder. Refused `unknown-level`,
    and `bad-player` if it is not there or cannot be started.
    """
    rules = find_game(game) if isinstance(game, str) else game
    if ":" not in name:
        return LevelPlayer(rules, name)
    # Imported here: whoever plays against levels starts no processes.
    from inglenook.bots.engine import EnginePlayer

    return EnginePlayer(rules, name, seconds, folder)


def choose(match: Match, level: str, seat: Seat | None = None) -> Answer:
    """What a level, or any player, would play for a seat; without one, for the lowest that can.

    It is told no more than the seat may know, and its chance follows from the match. In real time
    it may answer with a `Later`, or with None: nothing for now. Refused `unknown-level`, `no-bots`,
    as `Match.legal` does, and as a bot of one's own fails: `bad-player`, `bot-crashed`, ….
    """
    mover = match.mover(seat)
    view, seed, seq = match.view(mover), match.seed, len(match.log)
    if ":" not in level:
        return answer(match.game.name, level, view, mover, seed, seq)
    try:
        return _kept(match.game, level).answer(view, mover, seed, seq)
    except BotFault as e:
        raise Refused(e.code, detail=f"{level}: {e.detail}") from e


@cache
def _kept(game: Game, name: str) -> Player:
    """A player whose process, if it has one, goes on for further questions, as long as this one."""
    return find_player(game, name)


def advise(match: Match, seat: Seat | None = None) -> tuple[Advice, ...]:
    """The best moves of a seat, best first and at most five; without one, of the lowest that can.

    Refused `no-hints` if the game's bot gives none, `no-bots`, and as `Match.legal` does.
    """
    mover = match.mover(seat)
    return advice(match.game.name, match.view(mover), mover, match.seed, len(match.log))


def answer(game: str, level: str, view: Any, seat: Seat, seed: str, seq: Seq) -> Answer:
    """A bot's answer in a seat that is to move, from what that seat may know."""
    return find_bot(game).choose(view, seat, find_level(game, level), Rng(seed, seq))


def advice(game: str, view: Any, seat: Seat, seed: str, seq: Seq) -> tuple[Advice, ...]:
    """The best moves, best first; Refused `no-hints` if the game's bot gives none."""
    adviser = find_bot(game)
    if not isinstance(adviser, Adviser):
        raise Refused("no-hints", detail=f"the bots of {game} give no hints")
    return tuple(adviser.advise(view, seat, Rng(seed, seq)))
