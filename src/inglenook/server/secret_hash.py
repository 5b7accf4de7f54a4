"""What is kept of a secret that nobody can guess: its SHA-256."""

import hashlib


def hashed(secret: str) -> str:
    """Return the SHA-256 of a secret. It needs no salt, as nobody can guess 256 bits."""
    return hashlib.sha256(secret.encode()).hexdigest()
