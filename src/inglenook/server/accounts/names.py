"""What people may be called, and when two names are the same."""

import re
import unicodedata

from inglenook.core.game import Refused
from inglenook.words import is_coarse, plain

BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that leave no trace: fillers, and the pattern of no dots."""
_WORD = re.compile(r"[a-z]+")


def clean_name(name: str) -> str:
    """A name as it is shown: one line, without control characters; Refused if nothing is left."""
    # The joiner is a control character too, but holds emoji together.
    shown = (c for c in name if c.isspace() or c == "\u200d" or unicodedata.category(c)[0] != "C")
    cleaned = " ".join("".join(c for c in shown if c not in BLANK).split())
    # Marks stand on letters: by themselves they show nothing, or cover their neighbours.
    if all(c == "\u200d" or unicodedata.category(c)[0] == "M" for c in cleaned):
        raise Refused("bad-name", detail="a name has 1 to 24 characters that can be seen")
    return cleaned


def own_name(name: str) -> str:
    """A name that is to be somebody's in this house; Refused `bad-name` also if it is coarse.

    Only whole words are coarse: nobody is to be refused for letters that happen to be in a name.
    """
    cleaned = clean_name(name)
    if any(map(is_coarse, _WORD.findall(plain(_one_width(cleaned)).lower()))):
        raise Refused("bad-name", detail="there are children in this house")
    return cleaned


def name_key(name: str) -> str:
    """What two names are compared by: without case, accents, spaces, and the width of letters."""
    folded = plain(_one_width(_one_width(name).casefold()))
    kept = "".join(c for c in folded if not c.isspace() and unicodedata.category(c)[0] not in "CM")
    # A name of nothing but marks is compared by these.
    return kept or folded


def _one_width(text: str) -> str:
    return unicodedata.normalize("NFKC", text)
