"""Words: what the word games ask about them.

- `is_accepted`: is it in the reference, so that a person may use it?
- `is_coarse`: is it one that a family would rather not see?
- `is_shown`: may the games name it by themselves, in bots, hints, reviews and pictures?
- `repeated`: how do we say it after somebody who said it?
- `clash`: do two words count as one? (families.py)
- `plain`: a word as it was typed, without its accents. (spelling.py)
- `best`: the best words of a board; `best_places` and `word_at`: the same, read one by one.
  (search.py)

The only I/O is mapping and reading our own data files, at first use: what is said of a word depends
only on the word.
"""

from inglenook.words.families import clash
from inglenook.words.lexicon import (
    MAX_SCOWL_SIZE,
    is_accepted,
    is_coarse,
    is_shown,
    repeated,
    size_of,
    word_at,
)
from inglenook.words.search import best, best_places, value
from inglenook.words.spelling import plain

__all__ = [
    "MAX_SCOWL_SIZE",
    "best",
    "best_places",
    "clash",
    "is_accepted",
    "is_coarse",
    "is_shown",
    "plain",
    "repeated",
    "size_of",
    "value",
    "word_at",
]
