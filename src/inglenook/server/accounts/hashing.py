"""How codes that a person can type are kept: so that whoever reads the store cannot type them."""

import asyncio
import hashlib
import hmac
import secrets


async def hashed(code: str) -> tuple[str, str]:
    """A salt, and the hash of a code with it."""
    salt = secrets.token_hex(16)
    return salt, await asyncio.to_thread(_hash, code, salt)


async def is_same(code: str, salt: str, wanted: str) -> bool:
    """Whether it is the code that was hashed."""
    return hmac.compare_digest(await asyncio.to_thread(_hash, code, salt), wanted)


def _hash(code: str, salt: str) -> str:
    return hashlib.scrypt(code.encode(), salt=bytes.fromhex(salt), n=1 << 14, r=8, p=1).hex()
