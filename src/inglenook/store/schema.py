"""The schema, the same in SQLite and PostgreSQL, and the way to it from every earlier version.

Written so that both understand it: a BIGINT is an INTEGER in SQLite, which knows only one size.
"""

_PROFILES = """
    CREATE TABLE profiles (  -- of those guests who want to be someone here
        guest TEXT PRIMARY KEY,
        handle TEXT,  -- the public id
        name TEXT, name_key TEXT,  -- as it is shown, and what two names are compared by
        token TEXT,  -- a shape and a colour
        languages TEXT, made BIGINT
    );
    CREATE UNIQUE INDEX profiles_by_name ON profiles (name_key);
    CREATE UNIQUE INDEX profiles_by_handle ON profiles (handle);
"""
_SEEKS = ""
_OUTBOX = """
    CREATE TABLE channels (  -- how people want to be told that it is their turn
        id TEXT PRIMARY KEY, guest TEXT,
        kind TEXT,  -- push, webhook, mail or calendar
        target TEXT,  -- whom to send to, or a hash of the secret by which the channel is asked for
        detail TEXT,  -- what else must be known to send
        language TEXT, zone TEXT,
        origin TEXT,  -- where the house is for this person, as https://example.org
        made BIGINT,
        due BIGINT,  -- of mail: when the next digest goes out
        error TEXT  -- why the last message did not arrive
    );
    CREATE UNIQUE INDEX channels_by_target ON channels (kind, target);
    CREATE INDEX channels_by_guest ON channels (guest);
    CREATE INDEX channels_by_due ON channels (kind, due);
    CREATE TABLE outbox (  -- whose turn it is, and what is to be sent to whom about it
        guest TEXT, table_id TEXT, channel TEXT,
        kind TEXT,
        turn BIGINT,  -- 1: it still is theirs
        since BIGINT, deadline BIGINT,
        company TEXT,  -- the names of the others
        due BIGINT, tries BIGINT,
        told BIGINT,  -- 1: they were told, and have not been there since
        PRIMARY KEY (guest, table_id, channel)
    );
    CREATE INDEX outbox_by_due ON outbox (kind, due);
    CREATE INDEX outbox_by_channel ON outbox (channel);
"""
_RATINGS = ""

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT, rules BIGINT, seats BIGINT, options TEXT, seed TEXT,
        creator TEXT, created BIGINT,
        status TEXT, updated BIGINT  -- an index for the lobby: the logs hold the truth
    );
    CREATE INDEX tables_by_status ON tables (status, updated);
    CREATE TABLE entries (
        table_id TEXT, seq BIGINT, t BIGINT, seat BIGINT, move TEXT, lag BIGINT, at BIGINT,
        guest TEXT, ask TEXT,
        PRIMARY KEY (table_id, seq)
    );
    CREATE TABLE happenings (
        table_id TEXT, seq BIGINT, what TEXT, at BIGINT, guest TEXT, ask TEXT,
        PRIMARY KEY (table_id, seq)
    );
    CREATE TABLE people (  -- an index: whom to look for at which tables
        guest TEXT, table_id TEXT,
        PRIMARY KEY (guest, table_id)
    );
    """,
    """
    ALTER TABLE tables ADD COLUMN due BIGINT;  -- when something is to happen there by itself
    UPDATE tables SET due = updated WHERE status = 'playing';
    CREATE INDEX tables_by_due ON tables (due);
    CREATE TABLE workers (  -- when each was last known to be alive
        worker TEXT PRIMARY KEY, beat BIGINT
    );
    INSERT INTO workers SELECT 'before', max(at) FROM entries WHERE true;
    CREATE TABLE outages (  -- when none was
        began BIGINT PRIMARY KEY, ended BIGINT
    );
    CREATE TABLE here (  -- who has a connection to a table at which worker
        table_id TEXT, worker TEXT, guests TEXT,
        PRIMARY KEY (table_id, worker)
    );
    CREATE TABLE settings (
        name TEXT PRIMARY KEY, value TEXT
    );
    """,
    """
    CREATE TABLE analyses (  -- what can be computed again, but takes long
        table_id TEXT, version TEXT, analysis TEXT,
        PRIMARY KEY (table_id, version)
    );
    CREATE TABLE attempts (  -- at puzzles
        guest TEXT, game TEXT, puzzle TEXT, day TEXT, at BIGINT, rating BIGINT, solved BIGINT,
        PRIMARY KEY (guest, game, puzzle, day)
    );
    CREATE TABLE days (  -- an index: what boards of the day came to
        guest TEXT, day TEXT, game TEXT, table_id TEXT, score BIGINT,
        PRIMARY KEY (guest, day, game)
    );
    CREATE INDEX days_by_day ON days (day, game, score);
    """,
    """
    ALTER TABLE tables ADD COLUMN time_control TEXT;
    ALTER TABLE tables ADD COLUMN listed BIGINT;  -- 1: in everybody's lobby
    UPDATE tables SET listed = 1;  -- as they were until then
    DROP INDEX tables_by_status;
    CREATE INDEX tables_by_status ON tables (status, listed, updated);
    """,
    _PROFILES + _SEEKS + _OUTBOX + _RATINGS,
)
"""Each leads from one version to the next; the first from nothing to 1. Never change one that was
released: add the next."""

VERSION = len(MIGRATIONS)


def for_sqlite(migration: str) -> str:
    """A migration with types that are checked, and rows that lie in the order of their keys."""
    return migration.replace("BIGINT", "INTEGER").replace("    );", "    ) STRICT, WITHOUT ROWID;")
