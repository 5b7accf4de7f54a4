"""Bots of one's own that do what they should not. They are run by name, in processes."""

import os
import sys
import time
from pathlib import Path
from typing import Any

from inglenook import Later, Level, Rng
from inglenook.games.kewbz.view import View


class First:
    """Plays the first legal cell, and chats."""

    def choose(self, view: View, seat: int, level: Level, rng: Rng) -> Any:
        sys.stdout.write(f"seat {seat} has {level.seconds} s\n")
        return {"type": "place", "cell": view.legal[0]}


class Dice:
    """Plays any legal cell."""

    def choose(self, view: View, seat: int, level: Level, rng: Rng) -> Any:
        return {"type": "place", "cell": rng.choice(view.legal)}


class Crash:
    def choose(self, view: View, seat: int, level: Level, rng: Rng) -> Any:
        raise ZeroDivisionError("oh dear")


class Exit:
    def choose(self, view: View, seat: int, level: Level, rng: Rng) -> Any:
        sys.stderr.write("so long\n")
        sys.stderr.flush()
        os._exit(3)


class Hang:
    def choose(self, view: View, seat: int, level: Level, rng: Rng) -> Any:
        while True:
            time.sleep(60)


class Nonsense:
    def choose(self, view: View, seat: int, level: Level, rng: Rng) -> Any:
        return object()


class Jump:
    def choose(self, view: View, seat: int, level: Level, rng: Rng) -> Any:
        return {"type": "jump"}


class Occupied:
    """Plays where a cube is already."""

    def choose(self, view: View, seat: int, level: Level, rng: Rng) -> Any:
        return {"type": "place", "cell": min(view.stacks)}


class Regret:
    """Would rather begin again."""

    def choose(self, view: View, seat: int, level: Level, rng: Rng) -> Any:
        return {"type": "undo", "to": -1}


class Backwards:
    """Answers before it was asked."""

    def choose(self, view: View, seat: int, level: Level, rng: Rng) -> Any:
        from inglenook.games.kewbz.rules import Place

        return Later(Place(view.legal[0]), -5)


class Mute:
    def choose(self, *_: Any) -> None:
        return None


class Gated(First):
    """Waits in its first move until a file `open` lies in the folder, where it says for whom."""

    waited = False

    def choose(self, view: View, seat: int, level: Level, rng: Rng) -> Any:
        if not self.waited:
            Path(f"for-{os.getppid()}").touch()
            while not Path("open").exists():
                time.sleep(0.05)
            self.waited = True
        return super().choose(view, seat, level, rng)


class Unready:
    def warm(self) -> None:
        raise FileNotFoundError("weights.bin")

    def choose(self, *_: Any) -> None:
        return None


NOT_A_BOT = 7
