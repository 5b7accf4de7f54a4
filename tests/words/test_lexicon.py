import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from inglenook.words import lexicon

MAKER = Path(__file__).parent.parent.parent / "tools" / "lexicon.py"
SIZES = (10, 20, 35, 40, 50, 55, 60, 70)


def words() -> list[str]:
    book = lexicon.book()
    return [book.word(i) for i in range(len(book.ends))]


def test_the_reference_is_whole() -> None:
    listed = words()
    assert len(listed) == 118_131
    assert listed == sorted(set(listed))
    assert all(re.fullmatch("[a-z]{1,40}", word) for word in listed)
    assert set(lexicon.book().sizes.tolist()) == set(SIZES)


@pytest.mark.parametrize(
    ("word", "size"),
    [("a", 10), ("aardvark", 20), ("jewelers", 35), ("flummoxed", 50), ("zyzzyva", None)],
)
def test_size(word: str, size: int | None) -> None:
    assert lexicon.size_of(word) == size


def test_every_word_is_found_with_its_size() -> None:
    listed, sizes = words(), lexicon.book().sizes.tolist()
    picked = [0, 1, len(listed) - 2, len(listed) - 1]
    picked += random.Random(3).sample(range(len(listed)), 2000)
    for i in picked:
        assert lexicon.size_of(listed[i]) == sizes[i]
        assert lexicon.is_accepted(listed[i], sizes[i])
        assert not lexicon.is_accepted(listed[i], sizes[i] - 1)


@pytest.mark.parametrize(
    "word",
    [
        *("colour", "color", "realise", "realize", "theatre", "theater"),
        *("yoghurt", "yogurt", "donut", "doughnut", "judgement", "judgment"),
    ],
)
def test_american_british_and_other_spellings(word: str) -> None:
    assert lexicon.is_accepted(word)


@pytest.mark.parametrize(
    "word", ["cafe", "cliche", "naivete", "facade", "crepe", "smorgasbord", "pinata", "sauteed"]
)
def test_words_are_listed_without_their_accents(word: str) -> None:
    assert lexicon.is_accepted(word)


@pytest.mark.parametrize(
    "word",
    [
        *("app", "apps", "scrapbooking", "selfie", "sudoku", "wifi", "ok"),
        *("maths", "tech", "intro", "bot", "hitman", "treehouse", "cheerleading"),
    ],
)
def test_everyday_words(word: str) -> None:
    assert lexicon.is_accepted(word, 50)


def test_letters_and_abbreviations_are_no_words() -> None:
    assert [word for word in words() if len(word) == 1] == ["a", "i"]
    without_a_vowel = {word for word in words() if not set(word) & set("aeiouy")}
    assert without_a_vowel == {
        *("brr", "crwth", "cwm", "cwms", "hmm", "nth", "psst", "pwn", "pwns", "sh", "shh", "ssh")
    }
    assert not {"kb", "csch", "tanh", "de", "et", "amu"} & set(words())


@pytest.mark.parametrize(
    "word",
    [
        *("", "zzzz", "{", "london", "London", "don't", "dont'", "naïve", "two words", "a\n", "aF"),
        *("1", "مرحبا", "a" * 1000, "e-mail", "jewelersx", "maximiger", "\n", "F"),
    ],
)
def test_no_word(word: str) -> None:
    assert lexicon.size_of(word) is None
    assert not lexicon.is_accepted(word)


def test_made_from_lists(tmp_path: Path) -> None:
    spellings = ("english", "american", "british", "british_z", "variant_1", "variant_2")
    for spelling in (*spellings, "british_variant_1", "british_variant_2"):
        for size in SIZES:
            (tmp_path / f"{spelling}-words.{size}").touch()
    lists = {
        "english-words.35": "zebra\nEnglish\nzebra's\ncafé\nape\nkb\n",
        "british-words.20": "ape\n",
        "variant_2-words.70": "zèbra\nzebrae\n",
    }
    for name, text in lists.items():
        (tmp_path / name).write_text(text, "utf-8")
    subprocess.run([sys.executable, MAKER, tmp_path, tmp_path / "made"], check=True)
    made = (tmp_path / "made").read_bytes()
    found = {word.decode(): size[0] for word, size in re.findall(rb"([a-z]+)([^a-z])", made)}
    assert list(found) == sorted(found)
    listed = {"ape": 20, "cafe": 35, "zebra": 35, "zebrae": 70}
    assert {word: found[word] for word in listed} == listed
    everyday = (MAKER.parent / "words" / "everyday.txt").read_text().split()
    assert found == listed | dict.fromkeys(everyday, 50)


def test_made_from_nothing(tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, MAKER, tmp_path / "none"], capture_output=True, text=True, check=False
    )
    assert said.returncode == 1
    assert said.stderr.startswith("no SCOWL lists in ")
    assert said.stderr.count("\n") == 1
