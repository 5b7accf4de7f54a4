"""Games that the net plays against itself, thousands at a time, all on the device."""

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import mctx
from jax import Array

from train.kewbz import game, net

NEVER = -1e9
"""The logit of an action that is not legal."""

CUBES = (20, 25, 30, 40, 50)
"""The usual number of cubes for each size: what the presets have, and between them."""
OFTEN = (0.15, 0.1, 0.45, 0.1, 0.2)
"""How often each size is played: mostly the standard one."""
USUAL, SWAPS = 0.75, 0.3
"""The shares of games with the usual number of cubes, and with the swap."""
FEWEST = 8


class Slots(NamedTuple):
    """Games under way."""

    state: game.State
    opening: Array
    """Random moves still to come before the net plays."""


class Moment(NamedTuple):
    """A position of each game, with what there is to learn from it."""

    state: game.State
    policy: Array
    """What the search would play, as shares of all actions."""
    searched: Array
    """The search was a full one: the policy is worth learning."""
    counts: Array
    """No random move follows, so that the end of the game says something about the position."""
    over: Array
    """The game ended with this move."""
    margin: Array
    """Seat 0's points less seat 1's after the move."""
    towers: Array
    """What each tower scores after the move, to seat 0."""


def begin(key: Array, games: int) -> Slots:
    """New games with random options and a random number of random moves to open with."""
    sizes, usual, cubes, swaps, opens, plies = jax.random.split(key, 6)
    which = jax.random.choice(sizes, len(game.SIZES), (games,), p=jnp.array(OFTEN))
    most = jnp.array(CUBES)[which]
    fewer = jax.random.randint(cubes, (games,), FEWEST, most + 1)
    swap = jax.random.bernoulli(swaps, SWAPS, (games,))
    # With the swap the first cube alone is chosen at random: the second move is the question.
    length = jnp.where(swap, 1, jax.random.randint(plies, (games,), 1, 7))
    state = game.init(
        jnp.array(game.SIZES)[which],
        jnp.where(jax.random.bernoulli(usual, USUAL, (games,)), most, fewer),
        swap,
    )
    return Slots(state, jnp.where(jax.random.bernoulli(opens, 0.5, (games,)), length, 0))


def _judge(params: Any, shape: net.Shape, s: game.State) -> tuple[Array, Array]:
    """Logits of the legal actions, and what the position is worth to the mover."""
    answer = net.apply(params, shape, *game.observe(s))
    return jnp.where(game.legal(s), answer.policy, NEVER), net.utility(answer)


def worth(s: game.State, seat: Array) -> Array:
    """What a finished game is worth to a seat; see `net.utility`."""
    lead = game.margin(s) * (1 - 2 * seat.astype(jnp.int32))
    return 0.5 * jnp.sign(lead) + 0.5 * net.squash(lead.astype(jnp.float32))


def _dynamics(
    shape: net.Shape, params: Any, _: Array, action: Array, s: game.State
) -> tuple[mctx.RecurrentFnOutput, game.State]:
    """The game itself, in place of a learned model of it."""
    mover, after = s.facts[:, 2], game.step(s, action)
    logits, value = _judge(params, shape, after)
    over = game.is_over(after)
    return mctx.RecurrentFnOutput(
        reward=jnp.where(over, worth(after, mover), 0.0),
        discount=jnp.where(over, 0.0, -1.0),
        prior_logits=logits,
        value=jnp.where(over, 0.0, value),
    ), after


def search(params: Any, shape: net.Shape, s: game.State, key: Array, simulations: int) -> Any:
    """Gumbel search from each position."""
    logits, value = _judge(params, shape, s)
    return mctx.gumbel_muzero_policy(
        params=params,
        rng_key=key,
        root=mctx.RootFnOutput(prior_logits=logits, value=value, embedding=s),
        recurrent_fn=partial(_dynamics, shape),
        num_simulations=simulations,
        invalid_actions=~game.legal(s),
        max_num_considered_actions=min(16, simulations),
    )


def _move(
    params: Any, shape: net.Shape, slots: Slots, key: Array, simulations: int, full: bool
) -> tuple[Slots, Moment]:
    """One move in every game. Games that end begin anew."""
    thinks, draws, begins = jax.random.split(key, 3)
    s = slots.state
    found = search(params, shape, s, thinks, simulations)
    legal = game.legal(s).at[:, game.SWAP].set(False)
    drawn = jax.random.categorical(draws, jnp.where(legal, 0.0, NEVER))
    opens = slots.opening > 0
    after = game.step(s, jnp.where(opens, drawn, found.action))
    over = game.is_over(after)
    moment = Moment(
        s,
        found.action_weights.astype(jnp.bfloat16),
        ~opens & full,
        ~opens,
        over,
        game.margin(after).astype(jnp.int8),
        game.towers(after),
    )
    new = begin(begins, over.shape[0])
    going = Slots(after, jnp.maximum(slots.opening - 1, 0))

    def pick(fresh: Array, old: Array) -> Array:
        return jnp.where(over.reshape(-1, *[1] * (old.ndim - 1)), fresh.astype(old.dtype), old)

    return jax.tree.map(pick, new, going), moment


def play(
    params: Any, shape: net.Shape, slots: Slots, key: Array, rounds: int, full: int, quick: int
) -> tuple[Slots, Moment]:
    """Rounds of three moves, one by a full search and two by a quick one; the moves by time.

    Quick moves get many games to their end; only a full search says what should be played. Three is
    odd, so both seats get full ones. Where quick ones are no quicker, all are full.
    """

    def full_one(slots: Slots, key: Array) -> tuple[Slots, Moment]:
        return _move(params, shape, slots, key, full, full=True)

    def quick_one(slots: Slots, key: Array) -> tuple[Slots, Moment]:
        return _move(params, shape, slots, key, quick, full=False)

    def three(slots: Slots, key: Array) -> tuple[Slots, Moment]:
        keys = jax.random.split(key, 3)
        if quick >= full:
            return jax.lax.scan(full_one, slots, keys)
        slots, searched = jax.lax.scan(full_one, slots, keys[:1])
        slots, more = jax.lax.scan(quick_one, slots, keys[1:])
        return slots, jax.tree.map(lambda x, y: jnp.concatenate([x, y]), searched, more)

    slots, moments = jax.lax.scan(three, slots, jax.random.split(key, rounds))
    return slots, jax.tree.map(lambda x: x.reshape(-1, *x.shape[2:]), moments)
