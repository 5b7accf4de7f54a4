"""Where our families and AGID's table of inflections differ: `python -m bench.inflections`.

Also what may bar too much: plurals and the like that we read in several ways, one of which is
not in the table, and the largest families.
"""

import gzip
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from rich.console import Console

from inglenook.words import clash, lexicon
from inglenook.words.families import stems

TABLE = Path(__file__).parent.parent / "tests" / "words" / "agid.txt.gz"
LARGEST = 25


def pairs() -> set[tuple[str, str]]:
    """Every two words of a line of the table: one is the other's number or tense."""
    lines = gzip.decompress(TABLE.read_bytes()).decode().splitlines()
    words = ((word, *forms) for word, _, *forms in map(str.split, lines))
    return {(min(a, b), max(a, b)) for each in words for a, b in combinations(each, 2)}


def differences() -> list[tuple[str, str]]:
    # In order, so that the stems of a word are looked up once.
    return [pair for pair in sorted(pairs()) if not clash(*pair)]


def ours_alone() -> list[tuple[str, str]]:
    """Words in -s that are forms of several words, each with one that the table does not know.

    Not those in -ings: the table has no word that is taken to be made with -ing.
    """
    book, known = lexicon.book(), pairs()
    words = map(book.word, range(len(book.ends)))
    several = {
        word: stems(word) - {word}
        for word in words
        if word.endswith("s") and not word.endswith("ings")
    }
    return [
        (word, stem)
        for word, of in several.items()
        for stem in sorted(of)
        if len(of) > 1 and (min(word, stem), max(word, stem)) not in known
    ]


def families() -> Iterator[tuple[str, set[str]]]:
    """Each word of the lexicon with all that it bars."""
    book, of = lexicon.book(), defaultdict[str, set[str]](set)
    words = [book.word(i) for i in range(len(book.ends))]
    for word in words:
        for stem in stems(word):
            of[stem].add(word)
    return ((word, set().union(*(of[stem] for stem in stems(word)))) for word in words)


def main() -> None:
    say = Console(soft_wrap=True).print
    every, differing = len(pairs()), differences()
    say(
        f"{every:,} pairs, {len(differing)} do not bar each other: 1 in {every // len(differing):,}"
    )
    say("; ".join(map(" ".join, differing)))
    alone = ours_alone()
    say(f"\nRead by us alone ({len(alone)}):")
    say("; ".join(map(" ".join, alone)))
    say("\nThe largest families:")
    for word, barred in sorted(families(), key=lambda each: -len(each[1]))[:LARGEST]:
        say(f"{word} ({len(barred)}): {' '.join(sorted(barred))}")


if __name__ == "__main__":
    main()
