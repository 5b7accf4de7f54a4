"""Learning from the games: what is remembered of them, the loss, and a step down it."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax
from jax import Array

from train.kewbz import game, net
from train.kewbz.selfplay import Moment

AVERAGE = 0.998
"""How slowly the averaged weights follow; they are the ones that play."""


class Learner(NamedTuple):
    params: net.Params
    average: net.Params
    optimiser: Any
    steps: Array


class Lesson(NamedTuple):
    """Positions with what is known of them."""

    state: game.State
    policy: Array
    searched: Array
    known: Array
    margin: Array
    towers: Array


def optimiser(rate: float | Array) -> optax.GradientTransformation:
    return optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.adamw(optax.linear_schedule(rate / 20, rate, 200), weight_decay=1e-4),
    )


def beginner(key: Array, shape: net.Shape, rate: float) -> Learner:
    params = net.init(key, shape)
    copy = jax.tree.map(jnp.copy, params)
    return Learner(params, copy, optimiser(rate).init(params), jnp.int32(0))


def lessons(memory: Moment) -> Lesson:
    """What can be learned from all moments remembered, oldest first: each game's end told back."""

    def back(end: tuple[Array, Array, Array], m: Moment) -> Any:
        margin = jnp.where(m.over, m.margin, end[0])
        towers = jnp.where(m.over[:, None, None], m.towers, end[1])
        known = m.over | end[2]
        return (margin, towers, known), (margin, towers, known)

    last = jax.tree.map(lambda x: x[0], memory)
    start = (last.margin, last.towers, jnp.zeros_like(last.over))
    _, (margin, towers, known) = jax.lax.scan(back, start, memory, reverse=True)
    return Lesson(
        memory.state, memory.policy, memory.searched, memory.counts & known, margin, towers
    )


def _turned(lesson: Lesson, planes: Array) -> tuple[Array, Array, Array]:
    """Planes, policy and towers, each eighth of the batch in another of the eight symmetries."""
    cells = lesson.policy[:, : game.SWAP].reshape(-1, game.SIDE, game.SIDE)
    found: list[list[Array]] = [[], [], []]
    for n in range(8):
        for parts, whole in zip(found, (planes, cells, lesson.towers), strict=True):
            part = jnp.split(whole, 8)[n]
            part = part.swapaxes(1, 2) if n & 1 else part
            part = part[:, ::-1] if n & 2 else part
            parts.append(part[:, :, ::-1] if n & 4 else part)
    planes, cells, towers = (jnp.concatenate(parts) for parts in found)
    flat = cells.reshape(-1, game.SWAP)
    return planes, jnp.concatenate([flat, lesson.policy[:, game.SWAP :]], axis=1), towers


def loss(params: net.Params, shape: net.Shape, lesson: Lesson) -> tuple[Array, dict[str, Array]]:
    planes, facts = game.observe(lesson.state)
    turned, policy, towers = _turned(lesson, planes)
    answer = net.apply(params, shape, turned, facts)
    sign = 1 - 2 * lesson.state.facts[:, 2].astype(jnp.float32)
    margin = sign * lesson.margin.astype(jnp.float32)
    known = lesson.known.astype(jnp.float32)
    searched = (lesson.known & lesson.searched).astype(jnp.float32)

    def mean(x: Array, share: Array) -> Array:
        return (x * share).sum() / jnp.maximum(share.sum(), 1.0)

    won = 0.5 + 0.5 * jnp.sign(margin)
    cells = turned[..., 0]
    there = sign[:, None, None] * towers.astype(jnp.float32) / 5
    # Actions that are not legal have no share in the target; the search never sees their logits.
    legal = jnp.concatenate([turned[..., 10].reshape(-1, game.SWAP) > 0, facts[:, 6:7] > 0], axis=1)
    logits = jnp.where(legal, answer.policy, -1e9)
    target = policy.astype(jnp.float32)
    parts = {
        "policy": mean(optax.softmax_cross_entropy(logits, target), searched),
        "least_policy": mean(-(target * jnp.log(target + 1e-9)).sum(-1), searched),
        "win": mean(optax.sigmoid_binary_cross_entropy(answer.win, won), known),
        "squashed": mean((answer.squashed - net.squash(margin)) ** 2, known),
        "margin": mean(optax.huber_loss(answer.margin, margin / 10), known),
        "towers": mean(
            ((answer.towers - there) ** 2 * cells).sum((1, 2)) / jnp.maximum(cells.sum((1, 2)), 1),
            known,
        ),
    }
    total = (
        parts["policy"]
        + parts["win"]
        + 2 * parts["squashed"]
        + 0.25 * parts["margin"]
        + 0.5 * parts["towers"]
    )
    return total, parts


def study(
    learner: Learner,
    shape: net.Shape,
    rate: float | Array,
    lesson: Lesson,
    key: Array,
    steps: int,
    batch: int,
) -> tuple[Learner, dict[str, Array]]:
    """Some steps down the loss, each over positions drawn from all there are."""
    moments, games = lesson.known.shape

    def one(learner: Learner, key: Array) -> tuple[Learner, dict[str, Array]]:
        when, where = jax.random.split(key)
        # The newest games are not over yet; drawing twice leaves few of their positions in.
        times = jax.random.randint(when, (2, batch), 0, moments)
        slots = jax.random.randint(where, (2, batch), 0, games)
        first = lesson.known[times[0], slots[0]]
        at = jnp.where(first, times[0], times[1]), jnp.where(first, slots[0], slots[1])
        chosen = jax.tree.map(lambda x: x[at], lesson)
        gradient, parts = jax.grad(loss, has_aux=True)(learner.params, shape, chosen)
        updates, state = optimiser(rate).update(gradient, learner.optimiser, learner.params)
        params = optax.apply_updates(learner.params, updates)
        count = learner.steps + 1
        follow = jnp.minimum(AVERAGE, count / (count + 10.0))
        average = jax.tree.map(
            lambda slow, fast: slow * follow + fast * (1 - follow), learner.average, params
        )
        return Learner(params, average, state, count), parts

    learner, parts = jax.lax.scan(one, learner, jax.random.split(key, steps))
    return learner, jax.tree.map(lambda x: x.mean(), parts)
