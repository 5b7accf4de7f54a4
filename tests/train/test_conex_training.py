"""A run of CONEX' training learns, can be gone on from, never by mistake from nothing, and its
networks come to be what the bot reads."""

from pathlib import Path

import numpy as np
import pytest

from inglenook.games.conex.bot.mind import LAYERS, mind_of, think
from inglenook.games.conex.bot.sight import MINDS, blank_sight, width
from train.conex import files
from train.conex.__main__ import main
from train.conex.export import export
from train.conex.learn import OUT, beginner, step
from train.conex.work import Task, chunk

TINY = "--chunks 1 --positions 300 --judged 0 --memory 500 --batch 64 --reuse 1"


@pytest.mark.parametrize("seats", MINDS)
@pytest.mark.parametrize("judging", [0.0, 1.0])
def test_it_learns_from_its_games(seats: int, judging: float) -> None:
    learner = beginner(seats, np.random.default_rng(0))
    task = Task(seats, judging, alone=0.5, stir=0.02, trace=1.0, seed=1, positions=400)
    seen = chunk(task, learner.average)
    assert len(seen.inputs) == len(seen.targets) > 100
    assert np.isfinite(seen.inputs).all()
    assert (seen.games > 0) == (judging == 0)
    # Told by the end alone, a win is a whole one, a shared one, or none.
    assert set(np.unique(seen.targets[:, 0])) <= {np.float32(x) for x in (0, 1 / 3, 1 / 2, 1)}
    losses = []
    for _ in range(60):
        learner, wrong = step(learner, seen.inputs, seen.targets, 1e-3)
        losses.append(wrong)
    assert losses[-1] < 0.8 * losses[0]


@pytest.mark.long
def test_a_run_is_gone_on_from(tmp_path: Path) -> None:
    first, second, rng = tmp_path / "first", tmp_path / "second", np.random.default_rng(0)
    inputs, targets = (rng.random((8, size), np.float32) for size in (width(2), OUT))
    begun, _ = step(beginner(2, rng), inputs, targets, 1e-3)
    files.save(first, 2, begun)
    main(["--out", str(second), "--resume", str(first), *TINY.split()])
    after = files.load(second, 2)
    assert after.steps > begun.steps == 1
    # It began with those weights: a few steps do not lead far from them.
    assert 0 < np.abs(after.weights["in_"] - begun.weights["in_"]).max() < 0.05


def test_it_never_goes_on_from_nothing(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--out", str(tmp_path), "--resume", str(tmp_path / "none"), *TINY.split()])
    line = str(ended.value.code)
    assert line.startswith("cannot go on from")
    assert "\n" not in line
    assert not [*tmp_path.iterdir()]


def test_what_is_exported_says_what_the_learner_says(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    for seats in MINDS:
        files.save(tmp_path, seats, beginner(seats, rng))
    export(tmp_path, tmp_path / "mind.npz")
    with np.load(tmp_path / "mind.npz") as stored:
        assert set(stored) == {f"{name}{seats}" for name in LAYERS for seats in MINDS}
        w = {name: stored[f"{name}3"] for name in LAYERS}
    s = blank_sight()
    s.inputs[:] = rng.random(len(s.inputs))
    wide = np.maximum(s.inputs @ w["in_"] + w["in_bias"], 0)
    narrow = np.maximum(wide @ w["mid"] + w["mid_bias"], 0)
    said = 1 / (1 + np.exp(-(narrow @ w["out"] + w["out_bias"])))
    assert tuple(think(mind_of(w), s)) == pytest.approx(said, abs=1e-5)
