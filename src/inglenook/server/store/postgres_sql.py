"""What PostgreSQL is asked, each in one statement: one round trip, and one transaction."""

from collections.abc import Iterable, Sequence
from itertools import count

import msgspec

from inglenook.server.store.base import NEVER, Change
from inglenook.server.store.outbox import BEGUN_COLUMNS, TURNS_BEGUN, TURNS_ENDED, TURNS_TAKEN

STALE = 15_000
"""ms without a beat after which a worker's connections are no longer believed."""
LOCK = 0x1261E
"""The lock under which the schema is changed."""

T, N = "text", "bigint"
TABLE_COLUMNS = (T, T, N, N, T, T, T, N, T, N, N, T, N)
ENTRY_COLUMNS = (T, N, N, N, T, N, N, T, T)
SEATING_COLUMNS = (T, N, T, N, T, T)
DAY_COLUMNS = (T, T, T, T, N)

_number = count(1)


def _rows(*types: str) -> str:
    """Rows from one array per column, each the next parameter."""
    return f"unnest({', '.join(f'${next(_number)}::{kind}[]' for kind in types)})"


def _named(*columns: str) -> str:
    """The same as a table with columns of these names."""
    types = (T if column in ("guest", "table_id", "company") else N for column in columns)
    return f"(SELECT * FROM {_rows(*types)} AS given ({', '.join(columns)}))"


# In the order of their keys, so that two workers that write the same rows wait for each other
# instead of forever.
COMMIT = f"""
WITH opened AS (INSERT INTO tables SELECT * FROM {_rows(*TABLE_COLUMNS)}),
entered AS (INSERT INTO entries SELECT * FROM {_rows(*ENTRY_COLUMNS)} ORDER BY 1, 2),
happened AS (INSERT INTO happenings SELECT * FROM {_rows(*SEATING_COLUMNS)} ORDER BY 1, 2),
seated AS (
    INSERT INTO people (guest, table_id) SELECT * FROM {_rows(T, T)} ORDER BY 1, 2
    ON CONFLICT DO NOTHING
),
finished AS (
    INSERT INTO days SELECT * FROM {_rows(*DAY_COLUMNS)} ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING
),
touched AS (
    UPDATE tables SET status = coalesce(new.status, tables.status),
        updated = coalesce(new.updated, tables.updated), due = coalesce(new.due, tables.due)
    FROM {_rows(T, T, N, N)} AS new (id, status, updated, due) WHERE tables.id = new.id
),
came AS (
    INSERT INTO here SELECT * FROM {_rows(T, T, T)} ORDER BY 1, 2
    ON CONFLICT (table_id, worker) DO UPDATE SET guests = excluded.guests
),
went AS (
    DELETE FROM here USING {_rows(T, T)} AS gone (table_id, worker)
    WHERE here.table_id = gone.table_id AND here.worker = gone.worker
),
taken AS ({TURNS_TAKEN.format(rows=_named("guest", "table_id"))}),
ended AS ({TURNS_ENDED.format(rows=_named("guest", "table_id"))}),
begun AS ({TURNS_BEGUN.format(rows=_named(*BEGUN_COLUMNS))})
SELECT pg_notify('inglenook', said) FROM {_rows(T)} AS said
"""


def columns(changes: Iterable[Change], worker: str) -> list[list[object]]:
    """What COMMIT writes of these changes; the notifications come after it."""
    changes = tuple(changes)
    astuple = msgspec.structs.astuple
    opened = []
    for c in changes:
        if c.opened:
            row = list(astuple(c.opened))
            row[4] = msgspec.json.encode(row[4]).decode()
            *row, control, listed = row
            text = None if control is None else msgspec.json.encode(control).decode()
            opened.append((*row, c.status, c.at, c.due, text, int(listed)))
    touched = [
        (c.table, c.status, None if c.status is None else c.at, c.due)
        for c in changes
        if not c.opened and (c.status is not None or c.due is not None)
    ]
    came = [(c.table, worker, msgspec.json.encode(c.here).decode()) for c in changes if c.here]
    went = [(c.table, worker) for c in changes if c.here == ()]
    return [
        *_columns(opened, len(TABLE_COLUMNS)),
        *_columns([astuple(e) for c in changes for e in c.entries], len(ENTRY_COLUMNS)),
        *_columns([astuple(w) for c in changes for w in c.events], len(SEATING_COLUMNS)),
        *_columns([(guest, c.table) for c in changes for guest in c.guests], 2),
        *_columns([astuple(c.finished) for c in changes if c.finished], len(DAY_COLUMNS)),
        *_columns(touched, 4),
        *_columns(came, 3),
        *_columns(went, 2),
        *_columns([(guest, c.table) for c in changes for guest in c.turns.taken], 2),
        *_columns([(guest, c.table) for c in changes for guest in c.turns.ended], 2),
        *_columns([astuple(t) for c in changes for t in c.turns.begun], len(BEGUN_COLUMNS)),
    ]


def _columns(rows: Sequence[tuple[object, ...]], width: int) -> list[list[object]]:
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[]] * width


ENTRY, SEATING, ELSEWHERE = range(3)
TAILS = f"""
WITH known AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS k (id, entries, events)
)
SELECT {ENTRY}, id, seq, t, seat, move, lag, at, guest, ask
    FROM known JOIN entries ON table_id = id AND seq >= known.entries
UNION ALL SELECT {SEATING}, id, seq, 0, 0, what, 0, at, guest, ask
    FROM known JOIN happenings ON table_id = id AND seq >= known.events
UNION ALL SELECT {ELSEWHERE}, id, 0, 0, 0, guests, 0, 0, NULL, NULL
    FROM known JOIN here ON table_id = id AND worker <> $4
ORDER BY 1, 2, 3
"""

_TABLE = "id, game, rules, seats, options, seed, creator, created, time_control, listed"
TABLE = f"SELECT {_TABLE}, updated FROM tables WHERE id = $1"
_LIST = f"""SELECT {_TABLE}, status,
    (SELECT coalesce(max(seq), -1) + 1 FROM entries WHERE table_id = id),
    ARRAY(SELECT what FROM happenings WHERE table_id = id ORDER BY seq),
    ARRAY(SELECT guests FROM here WHERE table_id = id)
    FROM tables"""
BY_STATUS = (
    f"{_LIST} WHERE status = $1 AND listed = 1 AND updated >= $2 ORDER BY updated DESC LIMIT $3"
)
BY_GUEST = f"""{_LIST} WHERE id IN (
        SELECT id FROM tables WHERE id IN (
            SELECT table_id FROM people WHERE guest = $1 AND ended IS NULL
            UNION ALL (SELECT table_id FROM people WHERE guest = $1 AND ended IS NOT NULL
                ORDER BY ended DESC LIMIT $2)
        ) ORDER BY status = 'over', updated DESC LIMIT $2
    ) ORDER BY status = 'over', updated DESC"""
"""Chosen first: what is told of each takes longer, and few of those that are over are the last."""
THERE = "SELECT id FROM tables WHERE id = ANY($1)"
IDS = 'SELECT id FROM tables WHERE id COLLATE "C" > $1 ORDER BY id COLLATE "C" LIMIT $2'
CLAIM = """UPDATE tables SET due = $2 WHERE id IN
    (SELECT id FROM tables WHERE due <= $1 ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED)
    RETURNING id"""

MEND = f"""
WITH due AS (
    UPDATE tables SET due = $1 WHERE due > $1 AND due < {NEVER} AND (
        EXISTS (SELECT 1 FROM outages WHERE ended > $1::bigint + $2::bigint)
        OR EXISTS (SELECT 1 FROM workers WHERE beat > $1::bigint + $2::bigint))
),
past AS (DELETE FROM outages
    WHERE began > $1::bigint + $2::bigint OR ended < $1::bigint - $3::bigint),
wrong AS (UPDATE outages SET ended = $1 WHERE began <= $1 AND ended > $1::bigint + $2::bigint)
UPDATE workers SET beat = $1 WHERE beat > $1::bigint + $2::bigint
"""
"""A clock that was ahead leaves times behind that have not come yet."""
BEAT = f"""
WITH noticed AS (
    INSERT INTO outages SELECT last, $2::bigint + $4::bigint
    FROM (SELECT max(beat) AS last FROM workers) AS w
    WHERE $2::bigint - last > $3::bigint ON CONFLICT DO NOTHING
),
gone AS (DELETE FROM workers WHERE beat < $2 - {STALE} AND worker <> $1 RETURNING worker),
forgotten AS (DELETE FROM here WHERE worker IN (SELECT worker FROM gone))
INSERT INTO workers VALUES ($1, $2) ON CONFLICT (worker) DO UPDATE SET beat = excluded.beat
"""
OUTAGES = "SELECT began, ended FROM outages ORDER BY began"
LEAVE = "DELETE FROM here WHERE worker = $1"

ANALYSIS = "SELECT analysis FROM analyses WHERE table_id = $1 AND version = $2"
KEEP_ANALYSIS = "INSERT INTO analyses VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
ANALYSES = 'SELECT version, analysis FROM analyses WHERE table_id = $1 ORDER BY version COLLATE "C"'
ALL_ATTEMPTS = """SELECT * FROM attempts WHERE guest = $1
    ORDER BY at, game COLLATE "C", puzzle COLLATE "C" """
LEARNERS = """SELECT DISTINCT guest COLLATE "C" AS guest FROM attempts
    WHERE guest COLLATE "C" > $1 ORDER BY guest LIMIT $2"""
ATTEMPTS = "SELECT * FROM attempts WHERE guest = $1 AND game = $2 ORDER BY at, puzzle"
ADD_ATTEMPT = """INSERT INTO attempts VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT DO NOTHING RETURNING at"""
DAYS = "SELECT * FROM days WHERE guest = $1 AND day >= $2 ORDER BY day DESC, game"
DAY_SCORES = "SELECT game, score, count(*) FROM days WHERE day = $1 GROUP BY game, score"

SPREAD = "SELECT pg_notify('inglenook_words', $1)"
HOLD = "SELECT pg_try_advisory_lock(hashtextextended($1, 0))"
LET_GO = "SELECT pg_advisory_unlock(hashtextextended($1, 0))"

ALONE = f"SELECT pg_advisory_xact_lock({LOCK})"
VERSIONS = "CREATE TABLE IF NOT EXISTS inglenook_schema (version BIGINT PRIMARY KEY)"
MIGRATED = "INSERT INTO inglenook_schema VALUES ($1)"
VERSION = "SELECT max(version) FROM inglenook_schema"
IS_HOUSE = "SELECT to_regclass('inglenook_schema') IS NOT NULL"
IS_UNRELEASED = "SELECT to_regclass('schema_versions') IS NOT NULL"
"""Whether a database that is no house has what development versions wrote their version into."""
KEEP_SECRET = "INSERT INTO settings VALUES ('secret', $1) ON CONFLICT DO NOTHING"
SET_SECRET = """UPDATE settings SET value = $2 WHERE name = 'secret' AND value = $1
    RETURNING name"""
SECRET = "SELECT value FROM settings WHERE name = 'secret'"
