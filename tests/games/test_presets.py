"""The pages of the games tell what was measured of the presets: what their names promise."""

from itertools import pairwise
from pathlib import Path

import pytest

from inglenook.core.registry import find_game
from inglenook.shared.presets import presets
from tests.every_game import GAMES

BY_TURNS = tuple(game for game in GAMES if game != "prolix")
"""Those whose page has a row for each preset; that of Prolix has one for each number of players."""


def rows(game: str, column: str) -> list[dict[str, str]]:
    """The table on the game's page that has this column."""
    page = Path(__file__).parents[2] / "docs" / "games" / f"{game}.md"
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page.read_text().splitlines()
        if line.startswith("|")
    ]
    start = next(n for n, line in enumerate(cells) if column in line)
    width = len(cells[start])
    found = []
    for line in cells[start + 2 :]:
        if len(line) != width:
            break
        found.append(dict(zip(cells[start], line, strict=True)))
    return found


def measured(game: str) -> dict[int, dict[str, float]]:
    """Turns by the number of players and the preset, as the page tells them."""
    turns: dict[int, dict[str, float]] = {}
    if game == "prolix":
        for row in rows(game, "quick"):
            turns[int(row["players"])] = {
                preset.name: float(row[preset.name].split()[0]) for preset in presets(game)
            }
        return turns
    for row in rows(game, "turns"):
        turns.setdefault(int(row.get("players", 2)), {})[row["preset"]] = float(row["turns"])
    return turns


@pytest.mark.parametrize("game", GAMES)
def test_short_standard_and_long_differ_by_a_third_each(game: str) -> None:
    told = measured(game)
    assert tuple(told) == find_game(game).seats
    lengths = [preset.name for preset in presets(game)][:3]
    for seats, turns in told.items():
        for shorter, longer in pairwise(lengths):
            assert turns[longer] >= turns[shorter] * 4 / 3, (seats, shorter, longer)


@pytest.mark.parametrize("game", BY_TURNS)
def test_what_was_measured_are_the_presets(game: str) -> None:
    by_name = {preset.name: preset.options for preset in presets(game)}
    for row in rows(game, "turns"):
        options = by_name[row["preset"]][int(row.get("players", 2))]
        told = {name: row[name] for name in options if name in row}
        assert told
        assert told == {name: str(options[name]) for name in told}


def test_on_standard_at_most_one_game_of_conex_in_five_ends_for_want_of_room() -> None:
    standard = [row for row in rows("conex", "turns") if row["preset"] == "standard"]
    assert [int(row["players"]) for row in standard] == [1, 2, 3, 4]
    for row in standard:
        assert int(row["end for want of room"].removesuffix(" %")) <= 20


@pytest.mark.parametrize("game", BY_TURNS)
def test_the_minutes_on_the_box_are_those_measured(game: str) -> None:
    by_name = {preset.name: preset.minutes for preset in presets(game)}
    for row in rows(game, "turns"):
        assert by_name[row["preset"]][int(row.get("players", 2))] == int(row["minutes"])


def test_the_minutes_on_the_box_of_prolix_are_its_words_at_the_pace_of_people() -> None:
    """35 s a word, and 60 s if calm; in a duel 40 s and 70 s for the words of both."""
    told = measured("prolix")
    for preset in presets("prolix"):
        calm = preset.name == "calm"
        for seats, minutes in preset.minutes.items():
            seconds = (35 if calm else 20) if seats == 2 else (60 if calm else 35)
            exact = told[seats][preset.name] * seconds / 60
            assert abs(minutes - exact) <= 0.5, (preset.name, seats)


@pytest.mark.parametrize("game", GAMES)
def test_every_length_has_its_minutes(game: str) -> None:
    for preset in presets(game):
        assert preset.minutes.keys() == preset.options.keys(), preset.name
