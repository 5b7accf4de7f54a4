"""The keys of a house: its secret, one a line, the oldest first.

The newest signs what guests get, and all of them open what was signed before: whoever has a cookie
keeps it, and gets one by the newest key at the next visit. The boards of the day follow from the
oldest. To be rid of a key, take its line out.
"""

import asyncio
import os
import secrets
from pathlib import Path

from inglenook.server.store.base import CannotOpen
from inglenook.server.store.postgres import secret_of, set_secret

SHORTEST = 32
"""Characters of a key."""


def keys(secret: str) -> list[str]:
    """The keys that a secret consists of."""
    return [line.strip() for line in secret.splitlines() if line.strip()] or [""]


def new_secret() -> str:
    return secrets.token_hex(32)


def require_secret(secret: str, what: str) -> str:
    """CannotOpen if a key could be guessed: with it anybody could be anyone."""
    if (size := min(map(len, keys(secret)))) < SHORTEST:
        why = f"has {size} characters, and needs {SHORTEST} at least"
        raise CannotOpen(f"{what} {why}: put back the right one")
    return secret


def read_secret(path: Path) -> str:
    """The secret in a file; CannotOpen if there is none, or it cannot be right."""
    try:
        secret = path.read_text("utf-8").strip()
    except OSError as e:
        raise CannotOpen(f"cannot use the secret in {path}: {e.strerror}") from None
    except UnicodeDecodeError:
        raise CannotOpen(f"the secret in {path} is not text: put back the right one") from None
    return require_secret(secret, f"the secret in {path}")


def write_secret(path: Path, secret: str) -> None:
    """Only for the server. Renamed into place, so that a crash never leaves half of it behind."""
    fresh = path.with_name(f".secret-{os.getpid()}")
    try:
        fresh.touch(mode=0o600)
        fresh.write_text(secret)
        fresh.rename(path)
    finally:
        fresh.unlink(missing_ok=True)


def rotate_key(data: Path, database: str | None) -> int:
    """Add a new key; how many there are now. Servers use it from their next start or reload on.

    CannotOpen if there is no house, or its secret is none.
    """
    if database:
        return asyncio.run(_rotate_there(database))
    path = data / "secret"
    known = read_secret(path)
    try:
        owner = path.stat()
        write_secret(path, more := f"{known}\n{new_secret()}")
        if os.geteuid() == 0:
            os.chown(path, owner.st_uid, owner.st_gid)
    except OSError as e:
        raise CannotOpen(f"cannot use the secret in {path}: {e.strerror}") from None
    return len(keys(more))


async def _rotate_there(database: str) -> int:
    known = require_secret(await secret_of(database), "the database's secret")
    more = f"{known}\n{new_secret()}"
    await set_secret(database, known, more)
    return len(keys(more))
