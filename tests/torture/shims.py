"""A disk that can be full and clocks that can jump, for all that is started with them.

Two small libraries are loaded before all others. What they do is in files that anybody can write.
"""

import os
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

SOURCES = ("full_disk", "jumping_clock")
NEEDED = "this needs a C compiler, `cc`: on Debian, `apt install gcc libc6-dev`"


class Shims:
    """The disk is whole and the clock is right until somebody says otherwise."""

    def __init__(self) -> None:
        compiler = shutil.which("cc")
        if compiler is None:
            raise RuntimeError(NEEDED)
        self.ahead = 0
        """The seconds by which all clocks are wrong."""
        self._skews = Counter[int | None]()
        """The seconds by which the clock of a single machine is wrong besides."""
        # PostgreSQL runs as another user where we are root, and must get here too.
        self._folder = Path(tempfile.mkdtemp(prefix="shims"))
        self._folder.chmod(0o755)
        self._flag = self._folder / "full"
        self._clocks: dict[int | None, Path] = {None: self._folder / "clock"}
        self._set_clocks()
        here = Path(__file__).parent
        libraries = [self._folder / f"{name}.so" for name in SOURCES]
        for name, library in zip(SOURCES, libraries, strict=True):
            flags: list[str | Path] = ["-shared", "-fPIC", "-O2", "-o", library]
            subprocess.run([compiler, *flags, here / f"{name}.c", "-ldl"], check=True)
        self.env = {
            "LD_PRELOAD": " ".join(map(str, libraries)),
            "FULL_FLAG": str(self._flag),
            "CLOCK_FILE": str(self._clocks[None]),
        }
        """What a process must find in its environment to live under them."""

    def fill(self, folder: Path) -> None:
        """From now on there is no space left in a folder."""
        whole = self._flag.with_suffix(".new")
        whole.write_text(str(folder))
        whole.chmod(0o644)
        whole.rename(self._flag)

    def make_room(self) -> None:
        self._flag.unlink(missing_ok=True)

    def jump(self, seconds: int) -> None:
        """Put all clocks forward, or back."""
        self.ahead += seconds
        self._set_clocks()

    def skew(self, machine: int, seconds: int) -> None:
        """From now on the clock of one machine is off by that."""
        self._skews[machine] = seconds
        self._set_clocks()

    def _set_clocks(self) -> None:
        for machine, clock in self._clocks.items():
            clock.touch()
            # In place, since everybody has the file mapped.
            with clock.open("r+b") as file:
                ahead = self.ahead + self._skews[machine]
                file.write(ahead.to_bytes(8, "little", signed=True))

    def remove(self) -> None:
        shutil.rmtree(self._folder)

    def environment(self, machine: int | None = None) -> dict[str, str]:
        """Ours, and what is needed for them; that of a machine has a clock of its own."""
        self._clocks.setdefault(machine, self._folder / f"clock-{machine}")
        self._set_clocks()
        return {**os.environ, **self.env, "CLOCK_FILE": str(self._clocks[machine])}
