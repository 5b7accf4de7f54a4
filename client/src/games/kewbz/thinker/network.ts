/** The neural network of Kewbz, which is loaded when it is first used. */

import { env, InferenceSession, Tensor } from "onnxruntime-web/wasm";
import runtime from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";
import type { Position } from "./rules";
import { FACTS, PLANES, see } from "./networkInput";

const MODEL = "/minds/kewbz.onnx";

/** The addresses of all files of this worker. */
export const files = [location.pathname, runtime, MODEL];

/** The output of the network for a position, as seen by the player to move. */
export interface Answer {
  /** The prior of each cell, and of taking over the first cube, as logits. */
  logits: Float32Array;
  swap: number;
  /** What the search maximises, from -1 to 1. */
  utility: number;
  /** The chance to win, and by how many points. */
  chance: number;
  margin: number;
}

let session: Promise<InferenceSession> | null = null;

async function load(): Promise<InferenceSession> {
  env.wasm.numThreads = 1; // More threads need a cross-origin isolated page.
  env.wasm.wasmPaths = { wasm: runtime };
  return InferenceSession.create(MODEL, { executionProviders: ["wasm"] });
}

/** Evaluate a batch of positions, which are all of one size of board. */
export async function judge(positions: Position[]): Promise<Answer[]> {
  const net = await (session ??= load());
  const [n, size] = [positions.length, positions[0]!.size];
  const area = size * size;
  const planes = new Float32Array(n * PLANES * area);
  const facts = new Float32Array(n * FACTS);
  positions.forEach((p, i) =>
    see(
      p,
      planes.subarray(i * PLANES * area, (i + 1) * PLANES * area),
      facts.subarray(i * FACTS, (i + 1) * FACTS),
    ),
  );
  const { policy, value } = await net.run({
    planes: new Tensor("float32", planes, [n, PLANES, size, size]),
    facts: new Tensor("float32", facts, [n, FACTS]),
  });
  const logits = policy!.data as Float32Array;
  const values = value!.data as Float32Array;
  return positions.map((_, i) => {
    const [won, squashed, tens, swap] = values.subarray(4 * i, 4 * i + 4) as unknown as number[];
    return {
      logits: logits.slice(i * area, (i + 1) * area),
      swap: swap!,
      utility: 0.5 * Math.tanh(won! / 2) + 0.5 * Math.tanh(squashed!),
      chance: 1 / (1 + Math.exp(-won!)),
      margin: 10 * tens!,
    };
  });
}
