"""Makes the table to check our families against: `python tools/inflections.py infl.csv [target]`.

`infl.csv` is AGID's as it lies in the wheel of pyinflect 0.5.1. The table it writes
(tests/words/agid.txt.gz) has the nouns and verbs of the lexicon, each with its forms there.

AGID also lists guesses, and the csv has lost the marks that told them apart. A rule
that asks nothing of our own families takes out what can be told:
- a headword that is itself a regular form of another (*cares* with *caressed*), and verbs in -is,
  which are nouns (*emphasis*);
- a second spelling that is another headword or another's form (*hop* with *hoping*), or that has
  fewer than four letters (*moo* with *moi*);
- a form that a headword at least as common claims too (*bloc* with *blocked*).
"""

import gzip
import sys
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from inglenook.words import MAX_SCOWL_SIZE, is_accepted, size_of

TARGET = Path(__file__).parent.parent / "tests" / "words" / "agid.txt.gz"


class Line(NamedTuple):
    word: str
    part: str
    """N, V, or A for adjectives."""
    forms: list[list[str]]
    """For each form its spellings."""


def read(path: Path) -> list[Line]:
    lines = (line.split(",") for line in path.read_text().splitlines())
    return [
        Line(word, part, [form.split("/") for form in forms if form != "<>"])
        for word, part, *forms in lines
    ]


def table(lines: list[Line]) -> str:
    """A line for each headword of the lexicon: it, N or V, and its forms in the lexicon."""
    heads = {line.word for line in lines}
    claims: dict[str, set[tuple[str, str]]] = defaultdict(set)
    inflected = [line for line in lines if line.part != "A"]
    for line in inflected:
        for spellings in line.forms:
            claims[spellings[0]].add((line.word, line.part))

    def is_form_itself(word: str) -> bool:
        return any(
            word in (f"{head}s", f"{head}es", f"{head}ed", f"{head}d", f"{head[:-1]}ies")
            for head, _ in claims[word]
            if head != word
        )

    def is_guess(line: Line, form: str, first: bool) -> bool:
        others = {(head, part) for head, part in claims[form] if head != line.word}
        if not first:
            return len(form) < 4 or form in heads or bool(others)
        return any(
            part == line.part and commonness(head) <= commonness(line.word)
            for head, part in others
            if is_accepted(head)
        )

    kept = []
    for line in inflected:
        if not is_accepted(line.word) or is_form_itself(line.word):
            continue
        if line.part == "V" and line.word.endswith("is"):
            continue
        forms = {
            form
            for spellings in line.forms
            for place, form in enumerate(spellings)
            if form != line.word and is_accepted(form) and not is_guess(line, form, place == 0)
        }
        if forms:
            kept.append(" ".join([line.word, line.part, *sorted(forms)]))
    return "".join(each + "\n" for each in sorted(kept))


def commonness(word: str) -> int:
    return size_of(word) or MAX_SCOWL_SIZE


def main(source: str, target: str = str(TARGET)) -> None:
    # No timestamp in the file: the same table makes the same bytes.
    Path(target).write_bytes(gzip.compress(table(read(Path(source))).encode(), mtime=0))


if __name__ == "__main__":
    main(*sys.argv[1:])
