"""Leagues: ratings that fit the games, files that survive a kill, pages that need nothing else."""

import math
import re
import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inglenook import Refused, Rng
from inglenook.contests import arena, league
from inglenook.contests.league.page import page
from inglenook.contests.league.rating import ELO, Beliefs, Won, strengths
from tests.command import one_line, process, run_here

SMALL = {"size": 5, "cubes": 10}
BOTS = Path(__file__).parent / "bots.py"
PLAYERS = ["brick", "pebble", f"{BOTS}:Mute"]


def made(strengths: dict[str, float], rounds: int, seed: str) -> list[league.Played]:
    """Games that go as strengths say, by chance."""
    rng, games = Rng(seed, 0), []
    for a, b in combinations(sorted(strengths), 2):
        chance = 1 / (1 + math.exp((strengths[b] - strengths[a]) / ELO))
        for n in range(rounds):
            for turn in (0, 1):
                share = float(rng.bits() < chance * 2**64)
                games.append(league.Played((a, b), n, turn, (share, 1 - share), (0, 0), 10))
    return games


def test_ratings_are_found_again_and_intervals_hold_them() -> None:
    true = {"a": 300.0, "b": 100.0, "c": 0.0, "d": -400.0}
    held = 0
    for n in range(25):
        ladder = league.ladder(sorted(true), made(true, 40, f"league {n}"))
        assert [each.name for each in ladder][-1] == "d"
        held += sum(each.low <= true[each.name] <= each.high for each in ladder)
    # 95 of 100 are expected; binomial chance alone leaves fewer than 86 once in ten thousand.
    assert 86 <= held <= 100
    assert all(each.games == 240 for each in ladder)
    wide = league.ladder(sorted(true), made(true, 4, "few"))[0]
    assert wide.high - wide.low > 2 * (ladder[0].high - ladder[0].low)


def test_parties_are_rated_as_pairs_are() -> None:
    pairs: Won = {
        (0, 1): np.array([3.5, 1.5]),
        (1, 2): np.array([4.0, 2.0]),
        (0, 2): np.array([1, 7.0]),
    }
    # A party of three in which nobody ever played says nothing.
    parties = {**pairs, (0, 1, 2): np.zeros(3)}
    assert strengths(3, parties) == pytest.approx(strengths(3, pairs), abs=1e-6)
    # Who won twice as often as each of the others is log 2 stronger.
    three = strengths(3, {(0, 1, 2): np.array([4.0, 4.0, 8.0])})
    assert three - three[0] == pytest.approx(np.array([0, 0, math.log(2)]), abs=1e-6)


def test_three_at_a_table(tmp_path: Path) -> None:
    players, file = ["greedy", "hasty", "patient", f"{BOTS}:Mute"], tmp_path / "three.jsonl"

    def played(games: int, **more: Any) -> league.League:
        options = {"goal": 10, "table": "small"}
        return league.play("conex", players, file, games=games, options=options, workers=1, **more)

    done = played(3, seats=3, by="gain")
    assert len(done.games) == 12
    assert {len(set(game.players)) for game in done.games} == {3}
    assert sum(each.points for each in done.ladder) == pytest.approx(12)
    assert done.ladder[-1].name == players[-1]
    assert "Every 3 of them" in page(done)
    for games, seats, code in ((4, 3, "bad-games"), (3, 5, "bad-players"), (2, 2, "other-league")):
        with pytest.raises(Refused) as refused:
            played(games, seats=seats)
        assert refused.value.code == code


def test_rounds_that_go_one_way_count_as_one() -> None:
    def ladder(*rounds: tuple[float, float]) -> league.Standing:
        games = [
            league.Played(("a", "b"), n, turn, (share, 1 - share), (0, 0), 10)
            for n, shares in enumerate(rounds)
            for turn, share in enumerate(shares)
        ]
        return league.ladder(["a", "b"], games)[0]

    split = ladder(*[(1.0, 0.0)] * 40)
    swept = ladder(*[(1.0, 1.0), (0.0, 0.0)] * 20)
    assert split.elo == pytest.approx(swept.elo, abs=1e-6)
    assert swept.high - swept.low == pytest.approx(
        math.sqrt(2) * (split.high - split.low), rel=0.02
    )


def test_whoever_won_everything_is_not_infinitely_strong() -> None:
    games = [league.Played(("a", "b"), n, 0, (1.0, 0.0), (9, 0), 10) for n in range(10)]
    best, worst = league.ladder(["a", "b"], games)
    assert 300 < best.elo - worst.elo < 800
    assert best.low < worst.high or best.low - worst.high < best.elo


def test_one_learns_most_where_it_is_open_who_wins() -> None:
    true = {"a": 200.0, "b": 200.0, "c": -600.0}
    beliefs = Beliefs(sorted(true), made(true, 20, "gain"))
    equals = beliefs.doubt(("a", "b"))
    assert equals > beliefs.doubt(("a", "c"))
    beliefs.expect(("a", "b"), 100)
    assert beliefs.doubt(("a", "b")) < equals / 2


def played(file: Path, players: list[str] = PLAYERS, **more: Any) -> league.League:
    return league.play("kewbz", players, file, games=4, options=SMALL, workers=1, **more)


def test_a_league_goes_on_from_the_last_whole_game(tmp_path: Path) -> None:
    file = tmp_path / "league.jsonl"
    whole = played(file)
    assert (len(whole.games), whole.cut) == (12, False)
    assert {each.name for each in whole.ladder} == set(PLAYERS)
    data = file.read_bytes()
    lines = data.splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:6]) + lines[6][:-5])
    told: list[tuple[int, int]] = []
    again = played(file, on_progress=lambda n, of: told.append((n, of)))
    assert again.cut
    assert (again.games, again.ladder) == (whole.games, whole.ladder)
    assert told == [(n, 12) for n in range(5, 13)]
    # Nothing is left to do, and another player can join.
    assert played(file, by="pairs").games == whole.games
    assert len(played(file, [*PLAYERS, f"{BOTS}:Jump"]).games) == 24
    assert sorted(lines) == sorted(
        line for line in file.read_bytes().splitlines(keepends=True) if b':Jump"' not in line
    )


def test_by_gain_it_does_not_matter_where_it_was_broken_off(tmp_path: Path) -> None:
    file = tmp_path / "gain.jsonl"
    whole = played(file, by="gain")
    assert len(whole.games) == 12
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:8]))
    assert played(file, by="gain").games == whole.games


HEADING = b'{"game":"%s","rules":1,"options":{},"seed":"league","seconds":1}\n'


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        (b"hello\n", "bad-league", "line 1"),
        (b'{"game":"kewbz"}\n', "bad-league", "rules"),
        (HEADING % b"kewbz", "other-league", "options"),
        (HEADING % b"conex", "other-league", "game conex"),
        (HEADING % b"kewbz" + b'{"players":[]}\n', "bad-league", "line 2"),
    ],
)
def test_a_file_that_is_not_its_own(tmp_path: Path, content: bytes, code: str, said: str) -> None:
    file = tmp_path / "league.jsonl"
    file.write_bytes(content)
    with pytest.raises(Refused) as refused:
        played(file)
    assert refused.value.code == code
    assert said in refused.value.detail
    assert file.read_bytes() == content


@pytest.mark.parametrize("players", [["pebble"], ["pebble", "pebble"], []])
def test_a_league_is_for_two_or_more(tmp_path: Path, players: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        played(tmp_path / "league.jsonl", players)
    assert refused.value.code == "bad-players"
    assert not (tmp_path / "league.jsonl").exists()


def test_the_page_has_all_it_needs_and_trusts_no_name(tmp_path: Path) -> None:
    players = [f"{BOTS}:First", f"{BOTS}:Jump"]
    file = tmp_path / "a.jsonl"
    text = page(league.play("kewbz", players, file, games=2, options=SMALL, workers=1))
    assert "bad-move" in text
    assert "&quot;jump&quot;" in text
    named = made({"pebble": 0, "<b>&": 100}, 2, "page")
    shown = league.League(
        league.Heading("kewbz", 1, SMALL, "<i>", 1.0),
        league.ladder(["<b>&", "pebble"], named),
        tuple(named),
        False,
    )
    text += page(shown)
    assert "<b>" not in text
    assert "&lt;b&gt;&amp;" in text
    assert text.count("<svg") == 6
    # Nothing is loaded from anywhere.
    assert not re.search(r"(src|href)=|url\(|@import|<script|<link", text)


@pytest.mark.long
def test_the_command_survives_a_kill(tmp_path: Path) -> None:
    command = [str(Path(sys.executable).parent / "inglenook"), "league", "kewbz", "pebble", "brick"]
    command += [
        "--games",
        "20",
        "--option",
        "size=5",
        "--out",
        str(tmp_path / "l"),
        "--workers",
        "1",
    ]
    file, html = tmp_path / "l.jsonl", tmp_path / "l.html"
    running = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 120
    while not file.exists() or file.read_bytes().count(b"\n") < 3:
        assert time.monotonic() < end
        time.sleep(0.02)
    running.kill()
    running.wait()
    before = file.read_bytes()
    kept = before[: before.rfind(b"\n") + 1]
    assert not html.exists()
    file.write_bytes(kept + b'{"players":["bri')
    done = run_here(*command[1:])
    assert done.returncode == 0, done.stderr
    assert "broke off in a game: went on from the last whole one" in done.stderr
    assert file.read_bytes().startswith(kept)
    assert file.read_bytes().count(b"\n") == 21
    assert "pebble" in done.stdout
    assert "<h2>Ladder</h2>" in html.read_text()
    assert "another league" in one_line(run_here(*command[1:], "--seed", "other"))


def test_what_is_missing_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Refused) as refused:
        arena.play("kewbz", ("pebble", "pebble"), 2, on="ray")
    assert refused.value.code == "missing-extra"
    assert refused.value.detail == 'ray is not installed: pip install "inglenook[ray]"'
    code = (
        "import sys; sys.modules['choix'] = None; sys.argv[1:] = ['league', 'kewbz', 'a', 'b'];"
        "from inglenook.__main__ import main; main()"
    )
    assert one_line(process(sys.executable, "-c", code)) == (
        'inglenook: choix is not installed: pip install "inglenook[league]"\n'
    )
