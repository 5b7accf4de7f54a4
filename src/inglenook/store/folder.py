"""The data folder: where the log and the server's secret are kept."""

import os
import secrets
from pathlib import Path


class DataFolderError(Exception):
    """The data folder cannot be used; the message says why in one line."""


def prepare(folder: Path) -> None:
    """Make the folder if there is none; DataFolderError if it cannot be written to."""
    probe = folder / f".probe-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError as e:
        raise DataFolderError(f"cannot write to the data folder {folder}: {e.strerror}") from None


def secret(folder: Path) -> str:
    """What this server signs cookies with, made at its first start."""
    path = folder / "secret"
    try:
        if not path.exists():
            # Renamed into place, so that a crash never leaves an empty secret behind.
            fresh = folder / f".secret-{os.getpid()}"
            fresh.touch(mode=0o600)
            fresh.write_text(secrets.token_hex(32))
            fresh.rename(path)
        return path.read_text().strip()
    except OSError as e:
        raise DataFolderError(f"cannot use the secret in {path}: {e.strerror}") from None
