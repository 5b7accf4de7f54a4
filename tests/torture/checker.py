"""Holds what the clients were told against what the database holds.

Everything is worked out anew from the log: whoever was told otherwise, or too much, or not at all,
was wronged. Pure functions of the evidence.
"""

from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from inglenook.core.game import Refused
from inglenook.core.record_io import BadRecord, loads
from tests.torture.hearing import Hearing
from tests.torture.secrets import Scan
from tests.torture.story import Case, Log, WrongTime
from tests.torture.truth import Truth, rows

ROUNDING = 20
"""ms by which clocks that count in whole ms may disagree."""
JUMPING = 10_000
"""ms after which a clock that was wrong has had all its effect."""


class Verdict(Struct, frozen=True):
    table: str
    game: str
    entries: int
    deadlines: int
    """Moves that NATURE made because a time was over."""
    acked: int
    """Moves of people that were acknowledged."""
    messages: int
    """What was looked through for secrets."""
    problems: tuple[str, ...]


def judge(case: Case) -> Verdict:
    """All that is wrong at one table."""
    log = case.log
    problems = list(_broken(log))
    truth, acked, messages = None, 0, 0
    if not problems:
        try:
            truth = Truth(log)
        except (Refused, msgspec.ValidationError) as e:
            problems.append(f"the log breaks the rules: {e} (entry {getattr(e, 'seq', None)})")
    if truth:
        problems += truth.problems()
        if case.record is not None:
            problems += _other_record(truth, case.record)
        hearings = {story.guest: Hearing(truth, story) for story in case.stories}
        for guest, hearing in hearings.items():
            problems += (f"guest {guest[:6]}: {problem}" for problem in hearing.problems())
            acked += hearing.acked
        problems += _unasked(truth, hearings)
        problems += _hurried(truth, hearings, case.wrong_times)
        scan = Scan(truth, case)
        problems += scan.leaks()
        messages = scan.messages
    return Verdict(
        table=log.row.id,
        game=log.row.game,
        entries=len(log.entries),
        deadlines=truth.deadlines() if truth else 0,
        acked=acked,
        messages=messages,
        problems=tuple(problems),
    )


def _broken(log: Log) -> Iterator[str]:
    """What is wrong with the log, even without knowing what it means."""
    numbers = {
        "entries": [row.seq for row in log.entries],
        "seating events": [row.seq for row in log.seating_events],
    }
    for name, seqs in numbers.items():
        if seqs != list(range(len(seqs))):
            yield f"the {name} are not numbered from 0 without gaps and doubles: {seqs}"
    asks = Counter((row.guest, row.ask) for row in rows(log) if row.ask)
    for (guest, ask), count in asks.items():
        if count > 1:
            yield f"done {count} times: ask {ask} of guest {str(guest)[:6]}"


def _other_record(truth: Truth, text: bytes) -> Iterator[str]:
    try:
        record = loads(text)
    except BadRecord as e:
        yield f"a server's record is none: {e}"
        return
    # The names of those who played are the table's, not the log's.
    if replace(record, names=()) != truth.match.record():
        yield "a server's record is not that of the log"


def _unasked(truth: Truth, hearings: dict[str, Hearing]) -> Iterator[str]:
    for guest, ask in truth.done:
        if guest in hearings and ask not in hearings[guest].asked:
            yield f"nobody sent what guest {guest[:6]} is said to have asked: {ask}"


def _hurried(
    truth: Truth, hearings: dict[str, Hearing], wrong_times: tuple[WrongTime, ...]
) -> Iterator[str]:
    """Whether the table's clock ever ran ahead, so that a time was over too soon.

    A move is sent before its `t`, and an entry is heard after it: between the two at least as much
    time must pass for the clients as for the table. When the clock of the whole house jumps ahead,
    that is an outage, but as long as an outage may last unnoticed is lost to those who think. The
    wrong clock of one machine may take as much as it is wrong by.
    """
    earliest = None
    """The earliest time, for the clients, at which the table's clock can have shown 0."""
    for entry in truth.log.entries:
        heard = [
            hearing.heard_at[entry.seq]
            for hearing in hearings.values()
            if entry.seq in hearing.heard_at
        ]
        if earliest is not None and heard:
            taken = sum(wrong.takes for wrong in wrong_times if wrong.began <= min(heard))
            early = earliest - (min(heard) - entry.t) - taken
            if early > ROUNDING:
                yield f"entry {entry.seq} came {early} ms before its time"
        if entry.guest in hearings and entry.ask in hearings[entry.guest].sent_at:
            sent = hearings[entry.guest].sent_at[entry.ask]
            past = (wrong for wrong in wrong_times if wrong.ended + JUMPING <= sent)
            zero = sent - entry.t + sum(wrong.takes for wrong in past)
            earliest = zero if earliest is None else max(earliest, zero)
