"""Makes the table of stems: `python tools/families.py [target]` writes words/stems.txt.

For every word of the lexicon, all it can be a form of: its number, its tense, its form in -ly or
-ing. What LemmInflect's dictionary says (never its guesses at words it has not seen), then the
rules of English spelling where it says nothing, then what was judged by hand. Only this script
needs LemmInflect.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lemminflect import getAllInflections, getAllLemmas

from inglenook.words.lexicon import book, is_accepted

HAND = Path(__file__).parent / "words"
TARGET = Path(__file__).parent.parent / "src" / "inglenook" / "words" / "stems.txt"

# What would double its last letter before -ed and -ing, or has no verb (parenthesis).
UNDOUBLED = re.compile("[^aeiou]*[aeiou][^aeiouwxy]|.*[^s]s")
# Plurals and singulars, by their endings.
PLURALS = {
    "busses": "bus",
    "chieves": "chief",
    "children": "child",
    "eaux": "eau",
    "feet": "foot",
    "gasses": "gas",
    "genera": "genus",
    "halves": "half",
    "knives": "knife",
    "leaves": "leaf",
    "lives": "life",
    "men": "man",
    "mice": "mouse",
    "oxen": "ox",
    "people": "person",
    "scarves": "scarf",
    "selves": "self",
    "sful": "ful",
    "shelves": "shelf",
    "staves": "staff",
    "teeth": "tooth",
    "wives": "wife",
    "wolves": "wolf",
}
# Latin, Greek and Italian ones; only where the dictionary does not know the plural at all.
FOREIGN_PLURALS = {
    "a": ("um", "on"),
    "aces": ("ax",),
    "ae": ("a",),
    "es": ("is",),
    "i": ("us", "o"),
    "ices": ("ix", "ex"),
    "ides": ("is", "id"),
    "inges": ("inx",),
    "mata": ("ma",),
    "yces": ("yx",),
}


def hand(name: str) -> dict[str, set[str]]:
    """A list of ours: lines of a word and its stems."""
    lines = (line.split() for line in (HAND / name).read_text().splitlines())
    return {word: set(stems) for word, *stems in lines}


# Forms that neither the dictionary nor the rules know; forms they give wrongly.
FORMS, NO_FORMS = hand("forms.txt"), hand("no_forms.txt")
# Verbs that the dictionary does not know as such.
VERBS = frozenset((HAND / "verbs.txt").read_text().split())


@cache
def stems(word: str) -> frozenset[str]:
    """The word and all it is a form of."""
    readings = lemmas(word)
    verbs = {*readings.get("VERB", ()), *readings.get("AUX", ())}
    forms = {*readings.get("NOUN", ()), *verbs}
    inflected = not forms <= {word}
    forms |= set(_without_s(word, inflected))
    if not verbs - {word}:
        forms |= set(_without_ed(word)) | set(_bases(word, "ing"))
    if not inflected:
        forms |= set(_singular(word)) | set(_with_prefix(word))
    forms |= FORMS.get(word, set())
    forms -= NO_FORMS.get(word, set())
    found = {word} | forms
    if not readings or readings.keys() & {"ADJ", "ADV"}:
        for stem in set(_without_ly(word)) - NO_FORMS.get(word, set()):
            found |= stems(stem)
    for form in forms - verbs - {word}:  # meetings, meeting, meet; dailies, daily, day
        if form.endswith("ing") or (form.endswith("ly") and "ADJ" in lemmas(form)):
            found |= stems(form)
    return frozenset(found)


@cache
def lemmas(word: str) -> dict[str, tuple[str, ...]]:
    """The dictionary's lemmas by part of speech.

    It has the spellings of a word under one another; to us they are different words. A lemma
    is of no other spelling (*fulfill* of *fulfil*), and a form is of the spelling it is made
    from: *fulfills* of *fulfill*, *fulfilled* of both.
    """
    readings: dict[str, tuple[str, ...]] = getAllLemmas(word)
    made_from = {word, *_regular(word)}

    def is_other_spelling(lemma: str, part: str) -> bool:
        if lemma in made_from:
            return False
        forms = {form for forms in getAllInflections(lemma, part).values() for form in forms}
        if word in readings[part] and word not in forms:
            return True
        return any(
            other in getAllLemmas(lemma).get(part, ()) or lemma in getAllLemmas(other).get(part, ())
            for other in readings[part]
            if other in made_from and other != word
        )

    return {
        part: tuple(lemma.replace("-", "") for lemma in found if not is_other_spelling(lemma, part))
        for part, found in readings.items()
    }


def _regular(form: str) -> Iterator[str]:
    """All words of which a form is spelt as a regular plural, past or -ing."""
    if form.endswith("s"):
        yield form[:-1]
        if form.endswith("es"):
            yield form[:-2]
        if form.endswith("ies"):
            yield form[:-3] + "y"
    for suffix in ("ed", "ing"):
        yield from _spellings(form, suffix)


def _without_s(word: str, inflected: bool) -> Iterator[str]:
    rest = word.removesuffix("s")
    if rest == word or rest.endswith("s"):
        return
    spelt = [rest]
    if not inflected:
        if rest.endswith(("se", "xe", "ze", "he", "oe")):
            spelt.append(rest[:-1])
        if rest.endswith("ie"):
            spelt.append(rest[:-2] + "y")
        if rest.endswith(("sse", "zze")):
            spelt.append(rest[:-2])
    yield from filter(is_accepted, spelt)


def _without_ed(word: str) -> Iterator[str]:
    rest = word.removesuffix("ed")
    ing = (rest[:-1] + "y" if rest.endswith("i") else rest) + "ing"
    for stem in _bases(word, "ed"):
        readings = lemmas(stem)
        # Talented is no verb's form. The dictionary does not know that text is a verb, but the
        # lexicon has texting; and it knows few verbs with a prefix, such as unmuzzle, at all.
        if "VERB" in readings or not readings or stem in VERBS or is_accepted(ing):
            yield stem


def _bases(word: str, suffix: str) -> Iterator[str]:
    """Words of the lexicon that -ed or -ing was added to."""
    rest = word.removesuffix(suffix)
    # Taped is of tape: tap would be tapped.
    without_e = is_accepted(rest + "e") and UNDOUBLED.fullmatch(rest)
    for stem in _spellings(word, suffix):
        if is_accepted(stem) and not (stem == rest and without_e):
            yield stem


def _spellings(word: str, suffix: str) -> Iterator[str]:
    """What -ed or -ing was added to: as it stands, with its e or y, or its single consonant."""
    rest = word.removesuffix(suffix)
    if rest == word or not set(rest) & set("aeiouy"):  # thing, king, bring
        return
    yield rest
    yield rest + "e"
    if rest[-1] == rest[-2:-1] or rest.endswith("ck"):
        yield rest[:-1]  # stop, mimic
    if suffix == "ed" and rest.endswith("i"):
        yield rest[:-1] + "y"
    if suffix == "ing" and rest.endswith("y"):
        yield rest[:-1] + "ie"


def _singular(word: str) -> Iterator[str]:
    spelt = [word.removesuffix(end) + one for end, one in PLURALS.items() if word.endswith(end)]
    if len(word) > 3 and not lemmas(word):
        for end, ones in FOREIGN_PLURALS.items():
            if word.endswith(end):
                spelt += [word.removesuffix(end) + one for one in ones]
    yield from filter(is_accepted, spelt)


def _with_prefix(word: str) -> Iterator[str]:
    """Verbs with something before them: *outfought* is of *outfight*, as *fought* is of *fight*."""
    for start in range(2, len(word) - 2):
        prefix, rest = word[:start], word[start:]
        for verb in lemmas(rest).get("VERB", ()):
            if verb != rest and verb not in _regular(rest) and is_accepted(prefix + verb):
                yield prefix + verb


def _without_ly(word: str) -> list[str]:
    """Adjectives that -ly was added to; else the word it was added to as it stands.

    *Idly* is of *idle* and not of *id*, but *friendly* is of *friend*.
    """
    rest = word.removesuffix("ly")
    if rest == word or len(rest) < 2:
        return []
    respelt = [rest + "l", rest + "le", rest + "e"]  # full, simple, true
    if rest.endswith("i"):
        respelt += [rest[:-1] + "y", rest[:-1] + "ey"]  # happy, cagey
    if rest.endswith("ical"):
        respelt.append(rest[:-2])  # basic
    if "ADJ" in lemmas(rest):
        respelt = [rest, *respelt[3:]]
    adjectives = [stem for stem in respelt if "ADJ" in lemmas(stem)]
    if rest.endswith("ical"):
        # Fantastical and biologic, which the dictionary lacks; music it knows, as a noun.
        lacking = [rest] if lemmas(rest[:-2]) else [rest, rest[:-2]]
        adjectives += filter(is_accepted, lacking)
    if adjectives:
        return adjectives
    if is_accepted(rest):
        # Pearly is pearl with -y.
        return [] if is_accepted(rest + "l") or is_accepted(rest + "le") else [rest]
    return [
        stem for stem in respelt if stem.endswith(("y", "ic", "able", "ible")) and is_accepted(stem)
    ]


def table() -> str:
    """A line for every word that is a form of another."""
    words = map(book().word, range(len(book().ends)))
    lines = (" ".join([word, *sorted(stems(word) - {word})]) for word in words)
    return "".join(line + "\n" for line in lines if " " in line)


def main(target: str = str(TARGET)) -> None:
    Path(target).write_text(table())


if __name__ == "__main__":
    main(*sys.argv[1:])
