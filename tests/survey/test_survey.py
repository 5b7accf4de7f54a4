"""Many games in one file: what a row says is what the rules say, whoever played them."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from inglenook import Match, Move, Refused
from inglenook.contests import survey
from inglenook.contests.survey.columns import from_rows, schema
from inglenook.contests.survey.playing import rows
from inglenook.games.kewbz import fast, features, rules
from inglenook.games.kewbz.bot import SKILLS
from inglenook.games.kewbz.quick import choose
from inglenook.games.kewbz.root_search import best, fairest, options
from inglenook.games.kewbz.search import blank


def played(game: str, players: list[str], games: int, **more: Any) -> list[dict[str, Any]]:
    """The rows of a few games, played in this process."""
    asked = survey.settings(game, players, games, **more)
    found = (row for number in range(games) for row in rows(asked, number))
    table: list[dict[str, Any]] = from_rows(found, schema(asked)).to_pylist()
    return table


def after(match: Match, move: Move) -> Match:
    """The match played on with a move."""
    twin = match.copy()
    twin.play(move)
    return twin


@pytest.mark.parametrize(
    ("player", "given"),
    [
        ("random", {"size": 6, "cubes": 14, "swap": True}),
        ("random", {"size": 9, "cubes": 20}),
        ("brick", {"size": 6, "cubes": 14, "swap": True}),
    ],
)
def test_the_compiled_twin_writes_what_the_rules_would(
    player: str, given: dict[str, Any], tmp_path: Path
) -> None:
    asked = survey.settings("kewbz", [player, "random"], 40, options=given)
    survey.make(asked, tmp_path / "few.parquet", workers=1)
    games = survey.read(tmp_path / "few.parquet").moves.to_pylist()
    swaps = 0
    for number in range(40):
        match = Match("kewbz", 2, given)
        moves = [row for row in games if row["game"] == number]
        for row in moves:
            swaps += row["kind"] == "swap"
            # Which corners get too few cubes the row does not say; that ends the game.
            short = row["stacked"] < row["due"]
            before = match.state
            if short:
                assert row["last"]
                places = (move for move in match.legal() if isinstance(move, rules.Place))
                tries = [after(match, move) for move in places if move.cell == row["cell"]]
            else:
                move = {"type": row["kind"], "cell": row["cell"]}
                match.play({k: v for k, v in move.items() if v is not None})
                tries = [match]
            told = [
                {
                    **msgspec.structs.asdict(features.features(before, twin.log[-1], twin.state)),
                    "score_0": twin.scores()[0],
                    "score_1": twin.scores()[1],
                }
                for twin in tries
            ]
            assert {name: row[name] for name in told[0]} in told
            match = tries[told.index({name: row[name] for name in told[0]})]
            assert row["seat"] == match.log[-1].seat
            assert row["player"] == asked.seated(number)[row["seat"]]
        outcome = match.outcome()
        assert outcome
        assert moves[-1]["ending"] == outcome.reason
        assert all(row["ending"] is None for row in moves[:-1])
        for seat in (0, 1):
            share = (seat in outcome.winners) / len(outcome.winners)
            assert {row[f"won_{seat}"] for row in moves} == {share}
    assert (swaps > 0) == given.get("swap", False)


def test_the_compiled_twin_chooses_as_the_bot_does() -> None:
    """Of those that overlook nothing the value of the choice is the best there is."""
    assert SKILLS["brick"].depth == 1
    for seed in range(20):
        match = Match("kewbz", 2, {"size": 6, "cubes": 14, "swap": seed % 2 == 0}, str(seed))
        for _ in range(seed % 8):
            match.play(match.sample())
        if match.outcome():
            continue
        s = match.state
        find = fairest if rules.Kewbz().view(s, 0).swap == "later" else best
        _, value = find(s.size, options(s), 1, blank(s.size))
        found = choose(fast.board(s.size), fast.from_state(s), 0, np.uint64(seed + 1))
        assert abs(found[1]) == abs(value) if find is fairest else found[1] == value


def test_rows_add_up_in_every_game() -> None:
    for game, players in (("conex", ["greedy"]), ("prolix", ["murmur"]), ("konexi", ["fumble"])):
        seats = 3 if game == "prolix" else 2
        moves = played(game, players, 2, seats=seats)
        assert {row["game"] for row in moves} == {0, 1}
        assert {row["seat"] for row in moves} == {-1, *range(seats)}
        for row in moves:
            assert (row["player"] is None) == (row["seat"] == -1)
            assert (row["thought"] is not None) == (row["seat"] >= 0)
        if game == "conex":
            assert sum(row["points"] for row in moves) == sum(
                row[f"score_{seat}"] for row in moves if row["last"] for seat in (0, 1)
            )
        elif game == "konexi":
            settled = [row for row in moves if row["kind"] == "settled"]
            assert settled
            assert all(row["gauge"] is not None and row["verdict"] for row in settled)
        else:
            said = [row for row in moves if row["word"]]
            assert said
            assert all(row["value"] is not None for row in said)


def test_the_coach_knows_luck() -> None:
    moves = played("conex", ["hasty"], 1, options={"goal": 10, "table": "small"}, coach=True)
    lucky = [row for row in moves if row["luck"] is not None]
    assert {row["kind"] for row in lucky} <= {"drew", "rolled"}
    assert lucky
    assert all(row["verdict"] == "chance" for row in lucky)
    judged = [row for row in moves if row["quality"] is not None]
    assert judged
    assert all(abs(row["chance_0"] + row["chance_1"] - 1) < 0.01 for row in judged)


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    out = tmp_path / "some.parquet"
    asked = survey.settings("kewbz", [], 600, options={"size": 5, "cubes": 8})
    told: list[int] = []

    def stop(done: int) -> None:
        told.append(done)
        if done > 300:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        survey.make(asked, out, workers=1, on_progress=stop)
    assert not out.exists()
    there = survey.make(asked, out, workers=1, on_progress=told.append)
    assert 300 < there <= 600
    assert told[-1] == 600
    assert [path.name for path in tmp_path.iterdir()] == [out.name]
    games = survey.read(out).games
    assert games["game"].to_pylist() == list(range(600))
    assert survey.make(asked, out) == 600
    other = survey.settings("kewbz", [], 600)
    with pytest.raises(Refused, match="other-study"):
        survey.make(other, out)


def test_a_bot_of_ones_own_plays_and_one_that_fails_is_named(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "from inglenook import find_game\n"
        "class Bot:\n"
        "    def choose(self, view, seat, level, rng):\n"
        "        game = find_game('kewbz')\n"
        "        return game.sample(game.determinize(view, rng), seat, rng)\n"
        "class Bad:\n"
        "    def choose(self, view, seat, level, rng):\n"
        "        raise ValueError('no idea')\n"
    )
    small = {"size": 5, "cubes": 8}
    own = f"{tmp_path}/own.py:Bot"
    moves = played("kewbz", [own, "random"], 2, options=small)
    assert {row["player"] for row in moves} == {own, "random"}
    with pytest.raises(Refused, match="no idea"):
        played("kewbz", [f"{tmp_path}/own.py:Bad"], 1, options=small)


def test_what_is_not_a_survey_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "none.parquet"
    file.write_text("nothing")
    with pytest.raises(Refused, match="not-a-study"):
        survey.read(file)


def test_without_pyarrow_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['pyarrow'] = None; from inglenook.__main__ import main; main()"
    asked = [sys.executable, "-c", code, "study", "kewbz", "--out", "none.parquet"]
    done = subprocess.run(asked, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == ('inglenook: surveys need pyarrow: pip install "inglenook[study]"\n')
