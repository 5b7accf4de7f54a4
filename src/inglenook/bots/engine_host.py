"""A bot's class as an engine: `python -m inglenook.bots.engine_host bot.py:Bot`.

In a process of its own it can crash, hang and print as it likes.
"""

import os
import sys
import traceback
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import Raw, Struct

from inglenook.bots.engine import Choose, Chosen, Failed, Hello, Ready
from inglenook.core.bot import Later, Level
from inglenook.core.game import Rng
from inglenook.core.registry import find_game


class Asked(Choose, frozen=True, tag_field="type", tag="choose"):
    """A question whose view is not read yet: what it holds depends on the game."""

    view: Raw


class NoBot(Exception):
    """There is no bot of that name."""


def load_bot(name: str) -> Any:
    """The bot in `module:Name` or `file.py:Name`; a class is made into an object. NoBot."""
    place, _, attribute = name.rpartition(":")
    if place.endswith(".py"):
        module = _module_in(Path(place))
    else:
        sys.path.insert(0, str(Path.cwd()))
        module = import_module(place)
    found = getattr(module, attribute, None)
    if found is None:
        raise NoBot(f"there is no {attribute!r} in {place}")
    bot = found() if isinstance(found, type) else found
    if not callable(getattr(bot, "choose", None)):
        raise NoBot(f"{name} has no method `choose`")
    return bot


def _module_in(file: Path) -> Any:
    if not file.is_file():
        raise NoBot(f"there is no file {file}")
    # What lies beside it can be imported, as from a script.
    sys.path.insert(0, str(file.resolve().parent))
    spec = spec_from_file_location(file.stem, file)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module


class Host:
    """Answers the lines that an engine is asked, with a bot."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._bot: Any = None
        self._view_type: type[Struct] = Struct

    def answer(self, line: bytes) -> Ready | Chosen | Failed:
        try:
            asked = msgspec.json.decode(line, type=Hello | Asked)
            return self._begin(asked) if isinstance(asked, Hello) else self._choose(asked)
        except NoBot as e:
            return Failed(str(e))
        except Exception as e:  # anything at all can go wrong in a bot
            traceback.print_exc()
            return Failed(f"{type(e).__name__}: {e}")

    def _begin(self, hello: Hello) -> Ready:
        self._view_type = find_game(hello.game, hello.rules).view_type
        self._bot = load_bot(self._name)
        if hasattr(self._bot, "warm"):
            self._bot.warm()
        return Ready()

    def _choose(self, asked: Asked) -> Chosen:
        view = msgspec.json.decode(asked.view, type=self._view_type)
        level = Level(self._name, 0, asked.ms / 1000)
        said = self._bot.choose(view, asked.seat, level, Rng(asked.seed, 0))
        if isinstance(said, Later):
            return Chosen(said.move, said.ms)
        return Chosen(said)


def serve(host: Host, questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer until there are no more questions."""
    for line in questions:
        answers.write(msgspec.json.encode(host.answer(line), enc_hook=repr) + b"\n")
        answers.flush()


def main() -> None:
    # What a bot prints must not be taken for an answer.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(Host(sys.argv[1]), sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
