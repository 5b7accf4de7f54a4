"""All tables of a house into a file, and out of it: for the command line."""

import asyncio
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO

from inglenook.core.game import Refused
from inglenook.server.store import (
    CannotOpen,
    Location,
    StoreFailed,
    open_store,
    open_to_read,
    prepare,
)
from inglenook.server.transfer.incoming import bring_in
from inglenook.server.transfer.outgoing import learners, outgoing
from inglenook.server.transfer.person_rows import person, persons
from inglenook.server.wire.table_messages import encode

PIPE = Path("-")
"""Standard output or input."""
Say = Callable[[str], None]


class CannotMove(Exception):
    """Nothing can be read or written; the message says why in one line."""


def export_all(location: Location, file: Path, say: Say) -> tuple[int, int]:
    """Write every table to a file, who people are, and how they did at puzzles, a line each;
    returns how many lines, and for how many tables `say` was told why there is none."""
    with _plain_words(), open_to_read(location) as store, _written(file) as out:

        async def run() -> tuple[int, int]:
            await store.start()
            try:
                counts = [0, 0]
                async for table_id, table in outgoing(store):
                    if isinstance(table, Refused):
                        say(f"table {table_id}: {table}")
                    else:
                        out.write(encode(table) + b"\n")
                    counts[isinstance(table, Refused)] += 1
                async for guest in learners(store):
                    out.write(encode(guest) + b"\n")
                    counts[0] += 1
                for each in await persons(store):
                    out.write(encode(await person(store, each)) + b"\n")
                    counts[0] += 1
                return counts[0], counts[1]
            finally:
                await store.close()

        return asyncio.run(run())


def import_all(location: Location, files: Iterable[Path], say: Say) -> tuple[int, int, int]:
    """Bring in what is in these files.

    How many lines are new, how many were here already, and for how many `say` was told why not.
    """
    with _plain_words():
        prepare(location, filling=True)

        async def run() -> tuple[int, int, int]:
            store = open_store(location)
            await store.start()
            try:
                # Until someone serves this house, nobody's thinking time passes.
                await store.beat()
                new = known = bad = 0
                for file in files:
                    for number, text in _texts(file):
                        try:
                            is_new = await bring_in(store, text)
                        except Refused as e:
                            say(f"{file}, line {number}: {e}")
                            bad += 1
                        else:
                            new, known = new + is_new, known + (not is_new)
                return new, known, bad
            finally:
                await store.close()

        return asyncio.run(run())


@contextmanager
def _plain_words() -> Iterator[None]:
    try:
        yield
    except (CannotOpen, StoreFailed) as e:
        raise CannotMove(str(e)) from None
    except OSError as e:
        raise CannotMove(f"{e.filename or 'the file'}: {e.strerror}") from None


@contextmanager
def _written(file: Path) -> Iterator[BinaryIO]:
    """A file to write to. It gets its name when all is in it: half the games would be no backup."""
    if file == PIPE:
        yield sys.stdout.buffer
        return
    part = file.with_name(f"{file.name}.part")
    try:
        # It holds the seeds of games that go on.
        with open(part, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)


def _texts(file: Path) -> Iterator[tuple[int, bytes]]:
    """Its lines, numbered. A record that some other program wrote may span all of them."""
    with nullcontext(sys.stdin.buffer) if file == PIPE else file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if number == 1 and line.strip() == b"{":
                yield number, line + lines.read()
            elif line.strip():
                yield number, line
