"""Games are found by name: ours, other people's, and earlier rules."""

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from inglenook import Refused, find_game, levels
from inglenook.core.registry import find_bot, past_rules

RULES = """
from msgspec import Struct
from inglenook import Game, Move, Outcome


class Options(Struct, frozen=True):
    pass


class Count(Move, frozen=True):
    pass


class State(Struct, frozen=True):
    count: int


class Counting(Game[State, State, Count]):
    name = "counting"
    rules_version = {version}
    seats = (2,)
    options_type = Options
    moves = (Count,)
    view_type = State
    endings = ("counted",)

    def setup(self, seats, options):
        return State(0)

    def to_move(self, s):
        return frozenset() if self.outcome(s) else frozenset((s.count % 2,))

    def check(self, s, entry):
        return None if entry.seat in self.to_move(s) else "not-your-turn"

    def apply(self, s, entry):
        return State(s.count + 1)

    def view(self, s, seat):
        return s

    def outcome(self, s):
        return Outcome(self.scores(s), (0,), "counted") if s.count == {end} else None

    def scores(self, s):
        return (s.count, 0)

    def legal(self, s, seat):
        return [Count()]


GAME = Counting()
"""


class Shelf:
    """A folder with installed packages, each with its entry point."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, name: str, package: str, files: dict[str, str]) -> None:
        for file, text in files.items():
            (self.folder / file).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / file).write_text(text)
        info = self.folder / f"{package.partition('.')[0]}-1.0.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        with (info / "entry_points.txt").open("a") as points:
            points.write(f"[inglenook.games]\n{name} = {package}\n")

    def python(self, program: str) -> str:
        """What a program that finds these packages prints."""
        head = f"import sys; sys.path.insert(0, {str(self.folder)!r})\n"
        done = subprocess.run(
            [sys.executable, "-c", head + dedent(program)],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


REFUSAL = """
import inglenook
try:
    {ask}
except inglenook.Refused as refused:
    print(refused)
"""


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def test_a_game_from_outside_is_played_like_ours(shelf: Shelf) -> None:
    shelf.put("counting", "counting", {"counting.py": RULES.format(version=1, end=3)})
    said = shelf.python(
        """
        import inglenook
        from inglenook.core.registry import find_bot
        assert "counting" in inglenook.game_names() and "kewbz" in inglenook.game_names()
        match = inglenook.Match("counting")
        while not match.outcome():
            match.play(match.sample())
        record = inglenook.loads(inglenook.dumps(match.record()))
        print(inglenook.replay(record).scores(), inglenook.levels("counting"))
        try:
            find_bot("counting")
        except inglenook.Refused as refused:
            print(refused)
        """
    )
    assert said == "(3, 0) ()\nno-bots: counting has no bots"


def test_two_games_of_one_name_are_refused_by_name(shelf: Shelf) -> None:
    shelf.put("kewbz", "their_kewbz", {"their_kewbz.py": ""})
    said = shelf.python(REFUSAL.format(ask='inglenook.find_game("kewbz")'))
    assert said == "name-clash: 'kewbz' is the name of inglenook.games.kewbz and their_kewbz"
    assert shelf.python("import inglenook; print(inglenook.Match('prolix').game.name)") == "prolix"


def test_a_game_that_breaks_a_law_is_refused_by_name_and_left_out(shelf: Shelf) -> None:
    shelf.put("counting", "counting", {"counting.py": RULES.format(version=0, end=3)})
    said = shelf.python(REFUSAL.format(ask='inglenook.find_game("counting")'))
    assert said == "breaks-law: counting: its rules have a version of 1 or more"
    left_out = shelf.python(
        """
        import asyncio
        from inglenook.server.house.lobby import LobbyIndex
        from inglenook.core.registry import playable_games
        games = asyncio.run(LobbyIndex(None, None).games(None))
        print([game.name for game in games], *playable_games()[1])
        """
    )
    assert "'kewbz'" in left_out
    assert left_out.endswith(f"] {said}")


GOOD = RULES.format(version=1, end=3)
BAD = {
    "def (": "bad-game: counting: SyntaxError: invalid syntax",
    "raise RuntimeError('no luck')": "bad-game: counting: RuntimeError: no luck",
    "from counting.rules import GAME": "bad-game: counting: ModuleNotFoundError: No module named",
    GOOD.replace("def scores", "def points"): "bad-game: counting: TypeError: Can't instantiate",
    GOOD.replace("name = ", "title = "): "bad-game: counting.GAME is no game named 'counting'",
    GOOD.replace("endings", "ends"): "breaks-law: counting: it says its endings",
    GOOD.replace("(Count,)", "(int,)"): "breaks-law: counting: its moves should be tuple[type[",
    GOOD.replace("(Count,)", "[Count, Count]"): "breaks-law: counting: its moves should be tuple[",
    GOOD.replace("(Count,)", "()"): "breaks-law: counting: its moves are kinds of Move",
    GOOD.replace("(2,)", "()"): "breaks-law: counting: it is for one player or more",
    GOOD.replace("(2,)", "2"): "breaks-law: counting: its seats should be tuple[int, ...], not 2",
    GOOD.replace("version = 1", "version = '1'"): (
        "breaks-law: counting: its rules_version should be int, not '1'"
    ),
    GOOD.replace("(2,)", "(2,)\n    dynamics = 'slow'"): (
        "breaks-law: counting: its dynamics is one of 'sequential', 'simultaneous', not 'slow'"
    ),
    "raise SystemExit('enough')": "bad-game: counting: SystemExit: enough",
    GOOD.replace("    pass", "    size: int", 1): (
        "breaks-law: counting: each of its options has a default"
    ),
    GOOD.replace("    pass", "    size: range = range(3)", 1): (
        "breaks-law: counting: its options are of types that JSON has"
    ),
}


def test_no_game_from_outside_keeps_the_others_from_being_played(shelf: Shelf) -> None:
    # All of them at once: the other games are loaded beside them, which takes a second.
    for n, module in enumerate(BAD):
        name = f"counting_{n:02}"
        shelf.put(name, name, {f"{name}.py": module.replace("counting", name)})
    names, *refusals = shelf.python(
        """
        from inglenook.core.registry import playable_games
        names, refused = playable_games()
        print(*names)
        for each in refused:
            print(str(each).splitlines()[0])
        """
    ).splitlines()
    listed = shelf.python("from inglenook.cli import app; app(['games'])").splitlines()
    assert "kewbz" in names
    assert "counting" not in names
    for n, (refusal, said) in enumerate(zip(refusals, BAD.values(), strict=True)):
        name = f"counting_{n:02}"
        said = said.replace("counting", name)
        assert refusal.startswith(said)
        assert [line for line in listed if line.startswith(f"{name}  ({said}")]
    assert "kewbz  (rules version" in " ".join(listed)


def test_bots_from_outside_that_cannot_be_asked_are_refused(shelf: Shelf) -> None:
    bots = {
        "LEVELS = ()": "bad-game: counting: counting.bot has no LEVELS or no BOT",
        "LEVELS = 5; BOT = 5": "breaks-law: counting: its LEVELS should be tuple[",
        "LEVELS = (); BOT = 5": "breaks-law: counting: its BOT has `choose` and `warm`",
    }
    for n, module in enumerate(bots):
        name = f"counting_{n:02}"
        rules = GOOD.replace("counting", name)
        shelf.put(name, name, {f"{name}/__init__.py": rules, f"{name}/bot.py": module})
    refusals = shelf.python(
        """
        from inglenook.core.registry import playable_games
        print(*playable_games()[1], sep="\\n")
        """
    ).splitlines()
    for n, (refusal, said) in enumerate(zip(refusals, bots.values(), strict=True)):
        assert refusal.startswith(said.replace("counting", f"counting_{n:02}"))


def test_where_no_bot_can_stand_in_nobody_does(shelf: Shelf) -> None:
    """Whoever resigns is replaced by a bot while others play on; this game has none."""
    three = GOOD.replace("(2,)", "(3,)").replace("% 2", "% 3")
    shelf.put("counting", "counting", {"counting.py": three})
    said = shelf.python(
        """
        from inglenook.server.table.decide import decide
        from inglenook.server.wire.asks import Play
        from inglenook.server.table.opening import open_table
        from inglenook.server.table.events import Sat
        company = [Sat(seat, f"guest {seat}", "Ada") for seat in range(3)]
        state, _ = open_table("counting", {}, 3, company, "guest 0")
        print(decide(state, "guest 0", Play("1", 0, {"type": "resign"}), lambda _: False).events)
        """
    )
    assert said == "()"


def test_slow_moves_are_computed_by_the_rules_of_the_table(shelf: Shelf) -> None:
    rolls = "    def nature(self, s, rng):\n        return Count()\n"
    past = GOOD.replace("    def setup", f"{rolls}\n    def setup")
    shelf.put(
        "counting",
        "counting",
        {
            "counting/__init__.py": RULES.format(version=2, end=3),
            "counting/past/__init__.py": "",
            "counting/past/v1.py": past,
        },
    )
    said = shelf.python(
        """
        from inglenook.server.compute.pool_process import nature
        print(nature("counting", 1, None, "seed", 0))
        """
    )
    assert said == "Count()"


def test_what_is_no_game_is_refused_by_name(shelf: Shelf) -> None:
    shelf.put("nonsense", "nonsense", {"nonsense.py": "GAME = 3"})
    shelf.put("another", "misnamed", {"misnamed.py": RULES.format(version=1, end=3)})
    shelf.put("hungry", "hungry", {"hungry.py": "import porridge"})
    shelf.put("absent", "absent:GAME", {})
    for name, said in (
        ("nonsense", "bad-game: nonsense.GAME is no game named 'nonsense'"),
        ("absent", "bad-game: absent: there is no module 'absent:GAME'"),
        ("another", "bad-game: misnamed.GAME is no game named 'another'"),
        (
            "hungry",
            "missing-extra: hungry needs porridge, which is not installed: pip install porridge",
        ),
    ):
        assert shelf.python(REFUSAL.format(ask=f'inglenook.find_game("{name}")')) == said


def test_a_record_is_folded_by_the_rules_it_was_played_by(shelf: Shelf) -> None:
    shelf.put(
        "counting",
        "counting",
        {
            "counting/__init__.py": RULES.format(version=3, end=5),
            "counting/past/__init__.py": "",
            "counting/past/v2.py": RULES.format(version=2, end=4),
        },
    )
    said = shelf.python(
        """
        import inglenook
        for rules in (3, 2):
            match = inglenook.Match(inglenook.find_game("counting", rules))
            while not match.outcome():
                match.play(match.sample())
            record = inglenook.loads(inglenook.dumps(match.record()))
            again, anew = inglenook.replay(record), inglenook.rerun(record)
            print(record.rules, again.scores(), anew.scores(), len(list(record.steps())))
        try:
            inglenook.loads(inglenook.dumps(record).replace('"rules":2', '"rules":1'))
        except inglenook.BadRecord as bad:
            print(bad)
        """
    )
    assert said.splitlines() == [
        "3 (5, 0) (5, 0) 5",
        "2 (4, 0) (4, 0) 4",
        "old-rules: made with version 1 of the counting rules; this program plays version 3, 2",
    ]


def test_rules_of_before() -> None:
    assert past_rules("lanterns") == ()
    version = find_game("kewbz").rules_version
    assert find_game("kewbz", version) is find_game("kewbz")
    with pytest.raises(Refused, match="old-rules"):
        find_game("kewbz", version + 1)


def test_bots_are_found_with_their_game() -> None:
    assert levels("lanterns")[0].name == "wick"
    assert find_bot("kewbz")
    for ask in (find_game, find_bot, levels):
        with pytest.raises(Refused, match="unknown-game"):
            ask("chess")


def test_a_game_that_cannot_be_loaded_is_listed_with_the_reason(shelf: Shelf) -> None:
    shelf.put("hungry", "hungry", {"hungry.py": "import porridge"})
    said = shelf.python(
        """
        from inglenook.cli import app
        app(["games"])
        """
    )
    assert "hungry  (missing-extra: hungry needs porridge" in said
    assert "kewbz  (rules version" in said
