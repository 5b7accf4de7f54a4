"""A real server process on loopback, for tests that need one."""

import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

import psutil

INGLENOOK = Path(sys.executable).parent / "inglenook"
AS_INSTALLED = Path(__file__).parent / "as_installed"
"""What a server must not find, though the tests have it."""


class Server:
    """`inglenook serve` on a free port. `kill` and `start` again keep port and data.

    `command` is what to run in place of `inglenook`; `log` is a file for what it has to say.
    """

    def __init__(
        self,
        data: Path,
        *command: Path | str,
        database: str | None = None,
        workers: int | None = None,
        env: dict[str, str] | None = None,
        log: Path | None = None,
    ) -> None:
        self.data = data
        self._command = command or (INGLENOOK,)
        self._count = workers or 1
        self._options = [
            *(["--database", database] if database else []),
            *(["--workers", str(workers)] if workers else []),
        ]
        given = env or os.environ
        self._env = {
            **given,
            "PYTHONPATH": os.pathsep.join(
                filter(None, (str(AS_INSTALLED), given.get("PYTHONPATH")))
            ),
            # When killed, it cannot give back what it shared with its bots: no need to say so.
            "PYTHONWARNINGS": "ignore:resource_tracker",
        }
        self._log = log
        self.port = 0
        self._process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        where = ["--port", str(self.port), "--data", str(self.data)]
        with self._log.open("a") if self._log else contextlib.nullcontext() as log:
            process = subprocess.Popen(
                [*self._command, "serve", *where, *self._options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self._env,
            )
        assert process.stdout
        ready = process.stdout.readline()
        address = re.search(r":(\d+)$", ready.strip())
        assert address, f"the server did not start: {ready!r}"
        self.port = int(address[1])
        self._process = process

    @property
    def pid(self) -> int:
        """Its process; with several workers the one that looks after them."""
        assert self._process
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def workers(self) -> list[int]:
        """The processes of its workers, where there are several, the oldest first."""
        children = []
        for child in psutil.Process(self.pid).children():
            with contextlib.suppress(psutil.NoSuchProcess):
                if "spawn_main" in " ".join(child.cmdline()):
                    children.append((child.create_time(), child.pid))
        return [pid for _, pid in sorted(children)]

    def kill(self) -> None:
        """kill -9, with all its workers: no chance to write or close anything."""
        workers = self.workers() if self._count > 1 else []
        self._end(signal.SIGKILL)
        for worker in workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)

    def stop(self) -> int:
        """Stop it politely; its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self._process
        self._process.send_signal(how)
        status = self._process.wait(timeout=60)
        assert self._process.stdout
        self._process.stdout.close()
        return status

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process
        assert self._process.stdout
        if self._process.poll() is None:
            self.kill()
        self._process.stdout.close()
