"""What a client did and heard at one table, on the disk as it happens: the evidence."""

import gzip
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Raw, Struct

from inglenook.server.store import EntryRow, SeatingRow, TableRow

WRONG_TIMES = "wrong-times.json"
What = Literal["opened", "sent", "heard", "closed", "ended", "told", "replayed"]


class Event(Struct, frozen=True, array_like=True):
    at: int
    """ms, by a clock that all clients share."""
    line: int
    """Which of the client's connections: a new one each time it connects."""
    what: What
    said: Raw
    """opened: since when; sent and heard: the message; closed: the code; told: a message on the
    stream of all that concerns the guest; replayed: a whole replay; ended: how many entries there
    were when everything had come to rest, all of which it must have heard."""


class Story(Struct, frozen=True):
    """All of one guest at one table."""

    guest: str
    table: str
    events: tuple[Event, ...]


class Log(Struct, frozen=True):
    """What the database holds of one table."""

    row: TableRow
    entries: tuple[EntryRow, ...]
    seating_events: tuple[SeatingRow, ...]


class WrongTime(Struct, frozen=True, array_like=True):
    """A time in which clocks were wrong; a jump of all clocks ends when it begins."""

    began: int
    """By the clock that all clients share, as what follows."""
    ended: int
    takes: int
    """ms that it may take from those who think, at most."""


class Pen:
    """Writes a story. Views resemble each other, so they compress well."""

    def __init__(self, folder: Path, guest: str, table: str) -> None:
        self._file = gzip.GzipFile(folder / f"{table}.{guest}.story", "wb", compresslevel=1)

    def write(self, line: int, what: What, said: Any) -> None:
        said = Raw(said) if isinstance(said, (str, bytes)) else Raw(msgspec.json.encode(said))
        self._file.write(msgspec.json.encode(Event(now(), line, what, said)) + b"\n")

    def close(self) -> None:
        self._file.close()


def now() -> int:
    """ms, by the clock that all clients share."""
    return time.monotonic_ns() // 1_000_000


def keep_log(folder: Path, logs: Iterable[Log]) -> None:
    """Put what the database holds beside the stories."""
    for log in logs:
        (folder / f"{log.row.id}.log").write_bytes(msgspec.json.encode(log))


def keep_record(folder: Path, table: str, record: bytes) -> None:
    """Put what a server gave as the record of a finished game beside the stories."""
    (folder / f"{table}.record").write_bytes(record)


def keep_wrong_times(folder: Path, wrong_times: Sequence[WrongTime]) -> None:
    """Put beside the stories when clocks were wrong."""
    (folder / WRONG_TIMES).write_bytes(msgspec.json.encode(wrong_times))


class Case(Struct, frozen=True):
    """All evidence about one table."""

    log: Log
    stories: tuple[Story, ...]
    record: bytes | None = None
    wrong_times: tuple[WrongTime, ...] = ()
    """When clocks were wrong."""


def tables(folder: Path) -> list[str]:
    """The tables in the database, in a fixed order."""
    return sorted(path.name.removesuffix(".log") for path in folder.glob("*.log"))


def lost(folder: Path) -> list[str]:
    """The tables that a client was at but the database does not know."""
    told = {path.name.split(".")[0] for path in folder.glob("*.story")}
    return sorted(told - set(tables(folder)))


def case(folder: Path, table: str) -> Case:
    log = msgspec.json.decode((folder / f"{table}.log").read_bytes(), type=Log)
    record = folder / f"{table}.record"
    stories = tuple(_story(path) for path in sorted(folder.glob(f"{table}.*.story")))
    wrong = folder / WRONG_TIMES
    return Case(
        log,
        stories,
        record.read_bytes() if record.exists() else None,
        msgspec.json.decode(wrong.read_bytes(), type=tuple[WrongTime, ...])
        if wrong.exists()
        else (),
    )


def _story(path: Path) -> Story:
    table, guest, _ = path.name.split(".")
    return Story(guest, table, tuple(_events(path)))


def _events(path: Path) -> Iterator[Event]:
    decode = msgspec.json.Decoder(Event).decode
    with gzip.open(path) as file:
        for line in file:
            yield decode(line)
