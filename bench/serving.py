"""Servers that benches start, and what they use of the machine."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

import psutil
from msgspec import Struct


class Serving(Struct, frozen=True):
    """A server that runs."""

    port: int
    process: psutil.Process


@contextmanager
def serving(*command: str | Path) -> Iterator[Serving]:
    """A server that says where it is open before anything else. Its complaints are shown."""
    with TemporaryFile() as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
        assert process.stdout
        try:
            address = re.search(rb" open at http://.*:(\d+)\s", process.stdout.readline())
            assert address, "the server did not start"
            yield Serving(int(address[1]), psutil.Process(process.pid))
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()
            log.seek(0)
            complaints = [line for line in log if b'"level":"info"' not in line]
            sys.stderr.write(b"".join(complaints).decode())


def family(process: psutil.Process) -> list[psutil.Process]:
    """A process and all that came from it."""
    return [process, *process.children(recursive=True)]


def memory(process: psutil.Process) -> float:
    """The resident memory of a family, in MiB."""
    return float(sum(member.memory_info().rss for member in family(process)) / 2**20)


def cpu(process: psutil.Process) -> float:
    """The seconds of CPU that a family has used, including members that are gone."""
    return float(sum(sum(member.cpu_times()[:4]) for member in family(process)))
