"""Words in plain letters: what a person types with accents is read without them."""

import unicodedata

# Letters that are not just a letter with a mark.
LIGATURES = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
    | {"ẞ": "SS", "Æ": "AE", "Œ": "OE", "Ø": "O", "Ł": "L", "Đ": "D", "Ð": "D", "Þ": "TH"}
)


def plain(text: str) -> str:
    """The text without accents: *café* is *cafe*. All else stays as it is, capitals too."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFD", text.translate(LIGATURES))
    return "".join(char for char in apart if not unicodedata.combining(char))
