"""The averaged weights of a run as ONNX, for the engine: python -m train.kewbz.export DIR FILE

Planes may be as large as the board is, and it gives what the net gives on masked ones. The blocks
are computed in whole numbers of eight bits, from the stem to the heads, which makes the net nearly
three times as fast on one core; how large the numbers become is seen in games that it plays.
"""

import sys
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from inglenook.games.kewbz.mind import runtime
from train.kewbz import files, game, selfplay
from train.kewbz.game import FACTS, PLANES
from train.kewbz.net import Params, Shape, pools

OPSET, IR = 17, 9
"""Old enough for every runtime that is likely to be met."""
GAMES, ROUNDS = 128, 8
"""What is looked at before rounding: so many games, three moves a round."""


RARE = 1e-5
"""The share of numbers that is cut off, so that the others are rounded to a finer scale."""
EXTRA = "com.microsoft"
"""ONNX Runtime's own operators: sums in eight bits, and convolutions with the channels last."""


class _Graph:
    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.stored: list[onnx.TensorProto] = []

    def add(self, kind: str, *inputs: str, called: str = "", **settings: Any) -> str:
        name = called or f"{kind}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **settings))
        return name

    def number(self, value: NDArray[np.generic]) -> str:
        name = f"number{len(self.stored)}"
        self.stored.append(numpy_helper.from_array(value, name))
        return name

    def weight(self, value: NDArray[np.floating]) -> str:
        return self.number(value.astype(np.float32))

    def conv(self, x: str, layer: Params, called: str = "") -> str:
        kernel = _kernel(layer)
        side = kernel.shape[-1] // 2
        bias = self.weight(np.asarray(layer["b"]))
        return self.add("Conv", x, self.weight(kernel), bias, called=called, pads=[side] * 4)

    def dense(self, x: str, layer: Params, called: str = "") -> str:
        weights, bias = (self.weight(np.asarray(layer[part])) for part in "wb")
        return self.add("Gemm", x, weights, bias, called=called)

    def stretched(self, x: str, *axes: int) -> str:
        """A number for each channel, to be added to all cells."""
        return self.add("Unsqueeze", x, self.number(np.array(axes)))

    def stem(self, params: Params) -> str:
        facts = self.stretched(self.dense("facts", params["facts"]), 2, 3)
        return self.add("Add", self.conv("planes", params["stem"]), facts)

    def value(self, pooled: str, params: Params) -> str:
        hidden = self.dense(self.add("Concat", pooled, "facts", axis=1), params["value"])
        return self.dense(self.add("Relu", hidden), params["value-out"], called="value")

    def model(self) -> onnx.ModelProto:
        def tensor(name: str, *shape: str | int) -> onnx.ValueInfoProto:
            return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

        graph = helper.make_graph(
            self.nodes,
            "kewbz",
            [
                tensor("planes", "n", len(PLANES), "ranks", "files"),
                tensor("facts", "n", len(FACTS)),
            ],
            [tensor("policy", "n", "cells"), tensor("value", "n", 4)],
            self.stored,
        )
        sets = [helper.make_opsetid("", OPSET), helper.make_opsetid(EXTRA, 1)]
        return helper.make_model(graph, opset_imports=sets, ir_version=IR)


def _kernel(layer: Params) -> NDArray[np.float32]:
    kernel = np.asarray(layer["w"], np.float32)
    return (kernel if kernel.ndim == 4 else kernel[None, None]).transpose(3, 2, 0, 1)


def model(params: Params, shape: Shape) -> onnx.ModelProto:
    """The net in 32 bits."""
    g = _Graph()

    def whole(x: str) -> str:
        both = g.add("Concat", g.add("GlobalAveragePool", x), g.add("GlobalMaxPool", x), axis=1)
        return g.add("Flatten", both)

    x = g.add("Relu", g.stem(params), called="stream-0")
    for n in range(shape.blocks):
        y = g.conv(x, params[f"in-{n}"], called=f"first-{n}")
        if pools(n):
            seen = g.dense(whole(x), params[f"pool-{n}"], called=f"whole-{n}")
            y = g.add("Add", y, g.stretched(seen, 2, 3))
        y = g.conv(g.add("Relu", y, called=f"inner-{n}"), params[f"out-{n}"], called=f"second-{n}")
        x = g.add("Relu", g.add("Add", x, y), called=f"stream-{n + 1}")
    pooled = whole(x)
    seen = g.stretched(g.dense(pooled, params["policy-pool"]), 2, 3)
    cell = g.add("Add", g.conv(x, params["policy"]), seen)
    g.add("Flatten", g.conv(g.add("Relu", cell), params["policy-out"]), called="policy")
    g.value(pooled, params)
    made = g.model()
    onnx.checker.check_model(made)
    return made


def positions(params: Params, shape: Shape) -> list[dict[str, NDArray[np.float32]]]:
    """Positions of games that the net plays against itself, a batch for each size of board."""
    begins, plays = jax.random.split(jax.random.key(0))
    slots = selfplay.begin(begins, GAMES)
    play = jax.jit(partial(selfplay.play, shape=shape, rounds=ROUNDS, full=4, quick=4))
    _, moments = play(params, slots=slots, key=plays)
    states = jax.tree.map(lambda x: x.reshape(-1, *x.shape[2:]), moments.state)
    planes, facts = map(np.asarray, jax.jit(game.observe)(states))
    batches = []
    for size in game.SIZES:
        here = np.asarray(states.facts)[:, 4] == size
        seen = planes[here].transpose(0, 3, 1, 2)[:, :, :size, :size]
        batches.append({"planes": seen, "facts": facts[here]})
    return batches


class Scale(NamedTuple):
    """How numbers are rounded to eight bits without a sign: a step, and what stands for zero."""

    step: np.float32
    zero: np.uint8


def scales(
    params: Params, shape: Shape, batches: list[dict[str, NDArray[np.float32]]]
) -> dict[str, Scale]:
    """Of everything in the blocks of `model` that has a name, by what it is in some positions."""
    whole = model(params, shape)
    names = [
        node.name
        for node in whole.graph.node
        if node.name.startswith(("stream-", "first-", "whole-", "inner-", "second-"))
    ]
    for name in names:
        whole.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, None))
    session = runtime().InferenceSession(
        whole.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    told = [session.run(names, batch) for batch in batches]
    found = {}
    for name, parts in zip(names, zip(*told, strict=True), strict=True):
        numbers = np.concatenate([part.ravel() for part in parts])
        low, high = np.quantile(numbers, (RARE, 1 - RARE))
        low, high = min(low, 0.0), max(high, 1e-6)
        step = (high - low) / 255
        found[name] = Scale(np.float32(step), np.uint8(round(-low / step)))
    return found


class _Rounded(_Graph):
    """A graph whose numbers in between have eight bits, with the channels last."""

    def __init__(self, scales: dict[str, Scale]) -> None:
        super().__init__()
        self.scales = scales

    def scale(self, name: str) -> tuple[str, str]:
        step, zero = self.scales[name]
        return self.number(np.array(step)), self.number(np.array(zero))

    def rounded(self, x: str, name: str) -> str:
        return self.add("QuantizeLinear", x, *self.scale(name), called=name)

    def wide(self, name: str) -> str:
        return self.add("DequantizeLinear", name, *self.scale(name))

    def conv8(self, x: str, layer: Params, name: str) -> str:
        kernel = _kernel(layer)
        step = np.maximum(np.abs(kernel).max((1, 2, 3)) / 127, 1e-9).astype(np.float32)
        whole = np.rint(kernel / step[:, None, None, None]).astype(np.int8)
        bias = np.rint(np.asarray(layer["b"]) / (self.scales[x].step * step)).astype(np.int32)
        return self.add(
            "QLinearConv",
            *(x, *self.scale(x)),
            *(self.number(whole), self.number(step), self.number(np.zeros(len(step), np.int8))),
            *(*self.scale(name), self.number(bias)),
            called=name,
            domain=EXTRA,
            channels_last=1,
            kernel_shape=[3, 3],
            pads=[1] * 4,
        )

    def sum8(self, x: str, y: str, name: str) -> str:
        parts = *(x, *self.scale(x)), *(y, *self.scale(y)), *self.scale(name)
        return self.add("QLinearAdd", *parts, called=name, domain=EXTRA)


def quantised(params: Params, shape: Shape, scales: dict[str, Scale]) -> onnx.ModelProto:
    """The net with the blocks in eight bits; stem and heads stay as they are: there they would cost
    a twentieth of the time and most of what the policy knows.

    What is never negative is rounded to a scale that begins at zero: that cuts the negative off.
    """
    g = _Rounded(scales)

    def whole(x: str) -> str:
        mean = g.add("ReduceMean", x, axes=[1, 2], keepdims=0)
        return g.add("Concat", mean, g.add("ReduceMax", x, axes=[1, 2], keepdims=0), axis=1)

    x = g.rounded(g.add("Transpose", g.stem(params), perm=[0, 2, 3, 1]), "stream-0")
    for n in range(shape.blocks):
        if pools(n):
            seen = g.dense(whole(g.wide(x)), params[f"pool-{n}"])
            seen = g.rounded(g.stretched(seen, 1, 2), f"whole-{n}")
            y = g.sum8(g.conv8(x, params[f"in-{n}"], f"first-{n}"), seen, f"inner-{n}")
        else:
            y = g.conv8(x, params[f"in-{n}"], f"inner-{n}")
        x = g.sum8(x, g.conv8(y, params[f"out-{n}"], f"second-{n}"), f"stream-{n + 1}")
    last = g.wide(x)
    pooled = whole(last)
    bias = g.weight(np.asarray(params["policy"]["b"]))
    seen = g.stretched(g.add("Add", g.dense(pooled, params["policy-pool"]), bias), 1, 2)
    cell = g.add("MatMul", last, g.weight(np.asarray(params["policy"]["w"])))
    cell = g.add("Relu", g.add("Add", cell, seen))
    cell = g.add("MatMul", cell, g.weight(np.asarray(params["policy-out"]["w"])))
    bias = g.weight(np.asarray(params["policy-out"]["b"]))
    g.add("Add", g.add("Flatten", cell), bias, called="policy")
    g.value(pooled, params)
    return g.model()


def main(words: list[str]) -> None:
    try:
        folder, path = words
    except ValueError:
        sys.exit("usage: python -m train.kewbz.export DIR FILE.onnx")
    try:
        learner, shape = files.load(Path(folder), rate=1.0)
        files.make(Path(path).parent)
    except files.Failed as wrong:
        sys.exit(str(wrong))
    seen = scales(learner.average, shape, positions(learner.average, shape))
    onnx.save(quantised(learner.average, shape, seen), path)


if __name__ == "__main__":
    main(sys.argv[1:])
