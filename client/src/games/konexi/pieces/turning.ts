/** The rough direction of a letter, for descriptions in words. */

import { letterOf, type Side } from "./letters";

type Vector = [number, number, number];
type Matrix = [Vector, Vector, Vector];
/** How a letter stands or lies. */
export type Stance = "face-up" | "face-down" | "upright" | "upside-down" | "sideways";

const normals: Record<Side, Vector> = {
  right: [1, 0, 0],
  left: [-1, 0, 0],
  top: [0, 1, 0],
  bottom: [0, -1, 0],
  front: [0, 0, 1],
  back: [0, 0, -1],
};

function cross([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

function times(a: Matrix, b: Matrix): Matrix {
  const cell = (i: number, j: number) =>
    a[i]![0] * b[0][j]! + a[i]![1] * b[1][j]! + a[i]![2] * b[2][j]!;
  return [0, 1, 2].map((i) => [cell(i, 0), cell(i, 1), cell(i, 2)]) as Matrix;
}

function transposed(m: Matrix): Matrix {
  return [0, 1, 2].map((i) => [m[0][i], m[1][i], m[2][i]]) as Matrix;
}

/** Columns: across, along the letter's thickness (on its faces: its height), outwards. */
function frame(letter: string, connector: number): Matrix {
  const { side } = letterOf(letter).connectors[connector]!;
  const out = normals[side];
  const along: Vector = side === "front" || side === "back" ? [0, 1, 0] : [0, 0, 1];
  return transposed([cross(along, out), along, out]);
}

const quarters = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

function turned([w, x, y, z]: readonly [number, number, number, number]): Matrix {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}

function stance(m: Matrix): Stance {
  const [top, front] = [m[2][1], m[2][2]];
  if (Math.abs(front) > 0.7) return front > 0 ? "face-up" : "face-down";
  if (Math.abs(top) > 0.7) return top > 0 ? "upright" : "upside-down";
  return "sideways";
}

export function stanceOf(q: [number, number, number, number]): Stance {
  return stance(turned(q));
}

/** How a letter would stand, joined to one that is turned by `q`. */
export function joinedStance(
  q: [number, number, number, number],
  to: { letter: string; at: number },
  own: { letter: string; at: number; roll: number },
): Stance {
  const [c, s] = quarters[own.roll]!;
  const meet: Matrix = [
    [-c, -s, 0],
    [-s, c, 0],
    [0, 0, -1],
  ];
  const onParent = times(turned(q), frame(to.letter, to.at));
  return stance(times(times(onParent, meet), transposed(frame(own.letter, own.at))));
}
