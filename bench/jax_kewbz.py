"""Random play on JAX, Kewbz beside games of pgx: `PYTHONPATH=src python -m bench.jax_kewbz`.

It needs nothing but JAX; without pgx its rows say so. `--batch 524288` games at once, where a GPU
is; a processor does with `--batch 16384`. Takes less than three minutes.
"""

import argparse
import importlib.util
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any

import jax
import jax.numpy as jnp

STEPS = 200
"""In one call; what a call costs by itself is then small."""
ROUNDS = 3
PATIENCE = 140
"""Seconds after which no further row is begun."""
SOURCE = Path(__file__).parent.parent / "src/inglenook/envs/jax/kewbz.py"
PEERS = ("connect_four", "hex", "othello")
BEGAN = perf_counter()


def kewbz() -> ModuleType:
    """The module, also where what the rest of the package needs is not installed."""
    try:
        from inglenook.envs.jax import kewbz as found
    except ModuleNotFoundError:
        spec = importlib.util.spec_from_file_location("kewbz", SOURCE)
        assert spec
        assert spec.loader
        found = importlib.util.module_from_spec(spec)
        sys.modules["kewbz"] = found
        spec.loader.exec_module(found)
    return found


def random_bits(x: Any) -> Any:
    """The next numbers of xorshift generators, one for each game: the same for all rows."""
    x ^= x << 13
    x ^= x >> 17
    return x ^ x << 5


def chosen(mask: Any, bits: Any) -> Any:
    """A legal action of each game, all equally likely, from its mask."""
    so_far = jnp.cumsum(mask, axis=-1, dtype=jnp.int32)
    n = ((bits >> 8) * so_far[..., -1].astype(jnp.uint32)) >> 24
    return jnp.argmax(so_far > n.astype(jnp.int32)[..., None], axis=-1).astype(jnp.int32)


def rate(body: Callable[[Any], Any], start: Any, batch: int) -> str:
    """Steps a second, in millions, of so many games: the best of some rounds."""

    def many(carry: Any) -> Any:
        return jax.lax.scan(lambda c, _: (body(c), None), carry, None, length=STEPS)[0]

    run = jax.jit(many, donate_argnums=0)
    began = perf_counter()
    carry = jax.block_until_ready(run(start))  # type: ignore[no-untyped-call] # JAX has no types there
    compiled = perf_counter() - began
    best = 0.0
    for _ in range(ROUNDS):
        began = perf_counter()
        carry = jax.block_until_ready(run(carry))  # type: ignore[no-untyped-call] # JAX has no types there
        best = max(best, batch * STEPS / (perf_counter() - began))
    return f"{best / 1e6:>10,.0f} M   first call {compiled:.0f} s"


def seeds(batch: int) -> Any:
    return jnp.arange(1, batch + 1, dtype=jnp.uint32) * jnp.uint32(2654435761)


def rows(batch: int) -> list[tuple[str, Callable[[], str]]]:
    k = kewbz()

    def plain(carry: Any) -> Any:
        games, x = carry
        x = random_bits(x)
        games = k.again(games)
        return k.step(games, k.sample(games, x)), x

    def masked(carry: Any) -> Any:
        games, x = carry
        x = random_bits(x)
        games = k.again(games)
        return k.step(games, chosen(k.legal(games), x)), x

    def observed(carry: Any) -> Any:
        games, x, _ = carry
        games, x = plain((games, x))
        return games, x, k.observe(games)

    def start(many: int) -> Any:
        return k.init(shape=(many,)), seeds(many)

    found: list[tuple[str, Callable[[], str]]] = [
        ("Kewbz", lambda: rate(plain, start(batch), batch)),
        (
            "Kewbz, with int8 planes written",
            lambda: rate(observed, (*start(batch), k.observe(k.init(shape=(batch,)))), batch),
        ),
        ("Kewbz, chosen from its mask", lambda: rate(masked, start(batch), batch)),
        (
            f"Kewbz, {batch // 16:,} at once",
            lambda: rate(plain, start(batch // 16), batch // 16),
        ),
    ]
    found += [(f"pgx {name}, from its mask", lambda name=name: peer(name, batch)) for name in PEERS]  # type: ignore[misc] # a bound name
    return found


def peer(name: str, batch: int) -> str:
    try:
        import pgx
        from pgx.experimental.wrappers import auto_reset
    except ModuleNotFoundError:
        return "not there"
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def body(carry: Any) -> Any:
        state, x = carry
        x = random_bits(x)
        keys = jax.vmap(jax.random.PRNGKey)(x)
        return step(state, chosen(state.legal_action_mask, x), keys), x

    keys = jax.vmap(jax.random.PRNGKey)(seeds(batch))
    return rate(body, (jax.jit(jax.vmap(env.init))(keys), seeds(batch)), batch)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    gpu = jax.default_backend() == "gpu"
    parser.add_argument("--batch", type=int, default=524_288 if gpu else 16_384)
    batch = parser.parse_args().batch
    try:
        with_pgx = f", pgx {version('pgx')}"
    except ModuleNotFoundError:
        with_pgx = ""
    print(f"jax {jax.__version__}{with_pgx} on {jax.devices()[0].device_kind}")
    print(f"Steps of random play a second, games that are over begin anew; {batch:,} at once")
    for name, row in rows(batch):
        if perf_counter() - BEGAN > PATIENCE:
            print(f"{name:<34} left out: no time", flush=True)
            continue
        try:
            print(f"{name:<34} {row()}", flush=True)
        except Exception as e:  # one row that fails must not take the others with it
            print(f"{name:<34} failed: {type(e).__name__}: {str(e)[:200]}", flush=True)


if __name__ == "__main__":
    main()
