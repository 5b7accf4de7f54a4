"""What was asked and answered at each table, for a checker that knows nothing of games.

A table is a log that is appended to. A line of the file is one table, in plain JSON:

    {"table": …, "end": ms, "appends": […], "reads": […], "log": […]}

append  [client, called, answered or null, seat, outcome]: outcome is the number of the entry that
        it was acknowledged as, -1 if it was refused, null if nobody knows
read    [client, connection, heard, length, [[number, seat, t, lag], …]]: how long the log was said
        to be, and the entries that came along
log     [[seat, t, lag, append or null], …]: what the database has in the end, and which of the
        appends each entry came from; null: the table's own
"""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.torture import story
from tests.torture.hearing import decode, decode_ask
from tests.torture.story import Case, Story
from tests.torture.world import UNDECIDED


def write(evidence: Path, file: Path) -> None:
    with gzip.open(file, "wb", compresslevel=3) as out:
        for table in story.tables(evidence):
            case = story.case(evidence, table)
            if case.log.entries:
                out.write(msgspec.json.encode(history(case)) + b"\n")


def history(case: Case) -> dict[str, Any]:
    appends: list[list[Any]] = []
    reads: list[list[Any]] = []
    known: dict[tuple[str, str], int] = {}
    for client, each in enumerate(case.stories):
        for ask, append in _appends(client, each).items():
            known[each.guest, ask] = len(appends)
            appends.append(append)
        reads += _reads(client, each)
    log = [[e.seat, e.t, e.lag, known.get((e.guest or "", e.ask or ""))] for e in case.log.entries]
    times = [event.at for each in case.stories for event in each.events]
    end = max(times, default=0) + 1
    return {"table": case.log.row.id, "end": end, "appends": appends, "reads": reads, "log": log}


def _appends(client: int, told: Story) -> dict[str, list[Any]]:
    """The moves that a client asked for, by ask."""
    found: dict[str, list[Any]] = {}
    sends: dict[str, int] = {}
    for event in told.events:
        if event.what == "sent":
            ask = decode_ask(event.said)
            if isinstance(ask, asks.Play):
                found.setdefault(ask.id, [client, event.at, None, ask.seat, None])
                sends[ask.id] = sends.get(ask.id, 0) + 1
        elif event.what == "heard":
            said = decode(event.said)
            if not isinstance(said, (m.Ack, m.Refusal)) or said.id not in found:
                continue
            append = found[said.id]
            if isinstance(said, m.Ack):
                if append[4] is None or append[4] < 0:
                    append[2], append[4] = event.at, said.seq
            elif said.code not in UNDECIDED:
                # If it was sent more than once, what was refused may have been a copy.
                sends[said.id] -= 1
                if not sends[said.id] and append[4] is None:
                    append[2], append[4] = event.at, -1
    return found


def _reads(client: int, told: Story) -> Iterator[list[Any]]:
    for event in told.events:
        if event.what == "heard":
            said = decode(event.said)
            if isinstance(said, (m.Table, m.Moved)):
                lines = [msgspec.json.decode(entry) for entry in said.entries]
                entries = [[line[0], line[2], line[1], line[4]] for line in lines]
                yield [client, event.line, event.at, said.seq + 1, entries]
