"""The averaged weights of a run as ONNX, for the engine: python -m train.kewbz.export DIR FILE

Planes may be as large as the board is, and it gives what the net gives on masked ones. Weights
are stored in half precision and computed with in single.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from train.kewbz import files
from train.kewbz.game import FACTS, PLANES
from train.kewbz.net import Params, Shape, pools

OPSET, IR = 17, 9
"""Old enough for every runtime that is likely to be met."""


class _Graph:
    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.stored: list[onnx.TensorProto] = []

    def add(self, kind: str, *inputs: str, **settings: Any) -> str:
        name = f"{kind}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **settings))
        return name

    def number(self, value: NDArray[np.generic]) -> str:
        name = f"number{len(self.stored)}"
        self.stored.append(numpy_helper.from_array(value, name))
        return name

    def weight(self, value: NDArray[np.floating]) -> str:
        return self.add("Cast", self.number(value.astype(np.float16)), to=TensorProto.FLOAT)

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


def main(words: list[str]) -> None:
    try:
        folder, path = words
        learner, shape = files.load(Path(folder), rate=1.0)
    except ValueError:
        sys.exit("usage: python -m train.kewbz.export DIR FILE.onnx")
    except files.Failed as wrong:
        sys.exit(str(wrong))
    onnx.save(model(learner.average, shape), path)


if __name__ == "__main__":
    main(sys.argv[1:])
