"""The schema, the same in SQLite and PostgreSQL, and the way to it from every released version.

Written so that both understand it: a BIGINT is an INTEGER in SQLite, which knows only one size.
"""

from inglenook.server.store.base import CannotOpen

_TABLES = """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT, rules BIGINT, seats BIGINT, options TEXT, seed TEXT,
        creator TEXT, created BIGINT,
        status TEXT, updated BIGINT,  -- an index for the lobby: the logs hold the truth
        due BIGINT,  -- when something is to happen there by itself
        time_control TEXT,
        listed BIGINT  -- 1: in everybody's lobby
    );
    CREATE INDEX tables_by_status ON tables (status, listed, updated);
    CREATE INDEX tables_by_due ON tables (due);
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
        ended BIGINT,  -- when the game there did, so that few are sorted
        PRIMARY KEY (guest, table_id)
    );
    CREATE INDEX people_by_ended ON people (guest, ended);
"""
_HOUSE = """
    CREATE TABLE workers (  -- when each was last known to be alive
        worker TEXT PRIMARY KEY, beat BIGINT
    );
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
"""
_LEARNING = """
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
    CREATE TABLE recoveries (  -- codes of words that make a browser somebody's
        guest TEXT PRIMARY KEY,
        lookup TEXT,  -- a few bits of the code, to find it by
        salt TEXT, hash TEXT, made BIGINT
    );
    CREATE INDEX recoveries_by_lookup ON recoveries (lookup);
    CREATE TABLE device_links (  -- another device that is to be the same person's
        guest TEXT PRIMARY KEY,
        hash TEXT,  -- of the secret in the link
        ends BIGINT, state TEXT,
        number TEXT,  -- what both devices show
        opened_by TEXT  -- the guest that the new device was
    );
    CREATE UNIQUE INDEX device_links_by_hash ON device_links (hash);
    CREATE TABLE passkeys (
        id TEXT PRIMARY KEY,
        guest TEXT, host TEXT, public_key TEXT, sign_count BIGINT, made BIGINT, used BIGINT
    );
    CREATE INDEX passkeys_by_guest ON passkeys (guest);
    CREATE TABLE passkey_challenges (  -- each is answered once
        challenge TEXT PRIMARY KEY,
        guest TEXT,  -- whose new passkey it is; none: somebody comes in with one
        host TEXT, origin TEXT, ends BIGINT
    );
    CREATE TABLE addresses (  -- where people get mail
        guest TEXT PRIMARY KEY,
        address TEXT, address_key TEXT, confirmed BIGINT
    );
    CREATE UNIQUE INDEX addresses_by_key ON addresses (address_key);
    CREATE TABLE mail_codes (  -- sent to an address, to be typed in by who reads its mail
        asked_by TEXT PRIMARY KEY,  -- the guest who waits for it
        purpose TEXT, address TEXT, salt TEXT, hash TEXT, ends BIGINT, tries BIGINT
    );
"""
_SEEKS = """
    CREATE TABLE seeks (  -- of those who look for someone to play with, one each
        guest TEXT PRIMARY KEY, ask TEXT, name TEXT,
        kind TEXT, seats BIGINT,  -- what is looked for
        strength BIGINT, near BIGINT,
        since BIGINT, beat BIGINT,  -- when it began, and when its guest was last here
        room TEXT,  -- the id of a table that may be made for it
        table_id TEXT, paired BIGINT  -- the table that was found, and when
    );
    CREATE TABLE vacations (
        guest TEXT, began BIGINT, ended BIGINT,  -- as planned, while it lasts
        PRIMARY KEY (guest, began)
    );
"""
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
_RATINGS = """
    CREATE TABLE counts (  -- numbers that are given one after the other
        name TEXT PRIMARY KEY, number BIGINT
    );
    INSERT INTO counts VALUES ('finished', 0);
    CREATE TABLE finished (  -- games that are over, numbered as they ended
        number BIGINT PRIMARY KEY,
        table_id TEXT, game TEXT, scale TEXT, rated BIGINT, reason TEXT, at BIGINT,
        moves BIGINT, outcome TEXT
    );
    CREATE UNIQUE INDEX finished_by_table ON finished (table_id);
    CREATE INDEX finished_by_rated ON finished (rated, number);
    CREATE TABLE results (  -- what they came to for each who played; follows from the logs
        number BIGINT, seat BIGINT,
        guest TEXT,  -- none ('') is a bot
        level TEXT, name TEXT, name_key TEXT,
        place BIGINT, score BIGINT, won BIGINT, gone BIGINT, late BIGINT, tower BIGINT,
        game TEXT, rated BIGINT,
        PRIMARY KEY (number, seat, guest)
    );
    CREATE INDEX results_by_guest  -- it has all that somebody's games are chosen by
        ON results (guest, number, seat, game, won, place, gone, late, rated);
    CREATE INDEX results_by_game ON results (guest, game, won, tower);
    CREATE TABLE said (  -- how often somebody said a word that counted; follows from the logs
        number BIGINT, guest TEXT, word TEXT, times BIGINT,
        PRIMARY KEY (guest, number, word)
    );
    CREATE TABLE rating_steps (  -- what each rated game did to those who played
        number BIGINT, guest TEXT, scale TEXT,
        mu DOUBLE PRECISION, sigma DOUBLE PRECISION,
        mu_before DOUBLE PRECISION, sigma_before DOUBLE PRECISION,
        PRIMARY KEY (number, guest)
    );
    CREATE INDEX rating_steps_by_guest ON rating_steps (guest, number, scale, mu);
    CREATE TABLE ratings (  -- where the steps led
        guest TEXT, scale TEXT, mu DOUBLE PRECISION, sigma DOUBLE PRECISION, games BIGINT,
        PRIMARY KEY (guest, scale)
    );
    CREATE INDEX ratings_that_settled ON ratings (scale, mu)
        WHERE sigma <= 5.088042292234835;  -- as `server/ratings/leaders.py` asks; most have not
    CREATE TABLE pages (  -- what a person lets others see of them
        guest TEXT PRIMARY KEY, shows TEXT
    );
"""
_BOTS = """
    CREATE TABLE bots (  -- programs elsewhere that play under a name of their own
        guest TEXT PRIMARY KEY,
        author TEXT,  -- the guest who answers for it
        handle TEXT, name TEXT, name_key TEXT,
        hash TEXT,  -- of its token; none: it was revoked
        made BIGINT, seen BIGINT  -- when it last had a stream of events
    );
    CREATE UNIQUE INDEX bots_by_handle ON bots (handle);
    CREATE UNIQUE INDEX bots_by_name ON bots (name_key);
    CREATE UNIQUE INDEX bots_by_hash ON bots (hash);
    CREATE INDEX bots_by_author ON bots (author);
    CREATE INDEX bots_by_seen ON bots (seen);
"""
_HOST = """
    CREATE TABLE uploads (  -- tables of records that somebody brought along
        table_id TEXT PRIMARY KEY, at BIGINT
    );
    CREATE INDEX uploads_by_at ON uploads (at);
    CREATE TABLE invitations (  -- into a house that is not open to everybody
        hash TEXT PRIMARY KEY,  -- of the secret in the link
        made BIGINT, ends BIGINT, uses BIGINT,  -- how often it may still be used
        note TEXT
    );
    CREATE TABLE blocks (  -- whom the host keeps out
        kind TEXT,  -- person or address
        whom TEXT, made BIGINT, ends BIGINT, why TEXT,
        PRIMARY KEY (kind, whom)
    );
    CREATE TABLE desk_links (  -- by which the host comes to the desk; each is good once
        hash TEXT PRIMARY KEY, ends BIGINT
    );
    CREATE TABLE acts (  -- all that the host has done, numbered; workers read on from here
        number BIGINT PRIMARY KEY,
        at BIGINT, who TEXT, act TEXT
    );
"""

MIGRATIONS = (
    _TABLES + _HOUSE + _LEARNING + _PROFILES + _SEEKS + _OUTBOX + _RATINGS + _BOTS + _HOST,
)
"""Each leads from one version to the next; the first from nothing to 1. Never change one that was
released: add the next. From release 1.0 on, every store is migrated."""

VERSION = len(MIGRATIONS)
STORE_ID = 0x494E4773
"""The application id in the header of a SQLite file that holds a store: "INGs"."""
BACKUP_ID = 0x494E4762
"""The application id of a backup: "INGb"."""
LATER = (
    "{} was made by a later version of Inglenook: install that version, or restore a backup that "
    "this one has made"
)
"""The refusal of a store whose schema this version does not know."""
UNRELEASED = (
    "{} was made by a development version of Inglenook from before release 1.0, or by "
    "another program: it cannot be brought up to date; begin with an empty folder or database"
)
"""The refusal of a store without the ids and names that every release writes."""


def require_known(name: object, application_id: int, version: int) -> None:
    """CannotOpen unless a release that is no later than this one made a SQLite file.

    `name` is what to call the file, `version` that of its schema.
    """
    if application_id not in (STORE_ID, BACKUP_ID):
        raise CannotOpen(UNRELEASED.format(name))
    if version > VERSION:
        raise CannotOpen(LATER.format(name))


def for_sqlite(migration: str) -> str:
    """A migration with types that are checked, and rows that lie in the order of their keys."""
    checked = migration.replace("BIGINT", "INTEGER").replace("DOUBLE PRECISION", "REAL")
    return checked.replace("    );", "    ) STRICT, WITHOUT ROWID;")
