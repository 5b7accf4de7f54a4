/** The track on the points board: once around its cream cross. */

import { board } from "./deck";
import type { Point } from "../felt/geometry";

const EDGE = 7;
const reach = board.side / 2 - EDGE;
const arm = board.side / 2 - board.square - EDGE;

/** From the foot of the lower arm, clockwise. */
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

/** Radii of fields in mm: the usual one, the least in which a number can be read, the goal's. */
const ROUND = 4.8;
const LEGIBLE = 3.6;
const GOAL = 6.4;
/** mm between two numbers, and between the goal and the next of them. */
const APART = 26;
const NEAR = 12;
const LENGTH = 8 * (reach - arm) + 8 * arm;
const start: Point = { x: 0, y: reach - 22 };

/** A field; the last one is the goal. */
export interface Field extends Point {
  n: number;
  r: number;
  /** Its number is written in it. */
  marked: boolean;
}

/** The fields of a track to a goal: the more there are, the smaller they get. Those with numbers
 * come last, so that no other lies on a number. */
export function fieldsTo(goal: number): Field[] {
  const wide = LENGTH / goal;
  const every = 5 * wide < APART ? 10 : 5;
  const fields = Array.from({ length: goal }, (_, i) => {
    const n = i + 1;
    // The goal lies beside the first field.
    const clear = Math.min(n, goal - n) * wide > NEAR;
    const marked = n === goal || ((n === 1 || n % every === 0) && clear);
    const least = marked ? LEGIBLE : 0;
    const r = n === goal ? GOAL : Math.max(least, Math.min(ROUND, 0.42 * wide));
    return { n, r, marked, ...stand(n, goal) };
  });
  return fields.toSorted((a, b) => Number(a.marked) - Number(b.marked));
}

/** Where a marker with this many points stands; between two fields while it walks. Past the goal it
 * goes on from field 1. */
export function stand(points: number, goal: number): Point {
  if (points >= 1) return at((((points - 1) % goal) * LENGTH) / goal);
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
