"""The averaged weights of a run as ONNX, for the engine: python -m train.kewbz.export DIR FILE

Planes may be as large as the board is, and it gives what the net gives on masked ones. The
convolutions of the blocks are computed in whole numbers of eight bits, which makes the net more
than twice as fast on one core; how large the numbers become is seen in games that it plays.
"""

import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import jax
import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import (
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quantize_static,
)

from train.kewbz import files, game, selfplay
from train.kewbz.game import FACTS, PLANES
from train.kewbz.net import Params, Shape, pools

OPSET, IR = 17, 9
"""Old enough for every runtime that is likely to be met."""
GAMES, ROUNDS = 128, 8
"""What is looked at before rounding: so many games, three moves a round."""


class _Graph:
    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.stored: list[onnx.TensorProto] = []

    def add(self, kind: str, *inputs: str, **settings: Any) -> str:
        name = f"{kind}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **settings))
        return name

    def number(self, value: NDArray[np.generic]) -> str:
        name = f"number{len(self.stored)}"
        self.stored.append(numpy_helper.from_array(value, name))
        return name

    def weight(self, value: NDArray[np.floating]) -> str:
        return self.number(value.astype(np.float32))

    def conv(self, x: str, layer: Params) -> str:
        kernel = np.asarray(layer["w"])
        kernel = kernel if kernel.ndim == 4 else kernel[None, None]
        side = kernel.shape[0] // 2
        turned = self.weight(kernel.transpose(3, 2, 0, 1))
        return self.add("Conv", x, turned, self.weight(np.asarray(layer["b"])), pads=[side] * 4)

    def dense(self, x: str, layer: Params) -> str:
        weights, bias = (self.weight(np.asarray(layer[part])) for part in "wb")
        return self.add("Gemm", x, weights, bias)

    def everywhere(self, x: str) -> str:
        """A number for each channel, to be added to all cells."""
        return self.add("Unsqueeze", x, self.number(np.array([2, 3])))


def model(params: Params, shape: Shape) -> onnx.ModelProto:
    g = _Graph()

    def whole(x: str) -> str:
        both = g.add("Concat", g.add("GlobalAveragePool", x), g.add("GlobalMaxPool", x), axis=1)
        return g.add("Flatten", both)

    stem = g.conv("planes", params["stem"])
    x = g.add("Relu", g.add("Add", stem, g.everywhere(g.dense("facts", params["facts"]))))
    for n in range(shape.blocks):
        y = g.conv(x, params[f"in-{n}"])
        if pools(n):
            y = g.add("Add", y, g.everywhere(g.dense(whole(x), params[f"pool-{n}"])))
        y = g.conv(g.add("Relu", y), params[f"out-{n}"])
        x = g.add("Relu", g.add("Add", x, y))
    pooled = whole(x)
    cell = g.add(
        "Add",
        g.conv(x, params["policy"]),
        g.everywhere(g.dense(pooled, params["policy-pool"])),
    )
    cell = g.add("Flatten", g.conv(g.add("Relu", cell), params["policy-out"]))
    hidden = g.dense(g.add("Concat", pooled, "facts", axis=1), params["value"])
    value = g.dense(g.add("Relu", hidden), params["value-out"])
    g.nodes += [
        helper.make_node("Identity", [cell], ["policy"]),
        helper.make_node("Identity", [value], ["value"]),
    ]
    number = TensorProto.FLOAT
    graph = helper.make_graph(
        g.nodes,
        "kewbz",
        [
            helper.make_tensor_value_info("planes", number, ["n", len(PLANES), "ranks", "files"]),
            helper.make_tensor_value_info("facts", number, ["n", len(FACTS)]),
        ],
        [
            helper.make_tensor_value_info("policy", number, ["n", "cells"]),
            helper.make_tensor_value_info("value", number, ["n", 4]),
        ],
        g.stored,
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR)
    onnx.checker.check_model(made)
    return made


class _Seen(CalibrationDataReader):  # type: ignore[misc] # it is untyped
    """Positions of games that the net plays against itself, a batch for each size of board."""

    def __init__(self, params: Params, shape: Shape) -> None:
        begins, plays = jax.random.split(jax.random.key(0))
        slots = selfplay.begin(begins, GAMES)
        play = jax.jit(partial(selfplay.play, shape=shape, rounds=ROUNDS, full=4, quick=4))
        _, moments = play(params, slots=slots, key=plays)
        states = jax.tree.map(lambda x: x.reshape(-1, *x.shape[2:]), moments.state)
        planes, facts = map(np.asarray, jax.jit(game.observe)(states))
        self.batches = []
        for size in game.SIZES:
            here = np.asarray(states.facts)[:, 4] == size
            seen = planes[here].transpose(0, 3, 1, 2)[:, :, :size, :size]
            self.batches.append({"planes": seen, "facts": facts[here]})

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        return self.batches.pop() if self.batches else None


def folded(rounded: onnx.ModelProto) -> None:
    """Leave out what lies between two convolutions in eight bits that only cuts off the negative:
    rounding to numbers without a sign does that too, in a finer scale and in no time."""
    graph = rounded.graph

    def then(name: str, kind: str) -> onnx.NodeProto | None:
        """The one that takes this, if there is no other and it is of this kind."""
        takers = [node for node in graph.node if name in node.input]
        return takers[0] if len(takers) == 1 and takers[0].op_type == kind else None

    for conv in [node for node in graph.node if node.op_type == "QLinearConv"]:
        between: list[onnx.NodeProto] = []
        for kind in ("DequantizeLinear", "Relu", "QuantizeLinear"):
            node = then(between[-1].output[0] if between else conv.output[0], kind)
            if node is None:
                break
            between.append(node)
        else:
            conv.input[6], conv.input[7] = between[-1].input[1:]
            conv.output[0] = between[-1].output[0]
            for node in between:
                graph.node.remove(node)
    used = {name for node in graph.node for name in node.input}
    for stored in [one for one in graph.initializer if one.name not in used]:
        graph.initializer.remove(stored)


def quantised(params: Params, shape: Shape, path: Path) -> None:
    """Writes the net with the blocks' convolutions in eight bits; stem and heads stay as they are:
    there they would cost a twentieth of the time and most of what the policy knows."""
    whole = model(params, shape)
    convolutions = [node.name for node in whole.graph.node if node.op_type == "Conv"]
    with TemporaryDirectory() as folder:
        aside = Path(folder) / "whole.onnx"
        onnx.save(whole, aside)
        quantize_static(
            aside,
            path,
            _Seen(params, shape),
            quant_format=QuantFormat.QOperator,
            op_types_to_quantize=["Conv"],
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=[convolutions[0], *convolutions[-2:]],
        )
    rounded = onnx.load(path)
    folded(rounded)
    onnx.checker.check_model(rounded)
    onnx.save(rounded, path)


def main(words: list[str]) -> None:
    try:
        folder, path = words
        learner, shape = files.load(Path(folder), rate=1.0)
    except ValueError:
        sys.exit("usage: python -m train.kewbz.export DIR FILE.onnx")
    except files.Failed as wrong:
        sys.exit(str(wrong))
    quantised(learner.average, shape, Path(path))


if __name__ == "__main__":
    main(sys.argv[1:])
