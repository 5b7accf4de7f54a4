"""What every game brings along besides its rules: texts, a page, presets, bots, golden records.

All of it is checked in loops over all games, so that a new one is held to the same.
"""

import json
import re
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inglenook import Match
from inglenook.core.game_checks import move_name
from inglenook.core.registry import find_game, levels
from inglenook.shared.presets import presets
from tests.every_game import GAMES

ROOT = Path(__file__).parent.parent
LANGUAGES = ("en", "de", "fr", "es", "nl")
HEADINGS = ["Usage", "Options", "Moves", "View", "Ending", "Bots", "Version history"]


def catalogue(game: str, language: str = "en") -> dict[str, str]:
    """A game's own texts and the shell's, as a screen finds them."""
    client = ROOT / "client/src"
    texts: dict[str, str] = {}
    for folder in (client / "i18n", client / f"games/{game}/i18n"):
        texts |= json.loads((folder / f"{language}.json").read_text())
    return texts


def page(game: str) -> str:
    return (ROOT / f"docs/games/{game}.md").read_text()


def section(game: str, heading: str) -> str:
    parts = re.split(r"^## (.*)$", page(game), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))[heading]


def choices(kind: Any) -> tuple[str, ...]:
    """The values of an option that is a choice between names."""
    info = msgspec.inspect.type_info(kind)
    return tuple(map(str, info.values)) if isinstance(info, msgspec.inspect.LiteralType) else ()


@pytest.mark.parametrize("game", GAMES)
def test_its_page_has_the_same_headings(game: str) -> None:
    found = re.findall(r"^## (.*)$", page(game), flags=re.MULTILINE)
    assert [heading for heading in found if heading in HEADINGS] == HEADINGS
    assert re.search(r"^### Our rulings$", page(game), flags=re.MULTILINE)


RESULT = re.compile(r"None|\d+|['(].*|[A-Z]\w+\(.*")
"""A comment that says what a line comes to, and not only what it is about."""


@pytest.mark.parametrize("game", GAMES)
def test_its_usage_does_what_it_says(game: str) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```", section(game, "Usage"), re.M | re.S)
    names: dict[str, Any] = {}
    for line in program.strip().splitlines():
        code, _, comment = line.partition("  # ")
        if not code or code.startswith(("import ", "match = ", "print(")):
            exec(code, names)
            continue
        value = repr(eval(code, names))
        # Up to a remark after a colon, or to what was left out.
        said = re.split(r": |, …|, \.\.\.", comment.replace('"', "'"))[0]
        if RESULT.fullmatch(said):
            assert value.startswith(said), line


@pytest.mark.parametrize("game", GAMES)
def test_its_page_names_every_option_move_ending_and_version(game: str) -> None:
    rules = find_game(game)
    for option in msgspec.structs.fields(rules.options_type):
        assert f"`{option.encode_name}`" in section(game, "Options")
    for move in rules.moves:
        assert f'"type":"{move_name(move)}"' in section(game, "Moves").replace(" ", "")
    for ending in (*rules.endings, "resigned"):
        assert f"`{ending}`" in section(game, "Ending")
    assert f"{rules.rules_version}. " in section(game, "Version history")


@pytest.mark.parametrize("game", GAMES)
def test_its_texts_are_all_there(game: str) -> None:
    """What the shell shows of a game; that all languages have the same keys is tested elsewhere."""
    texts, rules = catalogue(game), find_game(game)
    needed = {f"{game}.{key}" for key in ("title", "line", "minutes", "rules.aim", "rules.rulings")}
    needed |= {f"{game}.preset.{preset.name}" for preset in presets(game)}
    for level in levels(game):
        needed |= {f"{game}.level.{level.name}", f"{game}.level.{level.name}.line"}
    lengths = set.intersection(
        *(set(options) for preset in presets(game) for options in preset.options.values())
    )
    for option in msgspec.structs.fields(rules.options_type):
        # The first is asked for as "who starts"; what all presets set goes by the preset's name.
        if option.encode_name not in {"first", *lengths}:
            needed.add(f"{game}.option.{option.encode_name}")
        for value in choices(option.type):
            needed.add(f"{game}.option.{option.encode_name}.{value}")
    assert needed - set(texts) == set()
    for ending in rules.endings:
        assert {f"{game}.ending.{ending}", f"ending.{ending}"} & set(texts), ending


def rulings(game: str) -> set[str]:
    """The keys of the sentences that its rules page has for what we decided ourselves."""
    prefix = f"{game}.rules.rulings."
    keys = {key.removeprefix(prefix) for key in catalogue(game) if key.startswith(prefix)}
    return keys - {"text"}


@pytest.mark.parametrize("game", GAMES)
def test_its_rules_page_lists_every_ruling(game: str) -> None:
    shown = (ROOT / f"client/src/games/{game}/Rules.svelte").read_text()
    assert {key for key in rulings(game) if f'"{key}"' not in shown} == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_of_its_page_is_on_its_rules_page(game: str) -> None:
    """In a comment that no reader sees, a ruling names its sentences: `<!-- room, last -->`."""
    (listed,) = re.findall(r"^### Our rulings\n(.*?)^#", page(game), re.M | re.S)
    each = re.split(r"^- ", listed, flags=re.MULTILINE)[1:]
    assert each
    for ruling in each:
        named = re.search(r" <!-- ([a-z]+(?:, [a-z]+)*) -->\s*$", ruling)
        assert named, ruling
        assert set(named[1].split(", ")) <= rulings(game), ruling


@pytest.mark.parametrize("game", GAMES)
def test_its_refusals_can_be_read(game: str) -> None:
    texts = catalogue(game)
    table = [row for row in section(game, "Moves").splitlines() if row.startswith("|")]
    # NATURE's moves, which nobody reads about, come last.
    rows = [row.split("|") for row in takewhile(lambda row: "NATURE" not in row, table)]
    codes = {code for row in rows for code in re.findall(r"`([a-z]+(?:-[a-z]+)+)`", row[-2])}
    assert codes
    assert {code for code in codes if f"reason.{code}" not in texts} == set()


@pytest.mark.parametrize("game", GAMES)
def test_it_has_presets_for_every_number_of_players(game: str) -> None:
    names = [preset.name for preset in presets(game)]
    assert len(names) == len(set(names)) >= 3
    assert names[1] == "standard"
    for preset in presets(game):
        assert tuple(preset.options) == find_game(game).seats
        for seats, options in preset.options.items():
            taken = Match(game, seats, options).options
            assert {name: taken[name] for name in options} == options


@pytest.mark.parametrize("game", GAMES)
def test_its_box_says_how_short_and_how_long_its_presets_are(game: str) -> None:
    minutes = [each for preset in presets(game) for each in preset.minutes.values()]
    told = {language: catalogue(game, language)[f"{game}.minutes"] for language in LANGUAGES}
    assert told == dict.fromkeys(LANGUAGES, f"{min(minutes)}–{max(minutes)}")


@pytest.mark.parametrize("game", GAMES)
def test_it_has_bots(game: str) -> None:
    assert len(levels(game)) >= 2
