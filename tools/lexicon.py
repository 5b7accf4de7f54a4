"""Makes the reference: `python tools/lexicon.py [folder [target]]` writes the lexicon's data file.

It reads SCOWL's lists as Debian's package `scowl` installs them (made with 2020.12.07-2), and two
lists of our own in tools/words: everyday words that SCOWL lacks, and what it lists that is no word
(letters, units, functions). Nothing but this script needs them: the data file and SCOWL's licence
lie in the repository.
"""

import re
import sys
from pathlib import Path

from inglenook.words.spelling import plain

# Variants 1 are as good as the main spelling, variants 2 are generally accepted (yoghurt, donut);
# SCOWL doubts its variants 3 itself.
SPELLINGS = (
    *("english", "american", "british", "british_z"),
    *("variant_1", "variant_2", "british_variant_1", "british_variant_2"),
)
SIZES = (10, 20, 35, 40, 50, 55, 60, 70)
EVERYDAY_SIZE = 50
# Proper nouns and apostrophes fall out here; no game takes a word of more letters.
WORD = re.compile("[a-z]{1,40}")
OURS = Path(__file__).parent / "words"
TARGET = Path(__file__).parent.parent / "src" / "inglenook" / "words" / "lexicon.bin"


def collected(folder: Path) -> dict[str, int]:
    """Every word with the smallest size it is listed in."""
    found: dict[str, int] = {}
    for size in SIZES:
        for spelling in SPELLINGS:
            for word in (folder / f"{spelling}-words.{size}").read_text("utf-8").splitlines():
                if WORD.fullmatch(plain(word)):
                    found.setdefault(plain(word), size)
    return found


def corrected(sizes: dict[str, int]) -> dict[str, int]:
    """With our own two lists."""
    everyday, no_words = (
        (OURS / name).read_text().split() for name in ("everyday.txt", "no_words.txt")
    )
    sizes = dict.fromkeys(everyday, EVERYDAY_SIZE) | sizes
    return {word: size for word, size in sizes.items() if word not in no_words}


def packed(sizes: dict[str, int]) -> bytes:
    """The words in order, each followed by one byte, its size: no size is a letter's code."""
    return b"".join(word.encode() + bytes([sizes[word]]) for word in sorted(sizes))


def main(folder: str = "/usr/share/dict/scowl", target: str = str(TARGET)) -> None:
    if not Path(folder).is_dir():
        sys.exit(f"no SCOWL lists in {folder}: install Debian's package scowl, or name a folder")
    Path(target).write_bytes(packed(corrected(collected(Path(folder)))))


if __name__ == "__main__":
    main(*sys.argv[1:])
