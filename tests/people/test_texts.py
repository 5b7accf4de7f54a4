"""What the house says to people who are not looking at it, in five languages."""

import json
import re
from pathlib import Path

import pytest

import inglenook.server.outbound.texts as texts
from inglenook.core.units import DAY_MS, HOUR_MS
from inglenook.server.outbound.texts import LANGUAGES, MINUTE_MS, game_title, time_left

CATALOGUES = {
    path.stem: json.loads(path.read_text()) for path in Path(texts.__file__).parent.glob("*.json")
}


def test_every_text_is_there_in_every_language_with_the_same_holes() -> None:
    assert set(CATALOGUES) == set(LANGUAGES)
    for catalogue in CATALOGUES.values():
        assert catalogue.keys() == CATALOGUES["en"].keys()
        for key, text in catalogue.items():
            holes = set(re.findall(r"{(\w+)}", text))
            assert holes == set(re.findall(r"{(\w+)}", CATALOGUES["en"][key])), key


def test_titles_are_those_of_the_client() -> None:
    games = Path(__file__).parents[2] / "client/src/games"
    for catalogue in games.glob("*/i18n/en.json"):
        name = catalogue.parent.parent.name
        assert game_title(name) == json.loads(catalogue.read_text())[f"{name}.title"]


@pytest.mark.parametrize(
    ("ms", "said"),
    [
        (2 * DAY_MS + 3 * HOUR_MS + MINUTE_MS, "2 T 3 Std"),
        (DAY_MS + MINUTE_MS, "1 T"),
        (3 * HOUR_MS + 4 * MINUTE_MS, "3 Std 4 Min"),
        (59_999, "0 Min"),
    ],
)
def test_how_much_time_is_left(ms: int, said: str) -> None:
    assert time_left("de", ms) == said
