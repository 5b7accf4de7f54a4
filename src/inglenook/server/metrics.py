"""What the server counts, for Prometheus (`GET /metrics`).

No label holds an id, a name or anything that a guest chose. Where several workers serve, each
counts for itself and the page adds them up.
"""

from bisect import bisect_left
from collections import Counter as Tally

from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics

# They double the page, and nothing reads them.
disable_created_metrics()  # type: ignore[no-untyped-call] # the library is untyped here

FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
"""Seconds: from a commit to a fast disk up to what nobody waits for any more."""
SLOW = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)
"""Seconds of thinking."""
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def _gauge(name: str, what: str) -> Gauge:
    return Gauge(name, what, multiprocess_mode="livesum")


TABLES = _gauge("inglenook_tables", "Tables in memory")
CONNECTIONS = _gauge("inglenook_connections", "Open WebSockets and streams")
MOVES = Counter("inglenook_moves", "Entries committed, NATURE's included", ["game"])
REFUSALS = Counter("inglenook_refusals", "What was refused, over HTTP and WebSocket", ["code"])

ANSWER_SECONDS = Histogram(
    "inglenook_answer_seconds", "From an ask's arrival to its answer", buckets=FAST
)
LOOP_LATE = Histogram(
    "inglenook_loop_late_seconds",
    "By how much the event loop was late, 20 times a second: while it is held everyone waits",
    buckets=FAST,
)
COMMIT_SECONDS = Histogram(
    "inglenook_commit_seconds", "One commit of the store, without the wait for it", buckets=FAST
)
COMMIT_CHANGES = Histogram(
    "inglenook_commit_changes", "Changes that shared one commit", buckets=SIZES
)
TOLD_SECONDS = Histogram(
    "inglenook_told_seconds",
    "From another worker's notice of a commit until this worker's guests are told",
    buckets=FAST,
)

NOTICES = Counter(
    "inglenook_notices",
    "Messages to people whose turn it is and who do not look",
    ["channel", "result"],  # push, webhook or mail; done, failed, refused or gone
)

COMMIT_QUEUE = _gauge("inglenook_commit_queue", "Changes that wait for the next commit")
MESSAGES_WAITING = _gauge("inglenook_messages_waiting", "Messages that wait for slow readers")

BOT_QUEUE = _gauge("inglenook_bot_queue", "Jobs that wait for a process of the bots' pool")
BOT_SECONDS = Histogram(
    "inglenook_bot_seconds",
    "One job of the bots' pool, without the wait for it",
    ["job"],  # choose, advise, nature or record
    buckets=SLOW,
)

CONFLICTS = Counter("inglenook_conflicts", "Changes that another worker was faster with")
CATCH_UPS = Counter("inglenook_catch_ups", "Tables found behind the log, and brought up to it")
STORE_FAILURES = Counter("inglenook_store_failures", "Calls of the store that failed")


# What every move brings is noted, and counted together once a second: the library takes some µs for
# each single one.
_moves: Tally[str] = Tally()
_answers: list[float] = []


def note_moves(game: str, entries: int) -> None:
    """So many entries of a game were committed."""
    _moves[game] += entries


def note_answer(seconds: float) -> None:
    """An ask was answered after so long."""
    _answers.append(seconds)


def count_noted() -> None:
    """Count what was noted since the last time; on the event loop, as is noting."""
    for game, entries in _moves.items():
        MOVES.labels(game).inc(entries)
    _moves.clear()
    bounds = ANSWER_SECONDS._upper_bounds
    for place, answers in Tally(bisect_left(bounds, seconds) for seconds in _answers).items():
        ANSWER_SECONDS._buckets[place].inc(answers)
    ANSWER_SECONDS._sum.inc(sum(_answers))
    _answers.clear()
