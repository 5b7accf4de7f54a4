/** The track on the points board: once around its cream cross. */

import { board } from "./deck";
import type { Point } from "./geometry";

const EDGE = 7;
const reach = board.side / 2 - EDGE;
const arm = board.side / 2 - board.square - EDGE;

/** From the foot of the lower arm with the clock. */
export const bends: Point[] = (
  [
    [-arm, reach],
    [-arm, arm],
    [-reach, arm],
    [-reach, -arm],
    [-arm, -arm],
    [-arm, -reach],
    [arm, -reach],
    [arm, -arm],
    [reach, -arm],
    [reach, arm],
    [arm, arm],
    [arm, reach],
  ] as const
).map(([x, y]) => ({ x, y }));

const LENGTH = 8 * (reach - arm) + 8 * arm;
const start: Point = { x: 0, y: reach - 22 };

/** A longer game goes around more than once. */
export function fieldsFor(goal: number): number {
  return Math.min(goal, board.fields);
}

/** The field where so many points stand. */
export function fieldOf(points: number, fields: number): number {
  return ((points - 1) % fields) + 1;
}

/** Where a marker with so many points stands; between two fields while it walks. */
export function stand(points: number, fields: number): Point {
  if (points >= 1) return at((((points - 1) % fields) * LENGTH) / fields);
  const share = Math.max(0, points);
  const first = at(0);
  return {
    x: start.x + (first.x - start.x) * share,
    y: start.y + (first.y - start.y) * share,
  };
}

function at(way: number): Point {
  let left = way;
  for (const [i, p] of bends.entries()) {
    const q = bends[(i + 1) % bends.length]!;
    const long = Math.abs(q.x - p.x) + Math.abs(q.y - p.y);
    if (left <= long) {
      return { x: p.x + ((q.x - p.x) * left) / long, y: p.y + ((q.y - p.y) * left) / long };
    }
    left -= long;
  }
  return bends[0]!;
}
