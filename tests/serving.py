"""A real server process on loopback, for tests that need one."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

INGLENOOK = Path(sys.executable).parent / "inglenook"


class Server:
    """`inglenook serve` on a free port. `kill` and `start` again keep port and data.

    `command` is what to run in place of `inglenook`.
    """

    def __init__(self, data: Path, *command: Path | str, env: dict[str, str] | None = None) -> None:
        self.data = data
        self._command = command or (INGLENOOK,)
        self._env = env
        self.port = 0
        self._process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        process = subprocess.Popen(
            [*self._command, "serve", "--port", str(self.port), "--data", self.data],
            stdout=subprocess.PIPE,
            text=True,
            env=self._env,
        )
        assert process.stdout
        ready = process.stdout.readline()
        address = re.search(r":(\d+)$", ready.strip())
        assert address, f"the server did not start: {ready!r}"
        self.port = int(address[1])
        self._process = process

    def kill(self) -> None:
        """kill -9: no chance to write or close anything."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Stop it politely; its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self._process
        self._process.send_signal(how)
        status = self._process.wait(timeout=20)
        assert self._process.stdout
        self._process.stdout.close()
        return status

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process and self._process.poll() is None:
            self.kill()
