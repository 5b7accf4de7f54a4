"""A disk that can be full and a clock that can jump, for all that is started with them.

Two small libraries are loaded before all others. What they do is in files that anybody can write.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

SOURCES = ("full_disk", "jumping_clock")
NEEDED = "this needs a C compiler, `cc`: on Debian, `apt install gcc libc6-dev`"


class Shims:
    """The disk is whole and the clock is right until somebody says otherwise."""

    def __init__(self) -> None:
        compiler = shutil.which("cc")
        if compiler is None:
            raise RuntimeError(NEEDED)
        # PostgreSQL runs as another user where we are root, and must get here too.
        self._folder = Path(tempfile.mkdtemp(prefix="shims"))
        self._folder.chmod(0o755)
        self._flag = self._folder / "full"
        self._clock = self._folder / "clock"
        self._clock.write_bytes(bytes(8))
        here = Path(__file__).parent
        libraries = [self._folder / f"{name}.so" for name in SOURCES]
        for name, library in zip(SOURCES, libraries, strict=True):
            flags: list[str | Path] = ["-shared", "-fPIC", "-O2", "-o", library]
            subprocess.run([compiler, *flags, here / f"{name}.c", "-ldl"], check=True)
        self.env = {
            "LD_PRELOAD": " ".join(map(str, libraries)),
            "FULL_FLAG": str(self._flag),
            "CLOCK_FILE": str(self._clock),
        }
        """What a process must find in its environment to live under them."""
        self.ahead = 0
        """The seconds by which the clock is wrong."""

    def fill(self, folder: Path) -> None:
        """From now on there is no space left in a folder."""
        whole = self._flag.with_suffix(".new")
        whole.write_text(str(folder))
        whole.chmod(0o644)
        whole.rename(self._flag)

    def make_room(self) -> None:
        self._flag.unlink(missing_ok=True)

    def jump(self, seconds: int) -> None:
        """Put the clock forward, or back."""
        self.ahead += seconds
        # In place, since everybody has the file mapped.
        with self._clock.open("r+b") as file:
            file.write(self.ahead.to_bytes(8, "little", signed=True))

    def remove(self) -> None:
        shutil.rmtree(self._folder)

    def environment(self) -> dict[str, str]:
        """Ours, and what is needed for them."""
        return {**os.environ, **self.env}
