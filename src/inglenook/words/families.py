"""No cheapies: which words count as one, being a word's number, tense, or form in -ly or -ing.

A word is taken back to its stems: the noun and verb lemmas of LemmInflect's dictionary (never its
guesses at words it has not seen), and what is left without -ly or -ing. Two words clash if they
share a stem. A stem found so is not read anew: *found* is of *find* and of *found*, so it bars
*find* and *founded*, and those two do not bar each other.
"""

from collections.abc import Iterator
from functools import lru_cache

from inglenook.words.lexicon import known

Readings = dict[str, tuple[str, ...]]

# What the dictionary lacks, or has of a spelling that is no word.
IRREGULAR = {
    "booties": "booty",
    "congratulations": "congratulation",
    "dues": "due",
    "ethics": "ethic",
    "felted": "felt",
    "humanities": "humanity",
    "khakis": "khaki",
    "mimicked": "mimic",
    "mimicking": "mimic",
    "oxen": "ox",
    "people": "person",
    "reprogrammed": "reprogram",
    "reprogramming": "reprogram",
    "schlepped": "schlep",
    "schlepping": "schlep",
}
# Readings it has and no player would think of.
FAR_FETCHED = {
    "boded": "bide",
    "callus": "callous",
    "cola": "colon",
    "dive": "diva",
    "excreta": "excretion",
    "feed": "fee",
    "opera": "opus",
    "real": "rial",
    "regalia": "regale",
    "rial": "real",
    "staid": "stay",
    "stamina": "stamen",
    "staves": "stay",
    "taxes": "taxis",
    "weed": "wee",
    "zirconia": "zirconium",
}
# Words that only look as if they had been given -ly or -ing.
GROWN_SO = frozenset(
    {
        "barfly",
        "comely",
        "early",
        "earring",
        "herring",
        "incoming",
        "lemming",
        "only",
        "pudding",
        "raring",
    }
)


def clash(a: str, b: str) -> bool:
    """Whether either of two words bars the other; of a-z, and no longer than a game takes them."""
    return a == b or not stems(a).isdisjoint(stems(b))


@lru_cache(maxsize=4096)
def stems(word: str) -> frozenset[str]:
    """The word and all it is a form of."""
    readings = _readings(word)
    verbs = {*readings.get("VERB", ()), *readings.get("AUX", ())}
    found = {word, IRREGULAR.get(word, word), *readings.get("NOUN", ()), *verbs}
    found.discard(FAR_FETCHED.get(word, ""))
    if not readings:
        found.update(_without_s(word), _without_ed(word))
    if word.endswith("ings"):  # earnings, which the dictionary has without its singular
        found.add(word[:-1])
    if word not in GROWN_SO:
        if not verbs:
            found.update(_bases(word, "ing"))
        if not readings or readings.keys() & {"ADJ", "ADV"}:
            found.update(*map(stems, _without_ly(word)))
    for noun in found - verbs - {word}:  # meetings, meeting, meet; dailies, daily, day
        if noun.endswith("ing") or (noun.endswith("ly") and "ADJ" in _readings(noun)):
            found |= stems(noun)
    return frozenset(found)


@lru_cache(maxsize=4096)
def _readings(word: str) -> Readings:
    """LemmInflect's lemmas by part of speech; empty for a word it does not know."""
    # Its tables take part of a second to load: with the first word said, not with the server.
    from lemminflect import getAllLemmas

    readings: Readings = getAllLemmas(word)
    return readings


def _possible(stem: str, word: str) -> bool:
    """Whether it can be a word's stem: where the word is in no list, its stem may be in none."""
    return known(stem) if known(word) else len(stem) > 1


def _without_s(word: str) -> Iterator[str]:
    rest = word.removesuffix("s")
    if rest != word and not rest.endswith("s"):
        spelt = [rest]
        if rest.endswith(("se", "xe", "ze", "he", "oe")):
            spelt.append(rest[:-1])
        if rest.endswith("ie"):
            spelt.append(rest[:-2] + "y")
        for stem in spelt:
            readings = _readings(stem)
            if _possible(stem, word) and (not readings or readings.keys() & {"NOUN", "VERB"}):
                yield stem


def _without_ed(word: str) -> Iterator[str]:
    for stem in _bases(word, "ed"):
        # The dictionary does not know that text is a verb, but the lexicon has texting; talented
        # is no verb's form.
        if "VERB" in _readings(stem) or not known(word) or known(_ing(word)):
            yield stem


def _ing(past: str) -> str:
    rest = past.removesuffix("ed")
    return (rest[:-1] + "y" if rest.endswith("i") else rest) + "ing"


def _bases(word: str, suffix: str) -> Iterator[str]:
    """What -ed or -ing was added to: as it stands, with its e or y, or its single consonant."""
    rest = word.removesuffix(suffix)
    if rest == word or not set(rest) & set("aeiouy"):  # thing, king, bring
        return
    spelt = [rest, rest + "e"]
    if rest[-1] == rest[-2:-1] or rest.endswith("ck"):
        spelt.append(rest[:-1])  # stop, mimic
    if suffix == "ed" and rest.endswith("i"):
        spelt.append(rest[:-1] + "y")
    if suffix == "ing" and rest.endswith("y"):
        spelt.append(rest[:-1] + "ie")
    for stem in spelt:
        if _possible(stem, word):
            yield stem


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
    if "ADJ" in _readings(rest):
        respelt = [rest, *respelt[3:]]
    if adjectives := [stem for stem in respelt if "ADJ" in _readings(stem)]:
        return adjectives
    if _possible(rest, word):
        # Pearly is pearl with -y.
        return [] if known(rest + "l") or known(rest + "le") else [rest]
    return [stem for stem in respelt if stem.endswith(("y", "ic", "able", "ible")) and known(stem)]
