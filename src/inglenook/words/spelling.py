"""Words in plain letters: what a person types with accents is read without them."""

import json
import unicodedata
from functools import cache
from importlib.resources import files


@cache
def _ligatures() -> dict[int, str]:
    """Letters that are not just a letter with a mark. The client reads the same file."""
    found: dict[str, str] = json.loads(files(__package__).joinpath("ligatures.json").read_bytes())
    return str.maketrans(found)


def plain(text: str) -> str:
    """The text without accents: *café* is *cafe*. All else stays as it is, capitals too."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFD", text.translate(_ligatures()))
    return "".join(char for char in apart if not unicodedata.combining(char))
