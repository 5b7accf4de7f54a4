/** The track on the points board: once around its cream cross. */

import { board } from "./deck";
import type { Point } from "../felt/geometry";

const EDGE_MM = 7;
const reach = board.side / 2 - EDGE_MM;
const arm = board.side / 2 - board.square - EDGE_MM;

/** The corners of the track, clockwise from the foot of the lower arm. */
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

/** Radii of fields in mm: the normal one, the least for a number, and the goal's. */
const FIELD_RADIUS_MM = 4.8;
const NUMBER_RADIUS_MM = 3.6;
const GOAL_RADIUS_MM = 6.4;
/** The least distance in mm between two numbers, and between the goal and a number. */
const NUMBERS_APART_MM = 26;
const GOAL_APART_MM = 12;
const TRACK_MM = 8 * (reach - arm) + 8 * arm;
const start: Point = { x: 0, y: reach - 22 };

/** A field; the last one is the goal. */
export interface Field extends Point {
  n: number;
  r: number;
  /** Its number is written in it. */
  marked: boolean;
}

/**
 * The fields of a track to a goal: the more there are, the smaller they are. Fields with numbers come
 * last, so that no other field is drawn over a number.
 */
export function fieldsTo(goal: number): Field[] {
  const wide = TRACK_MM / goal;
  const every = 5 * wide < NUMBERS_APART_MM ? 10 : 5;
  const fields = Array.from({ length: goal }, (_, i) => {
    const n = i + 1;
    // The goal lies beside the first field.
    const clear = Math.min(n, goal - n) * wide > GOAL_APART_MM;
    const marked = n === goal || ((n === 1 || n % every === 0) && clear);
    const least = marked ? NUMBER_RADIUS_MM : 0;
    const r = n === goal ? GOAL_RADIUS_MM : Math.max(least, Math.min(FIELD_RADIUS_MM, 0.42 * wide));
    return { n, r, marked, ...stand(n, goal) };
  });
  return fields.toSorted((a, b) => Number(a.marked) - Number(b.marked));
}

/**
 * The place of a marker with this many points; between two fields while it walks. Past the goal it goes
 * on from field 1.
 */
export function stand(points: number, goal: number): Point {
  if (points >= 1) return at((((points - 1) % goal) * TRACK_MM) / goal);
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
