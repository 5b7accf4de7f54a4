"""What a game, and the module of its bots, says of itself: whether it can be so."""

from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from inglenook.core.bot import Bot, Level
from inglenook.core.game import Abandon, Flag, Game, Move, Refused, Resign, Undo

_FACTS = {name: get_args(hint)[0] for name, hint in get_type_hints(Game).items()}
"""Each fact of a game, with its type."""


def broken_fact(game: Game) -> str | None:
    """What is wrong with what a game says of itself; None if nothing is."""
    if unsaid := [fact for fact in _FACTS if not hasattr(game, fact)]:
        return f"it says its {', '.join(unsaid)}"
    for fact, kind in _FACTS.items():
        if not _fits(getattr(game, fact), kind):
            return f"its {fact} {_is(kind)}, not {getattr(game, fact)!r}"
    if not game.moves:
        return "its moves are kinds of Move"
    every_games: tuple[type[Move], ...] = (Resign, Abandon, Undo, Flag)
    names = [move_name(kind) for kind in every_games + game.moves]
    if game.rules_version < 1:
        return "its rules have a version of 1 or more"
    if not game.seats or min(game.seats) < 1:
        return "it is for one player or more"
    if len(set(names)) < len(names):
        return f"no two moves have the same name, as among {', '.join(names)}"
    if not game.endings or {"resigned", "flag-fell", "abandoned"} & set(game.endings):
        return "it names its endings; `resigned`, `flag-fell`, `abandoned` are every game's"
    try:
        msgspec.to_builtins(game.decode_options({}))
        msgspec.json.schema(game.options_type)
    except Refused as refused:
        return f"each of its options has a default ({refused.detail})"
    except Exception as e:  # a game may decode them itself
        return f"its options are of types that JSON has ({e})"
    return None


def broken_bots(levels: Any, bot: Any) -> str | None:
    """What is wrong with the `LEVELS` and the `BOT` of a game; None if nothing is."""
    if not _fits(levels, tuple[Level, ...]):
        return f"its LEVELS {_is(tuple[Level, ...])}, not {levels!r}"
    if not isinstance(bot, Bot):
        return "its BOT has `choose` and `warm`"
    return None


def move_name(kind: type[Move]) -> str:
    """What a move is called in JSON."""
    tag: str = kind.__struct_config__.tag  # type: ignore[assignment] # a move's is a text
    return tag


def _fits(value: Any, kind: Any) -> bool:
    """Whether a value is of a type, as far as facts have types."""
    parts = get_args(kind)
    match get_origin(kind):
        case origin if origin is Literal:
            return value in parts
        case origin if origin is UnionType:
            return any(_fits(value, part) for part in parts)
        case origin if origin is tuple:
            return isinstance(value, tuple) and all(_fits(each, parts[0]) for each in value)
        case origin if origin is type:
            return isinstance(value, type) and issubclass(value, parts[0])
        case origin:
            # True is a whole number to Python, and nobody's version.
            return isinstance(value, origin or kind) and (kind is bool or value is not True)


def _is(kind: Any) -> str:
    """What a fact should be, in the words of Python."""
    if get_origin(kind) is Literal:
        return f"is one of {', '.join(map(repr, get_args(kind)))}"
    return f"should be {kind.__name__ if type(kind) is type else kind}"
