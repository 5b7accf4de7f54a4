"""Every preset of every game is one that its rules take, for every number of players."""

import pytest

from inglenook import Match
from inglenook.presets import presets
from inglenook.registry import find_game

GAMES = ("conex", "kewbz", "konexi", "prolix")


@pytest.mark.parametrize("game", GAMES)
def test_a_preset_says_what_it_sets_for_every_number_of_players(game: str) -> None:
    for preset in presets(game):
        assert tuple(preset.options) == find_game(game).seats
        for seats, options in preset.options.items():
            taken = Match(game, seats, options).options
            assert {name: taken[name] for name in options} == options


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_preset_is_standard(game: str) -> None:
    assert [preset.name for preset in presets(game)][1] == "standard"
