"""The page on bots tells what they are: their traits, and ladders without holes."""

import re
from itertools import pairwise
from math import log10
from pathlib import Path
from typing import NamedTuple

import pytest

from bench import anchors
from inglenook.core.registry import find_game, levels
from inglenook.games.conex import bot as conex
from inglenook.games.kewbz import bot as kewbz
from inglenook.games.kewbz.search import DEEPEST
from inglenook.games.konexi import bot as konexi
from inglenook.games.prolix import bot as prolix
from tests.test_every_game import LANGUAGES, catalogue

PAGE = (Path(__file__).parents[1] / "docs/bots.md").read_text()
GAMES = sorted({duel.scale.partition("-")[0] for duel in anchors.duels()})
"""Those whose ladders were measured: a new game has none yet."""
LEAST, MOST = 100, 250
"""How many points of Elo neighbours are apart."""
HEAD = re.compile(r"`inglenook arena (\w+)((?: --[a-f] \w+)+) ")
ONE_AHEAD = {
    "en": "one move ahead",
    "de": "einen Zug weit",
    "fr": "un coup à l’avance",
    "es": "una jugada por delante",
    "nl": "één zet vooruit",
}


class Rung(NamedTuple):
    game: str
    who: tuple[str, ...]
    share: float
    elo: int


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def traits(game: str) -> dict[str, list[str]]:
    """What the table of a game's levels says of each, by its name."""
    (part,) = re.findall(rf"^## {heading(game)}\n(.*?)^##", PAGE, re.M | re.S)
    rows = [cells(line) for line in part.splitlines() if line.startswith("|")][2:]
    assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1))
    return {row[1].lower(): row[2:] for row in rows}


def heading(game: str) -> str:
    headings: list[str] = re.findall(r"^## (\w+)$", PAGE, re.M)
    return next(each for each in headings if each.lower() == game)


def rungs() -> list[Rung]:
    """What neighbours came to, as the page has it."""
    found = []
    for line in PAGE.splitlines():
        head, *row = cells(line) if line.startswith("| `inglenook arena") else [""]
        elo = next((int(cell) for cell in row if re.fullmatch(r"\+\d+", cell)), None)
        if elo is None or not (match := HEAD.match(head)):
            continue
        share = next(float(cell[:-2]) for cell in row if re.fullmatch(r"[\d.]+ %", cell))
        who = tuple(re.findall(r"--[a-f] (\w+)", match[2]))
        names = [level.name for level in levels(match[1])]
        if names.index(who[0]) - names.index(who[1]) == 1:
            found.append(Rung(match[1], who, share / 100, elo))
    return found


def elo(share: float, others: int) -> float:
    return 400 * log10(share / ((1 - share) / others))


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_every_level(game: str) -> None:
    assert list(traits(game)) == [level.name for level in levels(game)]


@pytest.mark.parametrize(
    ("game", "seats"), [(game, n) for game in GAMES for n in (2, 3) if n in find_game(game).seats]
)
def test_each_level_was_measured_against_the_one_below_and_none_is_too_far(
    game: str, seats: int
) -> None:
    measured = {
        rung.who[:2]: rung for rung in rungs() if (rung.game, len(rung.who)) == (game, seats)
    }
    names = [level.name for level in levels(game)]
    # Of Capstone there are pairs of games, by a bench of its own.
    known = {(above, below) for below, above in pairwise(names)} - {("capstone", "keystone")}
    assert set(measured) == known
    for rung in measured.values():
        assert LEAST <= rung.elo <= MOST, rung
        # The share is rounded.
        assert abs(rung.elo - elo(rung.share, seats - 1)) < 1, rung


def test_the_anchors_are_fitted_to_the_ladders_of_the_page() -> None:
    told = {(rung.game, rung.who): rung.share for rung in rungs()}
    for duel in anchors.duels():
        assert duel.share > 0.9 or LEAST <= elo(duel.share, duel.others) <= MOST, duel
        who = (duel.a, *[duel.b] * duel.others)
        if share := told.get((duel.scale.partition("-")[0], who)):
            assert abs(duel.share - share) < 0.001, duel


def test_levels_of_kewbz_are_what_the_page_says() -> None:
    table = traits("kewbz")
    for name, skill in kewbz.SKILLS.items():
        ahead, overlooks, _ = table[name]
        assert (
            overlooks == "nothing" if not skill.blind else overlooks.startswith(f"{skill.blind} %")
        )
        if skill.depth < DEEPEST:
            assert int(ahead.split()[0]) == skill.depth


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_of_kewbz_that_look_one_move_ahead_speak_of_no_more(language: str) -> None:
    texts = catalogue("kewbz", language)
    lines = {name: texts[f"kewbz.level.{name}.line"] for name in kewbz.SKILLS}
    told = {name for name, line in lines.items() if ONE_AHEAD[language] in line}
    assert told == {"pebble", "brick"}
    assert {kewbz.SKILLS[name].depth for name in told} == {1}


def test_levels_of_prolix_are_what_the_page_says() -> None:
    table = traits("prolix")
    for name, bot in prolix.TRAITS.items():
        low, high = bot.content
        assert table[name] == [
            str(bot.size),
            f"{bot.overlooks} % of the tiles" if bot.overlooks else "nothing",
            f"{bot.deep:,} words",
            f"{bot.pace / 1000:g} s",
            "the best" if low == 100 else f"{low}–{high} %",
            f"{bot.dares} point{'s' * (bot.dares > 1)}{' it expects' * bot.weighs}",
            f"{bot.courtesy / 1000:g} s",
            "never" if bot.flips is None else f"{bot.flips / 1000:g} s",
        ]


def test_levels_of_konexi_are_what_the_page_says() -> None:
    table = traits("konexi")
    for name, bot in konexi.TRAITS.items():
        size, sees, looks, eye, hand, ahead = table[name]
        assert (int(size), float(hand)) == (bot.size, bot.hand)
        assert sees == ("always" if bot.sees == 1 else f"{bot.sees * 100:.0f} %")
        assert looks == "all" if bot.looks >= 1000 else int(looks.split()[0]) == bot.looks
        assert eye == (f"{bot.eye:.2f}" if bot.eye else "nothing")
        assert ahead == ("plays on" if bot.playouts else str(bot.ahead) if bot.ahead else "no")


def test_levels_of_conex_are_what_the_page_says() -> None:
    table = traits("conex")
    two, six = (table[name][0] for name in conex.NOTICED)
    assert ("of two lays" in two, "of six lays" in six) == (True, True)
    assert tuple(conex.NOTICED.values()) == (2, 6)
    assert f"in {conex.PLAYOUTS} short playouts" in table["cunning"][0]
    assert f"up to {conex.TRIALS:,} trials" in table["farsighted"][0]
    assert f"up to {conex.WHOLE:,} games" in table["farsighted"][0]
    assert f"less than {conex.ENOUGH}, " in table["patient"][1]
    assert f"within {conex.NEAR} points" in table["patient"][1]
