"""Coarse words are accepted from people, and nothing of ours ever shows one.

Whole games would show few boards and towers. Here bots, hints, and what reviews ask are given
thousands, half of them made so that a coarse word would be among the best there are.
"""

import random
import re
import string
from collections.abc import Iterator
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from inglenook import Match
from inglenook.core.bot import Later, Level
from inglenook.core.game import Rng
from inglenook.core.registry import data_file, levels
from inglenook.games.konexi.bot import BOT as KONEXI_BOT
from inglenook.games.konexi.rules import vocabulary
from inglenook.games.konexi.rules.moves import Claim
from inglenook.games.konexi.rules.view import Link, Word
from inglenook.games.konexi.rules.view import View as KonexiView
from inglenook.games.prolix.board import BOX
from inglenook.games.prolix.bot import BOT as PROLIX_BOT
from inglenook.games.prolix.moves import Say, Scratch, Write
from inglenook.games.prolix.view import Tile
from inglenook.games.prolix.view import View as ProlixView
from inglenook.words import best, clash, is_accepted, is_coarse, is_shown
from tests.every_game import GAMES

TOOLS = Path(__file__).parent.parent.parent / "tools"
COARSE = files("inglenook.words").joinpath("coarse.txt").read_text().split()


@pytest.mark.parametrize(
    "word",
    [
        *("rape", "raped", "raping", "rapists", "shitty", "niggers", "kikes", "wogs", "whores"),
        *("gypsies", "gipsies", "whorish", "ofay"),
    ],
)
def test_coarse_words_and_their_forms_are_accepted_and_not_shown(word: str) -> None:
    assert is_accepted(word)
    assert is_coarse(word)
    assert not is_shown(word)


@pytest.mark.parametrize(
    "word",
    [
        *("sturdy", "saltwater", "whorl", "drape", "grapes", "therapist", "cockpit", "peacock"),
        *("assess", "classes", "arsenal", "snigger", "niggle", "raccoon", "spice", "prickly"),
        *("retardant", "swank", "mishit", "gypsum", "scrap", "titan", "analyse", "pansy"),
    ],
)
def test_only_whole_words_are_coarse(word: str) -> None:
    assert is_shown(word)


@pytest.mark.parametrize("word", ["zzzz", "", "London", "café"])
def test_what_is_not_accepted_is_not_shown(word: str) -> None:
    assert not is_accepted(word)
    assert not is_shown(word)


def test_every_form_of_a_coarse_word_is_coarse() -> None:
    """A noun and its plural, a verb and its past; except those listed as having a clean sense."""
    tame = set((TOOLS / "words" / "tame.txt").read_text().split())
    assert not tame & set(COARSE)
    for line in files("inglenook.words").joinpath("stems.txt").read_text().splitlines():
        word, *found = line.split()
        if any(map(is_coarse, found)):
            assert is_coarse(word) or word in tame, line


def test_the_public_lists_are_followed() -> None:
    """What they name is coarse, if it is a word and not listed as having a clean sense."""
    ours, ldnoobw, cuss = (
        set((TOOLS / "words" / name).read_text().split())
        for name in ("tame.txt", "ldnoobw.txt", "cuss.txt")
    )
    assert len(ldnoobw) > 200
    assert len(cuss) > 900
    missed = [word for word in (ldnoobw | cuss) - ours if is_accepted(word) and is_shown(word)]
    assert missed == []


@pytest.mark.parametrize("game", GAMES)
def test_no_lesson_and_no_puzzle_has_a_coarse_word(game: str) -> None:
    for name in ("lessons.json", "puzzles.json"):
        text = (data_file(game, name) or b"").decode().lower()
        assert [word for word in set(re.findall("[a-z]+", text)) if is_coarse(word)] == []


# --- Prolix ------------------------------------------------------------------------------------


def board(letters: list[str]) -> tuple[Tile, ...]:
    columns = [points for points in BOX.columns for _ in range(2)]
    return tuple(
        Tile(letter.upper(), points, 0) for letter, points in zip(letters, columns, strict=False)
    )


def boards(count: int) -> Iterator[tuple[Tile, ...]]:
    """Half made of any letters, half of those of a coarse word."""
    rng = random.Random("boards")
    consonants = "bcdfghklmnprstvwyjqxz"
    for number in range(count):
        own = [c for c in rng.choice(COARSE) if c in consonants][:8] if number % 2 else []
        yield board(own + rng.choices(consonants, k=8 - len(own)))


def words_of(tiles: tuple[Tile, ...]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for tile in sorted(tiles, key=lambda tile: -tile.points):
        found.setdefault(tile.letter.lower(), []).append(tile.points)
    return found


def test_the_best_words_of_two_thousand_boards_are_shown() -> None:
    """What reviews and random moves name."""
    for tiles in boards(2000):
        found = [word for word, _ in best(words_of(tiles), limit=100)]
        assert len(found) == 100
        assert not [word for word in found if is_coarse(word)]


def test_without_care_coarse_words_would_be_among_them() -> None:
    """On these boards a coarse word is often worth as much as the best that is shown."""
    spoilt = 0
    for tiles in boards(200):
        (_, most), *_ = best(words_of(tiles), limit=1)
        spoilt += any(sum_of(word, tiles) >= most for word in COARSE)
    assert spoilt > 0


def sum_of(word: str, tiles: tuple[Tile, ...]) -> int:
    return sum(sum(p[: word.count(c)]) for c, p in words_of(tiles).items())


@pytest.mark.parametrize("level", levels("prolix"), ids=lambda level: level.name)
def test_no_prolix_bot_says_a_coarse_word(level: Level) -> None:
    view = Match("prolix", 2, seed="manners").view(0)
    assert isinstance(view, ProlixView)
    said = 0
    for seq, tiles in enumerate(boards(250)):
        answer = PROLIX_BOT.choose(replace(view, tiles=tiles), 0, level, Rng("say", seq))
        if isinstance(answer, Later):
            assert isinstance(answer.move, (Say, Write, Scratch))
            assert is_shown(answer.move.word)
            said += 1
    assert said > 200


def test_the_pictures_of_the_rules_show_such_words_and_tell_the_truth_about_them() -> None:
    folder = TOOLS.parent / "client" / "src" / "games" / "prolix"
    words = re.findall(r'"word": "([a-z]+)"', (folder / "figures.json").read_text())
    pairs = re.findall(r'"([a-z]+) / ([a-z]+)"', (folder / "Figure.svelte").read_text())
    assert len(words) > 5
    assert all(map(is_shown, (*words, *(word for pair in pairs for word in pair))))
    assert [clash(*pair) for pair in pairs] == [True] * 5 + [False] * 3


def test_what_is_remembered_of_a_game_has_no_coarse_word() -> None:
    """It was accepted, and the log has it; the end of a game and people's pages do not."""
    match = Match("prolix", 2, {"marks": 1}, seed="manners")
    match.submit(0, Write("rapist"), t=1000)
    match.submit(1, Write("be"), t=2000)
    match.advance(20_000)
    assert match.outcome()
    assert match.state.last is not None
    assert match.state.last.words[0].won
    assert match.game.keepsakes(match.history()).words == ((), ())
    assert match.game.summary(match.history()).moment is None


# --- Konexi ------------------------------------------------------------------------------------


def towers(count: int) -> Iterator[tuple[list[tuple[str, str]], str]]:
    """Letters hung on one another: one half of any, one half with those of a coarse word."""
    rng = random.Random("towers")
    spelt = [word.upper() for word in COARSE if len(set(word)) == len(word)]
    for number in range(count):
        own = rng.choice(spelt) if number % 2 else ""
        others = [c for c in rng.sample(string.ascii_uppercase, rng.randint(4, 18)) if c not in own]
        letters = [*own, *others]
        hung = range(max(len(own), 1), len(letters))
        pairs = [*pairwise(own), *((letters[i], rng.choice(letters[:i])) for i in hung)]
        yield pairs, own[-1] if own else letters[-1]


def test_the_words_that_reviews_name_on_two_thousand_towers_are_shown() -> None:
    claimable = 0
    for pairs, new in towers(2000):
        near = vocabulary.neighbours(pairs)
        every, shown = vocabulary.words(near, new), vocabulary.shown(near, new)
        assert shown == [word for word in every if not is_coarse(word)]
        claimable += len(every) > len(shown)
    assert claimable > 200


@pytest.mark.parametrize("level", levels("konexi"), ids=lambda level: level.name)
def test_no_konexi_bot_claims_a_coarse_word(level: Level) -> None:
    claimed = 0
    for view in views(1000):
        answer = KONEXI_BOT.choose(view, 0, level, Rng("claim", 0))
        assert isinstance(answer, Later)
        if isinstance(answer.move, Claim):
            assert is_shown(answer.move.word)
            claimed += 1
    assert claimed > 50


def test_no_hint_names_a_coarse_word() -> None:
    for view in views(1000):
        for advice in KONEXI_BOT.advise(view, 0, Rng("hint", 0)):
            assert not isinstance(advice.move, Claim) or is_shown(advice.move.word)


def views(count: int) -> Iterator[KonexiView]:
    """Someone is asked for a word, in each of the towers."""
    view = Match("konexi", 2, {"first": 0}, seed="manners").view(0)
    assert isinstance(view, KonexiView)
    for round_, (pairs, new) in enumerate(towers(count)):
        links = tuple(Link(a, 0, b, 0) for a, b in pairs)
        yield replace(view, phase="claim", round=round_, links=links, new=new)


def test_what_is_remembered_of_a_tower_has_no_coarse_word() -> None:
    match = Match("konexi", 2, {"first": 0}, seed="manners")
    said = (Word("tap", 3), Word("rapist", 6))
    states = [replace(match.state, words=(said[:n], ())) for n in range(3)]
    assert match.game.keepsakes(states).words == (("tap",), ())
    assert match.game.summary(states).moment is None
    moment = match.game.summary(states[:2]).moment
    assert moment
    assert moment.facts == {"word": "tap", "n": 3}
