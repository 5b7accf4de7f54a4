"""Many records analysed at once, on all cores; what is done already is not done again."""

import os
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Raw, Struct

from inglenook.bots.worker_processes import LISTENING_S
from inglenook.bots.worker_processes import workers as processes
from inglenook.coach import analyse
from inglenook.coach.report import Report, report
from inglenook.core.game import Refused
from inglenook.core.insight import Insight
from inglenook.core.record import Record
from inglenook.core.record_io import BadRecord, loads

AHEAD = 4
"""Games that wait for each process."""


class Source(NamedTuple):
    """Where a record is: a file, and its line, from 1."""

    file: str
    line: int


class Analysed(Struct, frozen=True):
    """A line of the output: one game."""

    file: str
    line: int
    game: str
    report: Report
    insights: tuple[Insight, ...]


class _Known(Struct, frozen=True):
    file: str
    line: int


class Fault(Struct, frozen=True):
    """A game that could not be analysed."""

    file: str
    line: int
    why: str


def sources(paths: Iterable[Path]) -> Iterator[tuple[Source, bytes]]:
    """The records in files, and in all files of folders: one a line, or one in a whole file.

    A line may also be a table, as `inglenook export` writes it. OSError if one cannot be read.
    """
    for path in paths:
        files = (
            sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
        )
        for file in files:
            for number, text in _texts(file):
                yield Source(str(file), number), text


def _texts(file: Path) -> Iterator[tuple[int, bytes]]:
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            # A record that some other program wrote may span all lines.
            if number == 1 and line.strip() == b"{":
                yield number, line + lines.read()
            elif line.strip():
                yield number, line


def not_done(found: Iterable[tuple[Source, bytes]], out: Path) -> list[tuple[Source, bytes]]:
    """Those that a file of analyses does not have yet.

    Its last line may have been cut off: it is taken out, and the game is done again.
    """
    if not out.exists():
        return list(found)
    whole, _, cut = out.read_bytes().rpartition(b"\n")
    if cut:
        out.write_bytes(whole + b"\n" * bool(whole))
    known = set(map(_source, whole.splitlines()))
    return [each for each in found if each[0] not in known]


def analyse_many(
    games: Iterable[tuple[Source, bytes]], out: Path, workers: int | None = None
) -> Generator[Analysed | Fault, None, None]:
    """Analyse games, and add a line to a file for each as it is done; faults are not written."""
    todo, many = iter(games), workers or os.cpu_count() or 1
    running: set[Future[Analysed | Fault]] = set()
    with out.open("ab") as lines, processes(many) as pool:
        while True:
            for source, text in islice(todo, many * AHEAD - len(running)):
                running.add(pool.submit(analysed, source, text))
            if not running:
                return
            done, running = wait(running, LISTENING_S, return_when=FIRST_COMPLETED)
            for result in (each.result() for each in done):
                if isinstance(result, Analysed):
                    lines.write(msgspec.json.encode(result) + b"\n")
                    lines.flush()
                yield result


def _source(line: bytes) -> Source:
    known = msgspec.json.decode(line, type=_Known)
    return Source(known.file, known.line)


def analysed(source: Source, text: bytes) -> Analysed | Fault:
    """One game, or why not."""
    try:
        record = _record(text)
        insights = tuple(analyse(record))
    except BadRecord as e:
        return Fault(*source, f"not a record: {e}")
    except Refused as e:
        where = "" if e.seq is None else f" at entry {e.seq}"
        return Fault(*source, f"{e}{where}")
    return Analysed(*source, record.game, report(record.seats, insights), insights)


def _record(text: bytes) -> Record:
    try:
        inner = msgspec.json.decode(text, type=dict[str, Raw]).get("record")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        inner = None  # `loads` says what is wrong with it
    return loads(text if inner is None else bytes(inner))
