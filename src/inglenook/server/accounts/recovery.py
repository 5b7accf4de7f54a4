"""A code of words that makes another browser the same person: to be written down, for a bad day.

Six words of about 5,600 are 74 bits. Sixteen of them lie open in the store, so that a code is found
without trying all; the others are behind scrypt.
"""

import hashlib
import re
import secrets
from functools import cache

import numpy as np

from inglenook.core.game import Refused
from inglenook.server.accounts.hashing import hashed, is_same
from inglenook.server.accounts.recovery_rows import RecoveryRow, keep_recovery, recoveries
from inglenook.server.store import Store, wall_ms
from inglenook.words import lexicon, plain

WORDS = 6
COMMON = 20
"""The size of the words: those that most people know."""
SHORTEST_WORD, LONGEST_WORD = 4, 7
_GRIM = re.compile(
    "abus|assault|beaten|beating|bleed|blood|bomb|brutal|bullet|cancer|corps|crime|cruel|curs|dead|death"
    "|deadly|defile|diseas|drown|drug|drunk|dying|fascis|genocid|ghoul|gore|grave|guns?$|hang|hate|hell|horr"
    "|hung|idiot|inject|injur|insan|kidnap|kill|knife|lust|maim|murder|naked|nazi|nude|obscen|poison|prison"
    "|rapis|rape|racis|sex|shoot|shot|slave|stab|starv|stupid|suicid|terror|tortur|tumor|ugly|victim"
    "|violen|virgin|weapon|wound"
)
"""How words begin that nobody wants to find in their code, although they are not coarse."""


@cache
def words() -> tuple[str, ...]:
    """Those of which codes are made."""
    book = lexicon.book()
    lengths = book.ends - book.starts
    common = (book.sizes <= COMMON) & (lengths >= SHORTEST_WORD) & (lengths <= LONGEST_WORD)
    found = book.words(np.flatnonzero(common & lexicon.shown()))
    return tuple(word for word in found if not _GRIM.match(word))


async def make_code(store: Store, guest: str) -> str:
    """A new code for a person: the one before is no longer good."""
    code = " ".join(secrets.choice(words()) for _ in range(WORDS))
    letters = _letters(code)
    row = RecoveryRow(guest, _lookup(letters), *await hashed(letters), wall_ms())
    await store.run(keep_recovery(row))
    return code


async def owner_of_code(store: Store, typed: str) -> str:
    """The person whose code it is; Refused `bad-code`."""
    letters = _letters(typed)
    for row in await recoveries(store, _lookup(letters)):
        if await is_same(letters, row.salt, row.hash):
            return row.guest
    raise Refused("bad-code", detail="no such recovery code")


def _letters(typed: str) -> str:
    """What counts of a code: neither capitals nor what stands between the words."""
    return re.sub("[^a-z]", "", plain(typed).lower())


def _lookup(letters: str) -> str:
    return hashlib.sha256(letters.encode()).hexdigest()[:4]
