"""Every language has every message, with the same names to fill in."""

import json
import re
from pathlib import Path

import pytest

CLIENT = Path(__file__).parents[1] / "client/src"
FOLDERS = [CLIENT / "i18n", *sorted(CLIENT.glob("*/i18n")), *sorted(CLIENT.glob("games/*/i18n"))]
LANGUAGES = ("en", "de", "fr", "es", "nl")
# A short word may be the same in two languages; a sentence is not.
SENTENCE = re.compile(r"\w+[\w ,’]{12,}")


def load(folder: Path, language: str) -> dict[str, str]:
    catalogue: dict[str, str] = json.loads((folder / f"{language}.json").read_text())
    return catalogue


def gaps(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_message_is_missing(folder: Path, language: str) -> None:
    english, other = load(folder, "en"), load(folder, language)
    assert set(other) == set(english)
    for key, text in english.items():
        assert other[key].strip(), key
        assert gaps(other[key]) == gaps(text), key
        if SENTENCE.search(re.sub(r"\{\w+\}", "", text)):
            assert other[key] != text, f"{key} is not translated"


def test_every_message_that_is_asked_for_exists() -> None:
    known = {key for folder in FOLDERS for key in load(folder, "en")}
    sources = [*CLIENT.rglob("*.svelte"), *CLIENT.rglob("*.ts")]
    asked = {key for path in sources for key in re.findall(r'\bt\(\s*"([^"]+)"', path.read_text())}
    assert len(asked) > 50
    assert asked <= known


def test_no_two_catalogues_share_a_key() -> None:
    keys = [key for folder in FOLDERS for key in load(folder, "en")]
    assert len(keys) == len(set(keys))
