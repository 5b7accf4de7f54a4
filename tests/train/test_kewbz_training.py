"""The game that training plays is Kewbz, the engine sees what the net was trained on, and a run can
be gone on from, never by mistake from nothing."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pyarrow.parquet
import pytest

from inglenook.core.game import Rng
from inglenook.games.kewbz import fast, rules, sight
from inglenook.games.kewbz.judge import play
from inglenook.games.kewbz.mask import from_int, to_int
from inglenook.games.kewbz.mind import runtime
from train.kewbz import files, game, net
from train.kewbz.__main__ import main
from train.kewbz.export import model, quantised, scales

SIZES, CUBES = (6, 7, 8, 9, 10, 8), (20, 12, 30, 40, 16, 9)
ROOT = Path(__file__).parents[2]


def again(size: int, p: fast.Position) -> fast.Position:
    """A position that compiled code gave back, as it takes one."""
    return fast.from_state(fast.to_state(size, p))


def place(size: int, action: int) -> int:
    return action // game.SIDE * int(fast.board(size).row) + action % game.SIDE


def test_it_plays_and_sees_as_the_compiled_twin_does() -> None:
    swaps = [n % 2 == 0 for n in range(len(SIZES))]
    s = game.init(jnp.array(SIZES), jnp.array(CUBES), jnp.array(swaps))
    twins = [
        fast.from_state(rules.Kewbz().setup(2, rules.Options(*options)))
        for options in zip(SIZES, CUBES, swaps, strict=True)
    ]
    look = jax.jit(lambda s: (game.legal(s), game.margin(s), *game.observe(s)))
    step, rng, over, taken = jax.jit(game.step), Rng("twins", 0), 0, 0
    while over < len(SIZES):
        legal, margin, planes, facts = map(np.asarray, look(s))
        actions, over = [0] * len(SIZES), 0
        for n, (size, p) in enumerate(zip(SIZES, twins, strict=True)):
            b = fast.board(size)
            cells = to_int(fast.legal(b, p))
            there = [a for a in range(game.SWAP) if cells >> place(size, a) & 1 and a % 10 < size]
            can_swap = bool(p.swap and p.turn == 1)
            assert np.flatnonzero(legal[n]).tolist() == there + [game.SWAP] * can_swap
            blue, amber = fast.scores(p)
            assert margin[n] == blue - amber
            if not there:
                over += 1
                continue
            seen = np.zeros((sight.PLANES, size, size), np.float32)
            known = np.zeros(sight.FACTS, np.float32)
            sight.see(b, p, size, seen, known)
            assert planes[n, :size, :size].transpose(2, 0, 1) == pytest.approx(seen, abs=1e-6)
            assert facts[n] == pytest.approx(known, abs=1e-6)
            if can_swap and n == 0:
                actions[n], twins[n], taken = game.SWAP, again(size, fast.take_over(p)), 1
            else:
                actions[n] = there[rng.below(len(there))]
                cell = from_int(1 << place(size, actions[n]), size > 8)
                twins[n] = again(size, play(b, p, cell))
        s = step(s, jnp.array(actions))
    assert taken


SMALL = net.Shape(blocks=2, channels=8)


def as_trained(draw: np.random.Generator) -> net.Params:
    """Weights of a small net in which no layer is left that does nothing."""
    params: net.Params = jax.tree.map(
        lambda x: draw.normal(0, 0.15, x.shape).astype(np.float32),
        jax.eval_shape(partial(net.init, shape=SMALL), jax.random.key(0)),
    )
    return params


def test_on_planes_of_the_board_alone_the_exported_net_says_the_same() -> None:
    size, draw = 7, np.random.default_rng(0)
    params = as_trained(draw)
    planes = np.zeros((1, game.SIDE, game.SIDE, len(game.PLANES)), np.float32)
    planes[:, :size, :size] = draw.random((1, size, size, len(game.PLANES)))
    planes[:, :size, :size, 0] = 1  # the board
    facts = draw.random((1, len(game.FACTS))).astype(np.float32)
    exact = partial(net.apply, params, SMALL, kind=jnp.float32)
    said = jax.jit(exact)(planes, facts)
    session = runtime().InferenceSession(model(params, SMALL).SerializeToString())
    policy, value = session.run(
        None,
        {
            "planes": planes.transpose(0, 3, 1, 2)[:, :, :size, :size],
            "facts": facts,
        },
    )
    cells = np.asarray(said.policy)[0, : game.SWAP].reshape(10, 10)[:size, :size]
    assert policy[0] == pytest.approx(cells.ravel(), abs=0.02)
    expected = [said.win[0], jnp.arctanh(said.squashed[0]), said.margin[0], said.policy[0, -1]]
    assert value[0] == pytest.approx(np.array(expected), abs=0.02)


def test_in_eight_bits_it_says_nearly_the_same() -> None:
    draw = np.random.default_rng(1)
    params = as_trained(draw)
    batch = {
        "planes": draw.random((64, len(game.PLANES), 8, 8), np.float32),
        "facts": draw.random((64, len(game.FACTS)), np.float32),
    }
    nets = model(params, SMALL), quantised(params, SMALL, scales(params, SMALL, [batch]))
    exact, rounded = (
        runtime().InferenceSession(made.SerializeToString()).run(None, batch) for made in nets
    )
    for whole, near in zip(exact, rounded, strict=True):
        assert np.abs(near - whole).mean() < 0.05 * whole.std()


TINY = (
    "--minutes 5 --chunks 2 --blocks 2 --channels 8 --games 16 --rounds 8 --memory 16 --full 2"
    " --quick 2 --steps 1 --batch 16"
)


def train(cache: Path, *words: str) -> subprocess.CompletedProcess[str]:
    fast_to_compile = {
        "JAX_PLATFORMS": "cpu",
        "JAX_DEFAULT_PRNG_IMPL": "unsafe_rbg",
        "JAX_COMPILATION_CACHE_DIR": str(cache),
    }
    return subprocess.run(
        [sys.executable, "-m", "train.kewbz", *words],
        cwd=ROOT,
        env=os.environ | fast_to_compile,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.long
def test_a_run_is_gone_on_from_and_never_from_nothing(tmp_path: Path) -> None:
    cache, first, second = (tmp_path / name for name in ("cache", "first", "second"))
    begun = train(cache, "--out", str(first), *TINY.split())
    assert begun.returncode == 0, begun.stderr
    gone_on = train(cache, "--resume", str(first), "--out", str(second), *TINY.split())
    assert gone_on.returncode == 0, gone_on.stderr
    rows = [json.loads(line) for line in (second / files.LOG).read_text().splitlines()]
    assert [row["round"] for row in rows] == [1, 2, 3, 4]
    assert [row["steps"] for row in rows] == [1, 2, 3, 4]
    assert [row["positions"] for row in rows] == [384, 768, 1152, 1536]
    # Games end within a run, and what is learned from them is more than nothing.
    assert all(row["games"] > 0 and row["win_loss"] > 0 for row in (rows[1], rows[3]))
    assert pyarrow.parquet.read_table(files.to_parquet(second)).num_rows == 4

    (first / files.WEIGHTS).unlink()
    with pytest.raises(SystemExit) as ended:
        main(["--resume", str(first), "--out", str(second), *TINY.split()])
    line = str(ended.value.code)
    assert line.startswith("cannot go on from")
    assert str(first / files.WEIGHTS) in line
    assert "\n" not in line


def ends_in_one_line(*words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main([*words])
    line = str(ended.value.code)
    assert "\n" not in line
    return line


def no_weights(path: Path) -> None:
    np.savez(path, weights=np.zeros(3))


@pytest.mark.parametrize("left", [b"", b"something else", b"PK\3\4 half of one", None])
def test_weights_that_cannot_be_read_are_an_error_in_one_line(
    tmp_path: Path, left: bytes | None
) -> None:
    run, out = tmp_path / "run", tmp_path / "out"
    run.mkdir()
    path = run / files.WEIGHTS
    path.write_bytes(left) if left is not None else no_weights(path)
    line = ends_in_one_line("--resume", str(run), "--out", str(out), *TINY.split())
    assert line.startswith(f"cannot go on from {path}")
    assert not out.exists()


def test_a_run_is_never_written_over(tmp_path: Path) -> None:
    for name in (files.WEIGHTS, files.LOG):
        (tmp_path / name).write_text("of a night")
    line = ends_in_one_line("--out", str(tmp_path), *TINY.split())
    assert f"--resume {tmp_path}" in line
    assert {each.read_text() for each in tmp_path.iterdir()} == {"of a night"}


def test_a_folder_that_cannot_be_written_and_a_damaged_log_are_errors_in_one_line(
    tmp_path: Path,
) -> None:
    file = tmp_path / "file"
    file.touch()
    line = ends_in_one_line("--out", str(file), *TINY.split())
    assert line.startswith(f"cannot write to {file}")
    (tmp_path / files.LOG).write_text('{"round": 1}\n{"rou')
    assert "damaged" in ends_in_one_line("--log", str(tmp_path))
