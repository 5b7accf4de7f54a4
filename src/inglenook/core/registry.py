"""The games that can be played, and their bots, by name.

Ours are the packages in `inglenook.games`. Those of others are found by their entry points in the
group `inglenook.games`: the name of the game, and the package or module that holds its `GAME`.
"""

import pkgutil
import re
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Literal, overload

from inglenook.core.bot import Bot, Level
from inglenook.core.game import Game, Refused
from inglenook.core.game_checks import broken_bots, broken_fact

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

PACKAGE = "inglenook.games"
"""The package whose packages are our games."""
GROUP = "inglenook.games"
"""The entry points of games from outside."""


def game_names() -> tuple[str, ...]:
    """The names of all games, in alphabetical order."""
    return tuple(sorted(_packages()))


def playable_games() -> tuple[tuple[str, ...], tuple[Refused, ...]]:
    """The names of all games that can be loaded here, and why the others cannot."""
    names, refused = [], []
    for name in game_names():
        try:
            find_game(name)
            levels(name)
            names.append(name)
        except Refused as e:
            refused.append(e)
    return tuple(names), tuple(refused)


@overload
def find_game(
    name: Literal["conex"], rules: int | None = None
) -> "Game[ConexState, ConexView, ConexMove]": ...


@overload
def find_game(
    name: Literal["kewbz"], rules: int | None = None
) -> "Game[KewbzState, KewbzView, KewbzMove]": ...


@overload
def find_game(
    name: Literal["konexi"], rules: int | None = None
) -> "Game[KonexiState, KonexiView, KonexiMove]": ...


@overload
def find_game(
    name: Literal["prolix"], rules: int | None = None
) -> "Game[ProlixState, ProlixView, ProlixMove]": ...


@overload
def find_game(name: str, rules: int | None = None) -> Game: ...


@cache
def find_game(name: str, rules: int | None = None) -> Game:
    """The game of that name, by the rules of today or by a version of them.

    Refused `unknown-game`, `old-rules` for a version that is not there, `missing-extra` if what the
    game needs is not installed, `name-clash` if two games have the name, `bad-game` if what was
    found is not a game or cannot be loaded, and `breaks-law` if what it says of itself is not so.
    """
    today = _game(name, _package(name))
    if rules in (None, today.rules_version):
        return today
    past = past_rules(name)
    if rules not in past:
        played = ", ".join(map(str, (today.rules_version, *past)))
        raise Refused(
            "old-rules",
            detail=f"made with version {rules} of the {name} rules; "
            f"this program plays version {played}",
        )
    return _game(name, f"{_package(name)}.past.v{rules}")


def past_rules(name: str) -> tuple[int, ...]:
    """The earlier versions of a game's rules that are kept for old records, oldest first.

    Each is a module `past.vN` of the game's package, with a `GAME`.
    """
    past = _load(name, f"{_package(name)}.past")
    if past is None:
        return ()
    found = (re.fullmatch(r"v(\d+)", info.name) for info in pkgutil.iter_modules(past.__path__))
    return tuple(sorted(int(version[1]) for version in found if version))


def find_bot(game: str) -> Bot:
    """What plays all levels of a game; Refused `no-bots` if it has none."""
    module = _bots(game)
    if module is None:
        raise Refused("no-bots", detail=f"{game} has no bots")
    found: Bot = module.BOT
    return found


def is_on_shelf(game: Game) -> bool:
    """Whether a game is the one that is found by its name, by today's rules."""
    return game.name in game_names() and type(find_game(game.name)) is type(game)


def levels(game: str | Game) -> tuple[Level, ...]:
    """The levels of a game's bots, weakest first; none if it has no bots.

    A game of one's own has none: bots are found beside its rules, by its name.
    """
    if isinstance(game, Game):
        return levels(game.name) if is_on_shelf(game) else ()
    module = _bots(game)
    return module.LEVELS if module else ()


def find_level(game: str, name: str) -> Level:
    """A level by name; Refused `unknown-level` if the game has none of that name."""
    for found in levels(game):
        if found.name == name:
            return found
    names = ", ".join(found.name for found in levels(game)) or "any: there are no bots"
    raise Refused("unknown-level", detail=f"{name!r} is not one of {names}")


def middle_level(game: str) -> Level | None:
    """For those who have not chosen: neither the weakest nor the strongest; None without bots."""
    known = levels(game)
    return known[(len(known) - 1) // 2] if known else None


def part_of(game: str, name: str) -> ModuleType | None:
    """A module beside a game's rules; None if it has none of that name."""
    find_game(game)
    return _load(game, f"{_package(game)}.{name}")


def data_file(game: str, name: str) -> bytes | None:
    """A file of data beside a game's rules; None if it has none of that name."""
    # Imported here: most users of the library never ask for data.
    from importlib.resources import files

    package = import_module(_package(game))
    if not hasattr(package, "__path__"):
        return None  # a game in a single file
    path = files(package).joinpath(name)
    return path.read_bytes() if path.is_file() else None


@cache
def _bots(game: str) -> ModuleType | None:
    """The module of a game's bots, which is beside its rules."""
    find_game(game)
    module = f"{_package(game)}.bot"
    bots = _load(game, module)
    if bots and not (hasattr(bots, "LEVELS") and hasattr(bots, "BOT")):
        raise Refused("bad-game", detail=f"{game}: {module} has no LEVELS or no BOT")
    if bots and (fault := broken_bots(bots.LEVELS, bots.BOT)):
        raise Refused("breaks-law", detail=f"{game}: {fault}")
    return bots


def _game(name: str, module: str) -> Game:
    loaded = _load(name, module)
    if loaded is None:
        raise Refused("bad-game", detail=f"{name}: there is no module {module!r}")
    found = getattr(loaded, "GAME", None)
    if not isinstance(found, Game) or getattr(found, "name", None) != name:
        raise Refused("bad-game", detail=f"{module}.GAME is no game named {name!r}")
    if fault := broken_fact(found):
        raise Refused("breaks-law", detail=f"{name}: {fault}")
    return found


def _load(game: str, module: str) -> ModuleType | None:
    """Import a game's module; None if there is none of that name.

    Refused `missing-extra` if something it needs is not installed. What else goes wrong in a game
    from outside is `bad-game`: it must not keep the other games from being played.
    """
    ours = _package(game).startswith(f"{PACKAGE}.")
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name == module:
            return None
        # No extra can supply a module of the game itself.
        own = _package(game).partition(".")[0]
        if missing.name and missing.name.partition(".")[0] != own:
            wanted = '"inglenook[games]"' if ours else missing.name
            raise Refused(
                "missing-extra",
                detail=f"{game} needs {missing.name}, which is not installed: pip install {wanted}",
            ) from None
        fault: BaseException = missing
    # Anything at all can go wrong in somebody else's module, and some end the program.
    except (Exception, SystemExit) as e:
        fault = e
    if ours:
        raise fault
    raise Refused("bad-game", detail=f"{game}: {type(fault).__name__}: {fault}") from fault


def _package(game: str) -> str:
    found = _packages().get(game, ())
    if not found:
        raise Refused("unknown-game", detail=f"{game!r} is not one of {', '.join(game_names())}")
    if len(found) > 1:
        raise Refused("name-clash", detail=f"{game!r} is the name of {' and '.join(found)}")
    return found[0]


def _packages() -> dict[str, tuple[str, ...]]:
    """The package of every game, by name; several if they share one."""
    found: dict[str, tuple[str, ...]] = {
        info.name: (f"{PACKAGE}.{info.name}",)
        for info in pkgutil.iter_modules(import_module(PACKAGE).__path__)
        if info.ispkg
    }
    for name, package in _from_outside():
        found[name] = (*found.get(name, ()), package)
    return found


@cache
def _from_outside() -> tuple[tuple[str, str], ...]:
    # Imported here: it takes longer than all the rest of the library.
    from importlib.metadata import entry_points

    return tuple((point.name, point.value) for point in entry_points(group=GROUP))
