import pytest

from inglenook import Match
from inglenook.core.match import replay
from inglenook.core.record_io import dumps, loads
from inglenook.games.konexi.rules.moves import Claim
from inglenook.games.prolix.moves import Say, Scratch, Write
from inglenook.words import plain


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("café", "cafe"),
        ("cafe\N{COMBINING ACUTE ACCENT}", "cafe"),
        ("naïveté", "naivete"),
        ("smörgåsbord", "smorgasbord"),
        ("piñata", "pinata"),
        ("façade", "facade"),
        ("œuvre", "oeuvre"),
        ("Æther", "AEther"),
        ("straße", "strasse"),
        ("złoty", "zloty"),
        ("smørrebrød", "smorrebrod"),
        ("plain", "plain"),
        ("don’t", "don’t"),
        ("مرحبا", "مرحبا"),
        ("", ""),
    ],
)
def test_accents_are_taken_off_and_nothing_else(typed: str, read: str) -> None:
    assert plain(typed) == read
    assert plain(read) == read


@pytest.mark.parametrize("move", [Say, Write, Scratch, Claim])
def test_a_word_in_a_move_has_none(move: type[Say | Claim]) -> None:
    assert move("cliché") == move("cliche")


def test_a_word_typed_with_its_accent_is_the_word_without() -> None:
    match = Match("prolix", 1, seed="accents")
    assert match.submit(0, {"type": "scratch", "word": "naïveté"}, 4000) is None
    assert match.submit(0, {"type": "write", "word": "café"}, 5000) is None
    assert match.view(0).used == ("cafe",)
    assert match.submit(0, {"type": "scratch", "word": "cafés"}, 6000) is not None
    assert replay(loads(dumps(match.record()))).state == match.state
