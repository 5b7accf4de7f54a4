"""A new game in a checkout: rules, bots, screen, texts, page and tests, ready to be played."""

import keyword
import re
import subprocess
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from inglenook.core.game import Refused
from inglenook.core.registry import game_names

NAME = re.compile(r"[a-z][a-z0-9]{1,19}")
PLACES = {
    "game": "src/inglenook/games/@name@",
    "client": "client/src/games/@name@",
    "docs": "docs/games",
    "tests": "tests/games",
}
NAMED = {"page.md": "@name@.md", "test.py": "test_@name@.py"}
"""Files that are named after the game."""


def new_game(name: str, root: Path) -> tuple[Path, ...]:
    """Write a small game of that name into a checkout; returns what was written.

    Refused `bad-name`, `game-exists` or `no-checkout`.
    """
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        detail = f"{name!r}: a game's name has 2 to 20 small letters or digits, a letter first"
        raise Refused("bad-name", detail=detail)
    if name in game_names():
        raise Refused("game-exists", detail=f"there is a game {name} already")
    if not (root / "client/src/games").is_dir() or not (root / "src/inglenook/games").is_dir():
        detail = f"{root} is not a checkout of Inglenook: clone it, and call this in its folder"
        raise Refused("no-checkout", detail=detail)
    written = []
    for part, place in PLACES.items():
        for source, path in _files(files("inglenook.cli") / "template" / part, Path()):
            target = root / _filled(place, name) / path.parent
            target /= _filled(NAMED.get(path.name, path.name), name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_filled(source.read_text(), name))
            written.append(target)
    # In a separate process: this one has looked up its games already.
    for step in (("tools/wire_types.py",), ("-m", "tests.games.goldens", name)):
        subprocess.run([sys.executable, *step], cwd=root, check=True, stdout=subprocess.DEVNULL)
    return tuple(written)


def _files(folder: Traversable, below: Path) -> list[tuple[Traversable, Path]]:
    found = []
    for each in folder.iterdir():
        if each.is_dir():
            found += _files(each, below / each.name)
        else:
            found.append((each, below / each.name.removesuffix(".txt")))
    return found


def _filled(text: str, name: str) -> str:
    return text.replace("@name@", name).replace("@Title@", name.capitalize())
