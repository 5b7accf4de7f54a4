"""Every language has every message, with the same names to fill in, and none is missing in all."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import pytest

from inglenook.core.game import Abandon, Flag, Resign, Undo
from inglenook.core.game_checks import move_name
from inglenook.core.insight import Verdict as CoachVerdict
from inglenook.core.registry import find_game
from inglenook.games.conex.cards import Colour, Symbol
from inglenook.games.conex.rules.moves import Face
from inglenook.games.conex.rules.state import Star
from inglenook.games.konexi.rules import view as konexi
from inglenook.games.konexi.rules.hand import How
from inglenook.games.konexi.rules.moves import Verdict as Fallen
from inglenook.games.konexi.tower.letters import Kind as Connector
from inglenook.games.konexi.tower.letters import RestName
from inglenook.games.prolix import view as prolix
from inglenook.server.desk.acts import AnyAct
from inglenook.server.desk.host_rows import Kind as Blocked
from inglenook.server.notices.webhook import Format
from inglenook.server.ratings.page_rows import Shows
from inglenook.server.store import Status
from inglenook.server.wire.account_messages import COLOURS, SHAPES
from inglenook.server.wire.asks import Cause, Pace, PhraseName
from inglenook.server.wire.table_messages import Reason as TimeOff

SERVER = Path(__file__).parents[1] / "src/inglenook/server"
FOR_PROGRAMS = {"bad-since", "table-differs"}
"""Refusals that no screen can bring about."""
CLIENT = Path(__file__).parents[1] / "client/src"
FOLDERS = [
    CLIENT / "i18n",
    *sorted(CLIENT.glob("features/*/i18n")),
    *sorted(CLIENT.glob("games/*/i18n")),
]
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


KNOWN = frozenset(key for folder in FOLDERS for key in load(folder, "en"))
"""All keys: those of the other languages are the same, as is tested above."""
SOURCES = [path.read_text() for kind in ("svelte", "ts") for path in CLIENT.rglob(f"*.{kind}")]


def test_every_message_that_is_asked_for_exists() -> None:
    asked = {key for text in SOURCES for key in re.findall(r"""\bt\(\s*["']([^"']+)""", text)}
    assert len(asked) > 50
    assert asked - KNOWN == set()


def test_whatever_is_quoted_like_a_key_is_one() -> None:
    """A key may be chosen first and asked for later, or be the end of one put together."""
    parts = [key.split(".") for key in KNOWN]
    rooms = "|".join({room for room, *_ in parts})
    like = re.compile(rf"""["']((?:{rooms})(?:\.[a-z0-9][\w-]*)+)["']""")
    quoted = {key for text in SOURCES for key in like.findall(text)}
    assert len(quoted) > 500
    ends = {".".join(key[n:]) for key in parts for n in range(1, len(key))}
    assert quoted - KNOWN - ends == set()


def test_every_message_that_is_put_together_exists() -> None:
    """There is a key for each text with gaps, whatever may be in the gaps."""
    asked = {key for text in SOURCES for key in re.findall(r"\b(?:t|has)\(\s*`([^`]+)`", text)}
    assert len(asked) > 50
    for key in asked:
        # One of them has a text with a gap in its gap: what comes before that is enough.
        whole, *_ = key.split("${which &&")
        shape = ".*".join(map(re.escape, re.split(r"\$\{[^{}]*\}", whole)))
        assert any(re.match(shape, known) for known in KNOWN), key


def moves(game: str, *but: str) -> set[str]:
    """What the moves of a game are called, but for those that have other messages or none."""
    names = {move_name(move) for move in find_game(game).moves}
    assert names > set(but)
    return names - set(but)


OF_EVERY_GAME = {move_name(move) for move in (Resign, Abandon, Undo, Flag)}
TURNS = {"token", "take", "place", "claim", "vote"}
"""Phases of Konexi in which it is somebody's turn: there are two messages for each."""
NOW = {f"{turn}.{whose}" for turn in TURNS for whose in ("mine", "other")}

VALUES: dict[str, Iterable[object]] = {
    "coach.verdict.": get_args(CoachVerdict),
    "desk.act.": {move_name(act) for act in get_args(AnyAct)},
    "desk.kind.": get_args(Blocked),
    "desk.status.": get_args(Status),
    "ending.": ("resigned", "flag-fell", "abandoned"),
    "history.shows.": get_args(Shows),
    "log.": OF_EVERY_GAME,
    "me.colour.": COLOURS,
    "me.shape.": SHAPES,
    "phrase.": get_args(PhraseName),
    "say.": OF_EVERY_GAME,
    "settings.pace.": get_args(Pace),
    "tell.webhook.": get_args(Format),
    "time-off.": get_args(TimeOff),
    "together.": get_args(Cause),
    "conex.colour.": get_args(Colour),
    "conex.die.": get_args(Face),
    "conex.log.": moves("conex", "deal", "drew", "rolled"),
    "conex.log.rolled.": get_args(Face),
    "conex.on.target.": get_args(Symbol),
    "conex.say.": moves("conex", "deal", "drew", "rolled", "end"),
    "conex.say.card.": get_args(Symbol),
    "conex.side.": get_args(Star),
    "kewbz.colour.": range(2),
    "kewbz.log.": moves("kewbz", "place"),
    "konexi.fall.": get_args(Fallen),
    "konexi.hand.": get_args(How),
    "konexi.join.": get_args(Connector),
    "konexi.log.": {*moves("konexi", "join", "settled", "claim", "vote"), *get_args(Fallen)},
    "konexi.now.": {*get_args(konexi.Phase), *NOW} - TURNS,
    "konexi.own.": get_args(Connector),
    "konexi.rest.": get_args(RestName),
    "konexi.roll.": range(4),
    "konexi.say.": moves("konexi", "settled", "vote"),
    "konexi.scene.broke.": {*get_args(Fallen)} - {"stands"},
    "prolix.goal.": get_args(prolix.Mode),
    "prolix.last.": get_args(prolix.Reason),
    "prolix.ready.": get_args(prolix.Mode),
    "prolix.say.": ("say", "flip", "write", "challenge"),
    "prolix.verdict.": get_args(prolix.How),
}
"""What the gaps of some messages are filled with: all that the server may say there."""


@pytest.mark.parametrize("beginning", VALUES)
def test_every_value_has_its_message(beginning: str) -> None:
    needed = {f"{beginning}{value}" for value in VALUES[beginning]}
    assert needed
    assert needed - KNOWN == set()


def test_every_refusal_has_its_message() -> None:
    """What people may be refused with; of the moves of a game, see `test_every_game.py`."""
    sources = SERVER.rglob("*.py")
    found = re.compile(r'\bRefused\(\s*"([a-z-]+)"')
    codes = {code for path in sources for code in found.findall(path.read_text())}
    assert len(codes) > 50
    assert codes - FOR_PROGRAMS == {code for code in codes if f"reason.{code}" in KNOWN}


def test_no_two_catalogues_share_a_key() -> None:
    keys = [key for folder in FOLDERS for key in load(folder, "en")]
    assert len(keys) == len(set(keys))
