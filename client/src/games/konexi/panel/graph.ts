/** The tower as a graph of joins, laid out flat: the letter on the table is at the bottom. */

import type { konexi } from "../../../net/wire";

export interface Node {
  letter: string;
  x: number;
  y: number;
}

export interface Graph {
  nodes: Map<string, Node>;
  width: number;
  height: number;
}

/**
 * The layout of a tree in layers. `x` and `y` count columns and layers from the top left; each letter is
 * below the middle of its children.
 */
export function layOut(tower: konexi.Standing[]): Graph {
  const nodes = new Map<string, Node>();
  let [width, depth] = [0, 0];
  function place(letter: string, layer: number): number {
    depth = Math.max(depth, layer);
    const children = tower.filter(({ parent }) => parent === letter);
    const xs = children.map((child) => place(child.letter, layer + 1));
    const x = xs.length ? (xs[0]! + xs.at(-1)!) / 2 : width++;
    nodes.set(letter, { letter, x, y: layer });
    return x;
  }
  for (const { letter, parent } of tower) if (parent === null) place(letter, 0);
  for (const node of nodes.values()) node.y = depth - node.y;
  return { nodes, width: Math.max(1, width), height: depth + 1 };
}
