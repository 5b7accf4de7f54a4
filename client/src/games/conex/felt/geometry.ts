/** The geometry of the drawing: mm, x to the right, y down, the centre of the table at 0, 0. */

import type { Patch } from "../pieces/deck";

export interface Point {
  x: number;
  y: number;
}

/** A pose as in a view: whole µm, y up, steps of 15° counterclockwise. */
export interface Pose extends Point {
  d: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const WIDTH = 60;
export const HEIGHT = 90;

const corners = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

export function centre({ x, y }: Point): Point {
  return { x: x / 1000, y: -y / 1000 };
}

/** The SVG transform that moves a card from 0, 0 to its pose. */
export function transform(pose: Pose): string {
  const { x, y } = centre(pose);
  return `translate(${x} ${y}) rotate(${-15 * pose.d})`;
}

/** The outline of a CONEX corner on its card. */
export function outline(patch: Patch): Point[] {
  const i = patch.index;
  const [sx, sy] = corners[i]!;
  const [nx, ny] = corners[(i + 1) % 4]!;
  // Along the edge that begins at this corner, and from it inwards; y up like the data.
  const [ux, uy] = [Math.sign(nx - sx), Math.sign(ny - sy)];
  const [vx, vy] = [-uy, ux];
  const at = (along: number, inwards: number): Point => ({
    x: (sx * WIDTH) / 2 + ux * along + vx * inwards,
    y: -((sy * HEIGHT) / 2 + uy * along + vy * inwards),
  });
  const { a_mm: a, b_mm: b, s_mm: s = 0 } = patch;
  if (patch.kind === "square") return [at(0, 0), at(a, 0), at(a, b), at(0, b)];
  if (patch.kind === "corner") return [at(0, 0), at(a, 0), at(0, b)];
  const long = Math.hypot(a, b);
  return [at(s, 0), at(s + long, 0), at(s + (a * a) / long, (a * b) / long)];
}

export const rim: Point[] = corners.map(([x, y]) => ({ x: (x * WIDTH) / 2, y: (-y * HEIGHT) / 2 }));

/** Points of a card, transformed to where the card lies. */
export function placed(points: Point[], pose: Pose): Point[] {
  const { x, y } = centre(pose);
  const turn = (-15 * pose.d * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return points.map((p) => ({ x: x + p.x * cos - p.y * sin, y: y + p.x * sin + p.y * cos }));
}

export function middle(points: Point[]): Point {
  const sum = points.reduce((sum, { x, y }) => ({ x: sum.x + x, y: sum.y + y }));
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** A convex polygon with each side moved inwards. */
export function inset(points: Point[], by: number): Point[] {
  const inside = middle(points);
  const sides = points.map((p, i) => {
    const q = points[(i + 1) % points.length]!;
    const long = Math.hypot(q.x - p.x, q.y - p.y);
    let [nx, ny] = [-(q.y - p.y) / long, (q.x - p.x) / long];
    if ((inside.x - p.x) * nx + (inside.y - p.y) * ny < 0) [nx, ny] = [-nx, -ny];
    return { nx, ny, c: nx * p.x + ny * p.y + by };
  });
  return sides.map((q, i) => {
    const p = sides.at(i - 1)!;
    const det = p.nx * q.ny - p.ny * q.nx;
    return { x: (p.c * q.ny - q.c * p.ny) / det, y: (p.nx * q.c - q.nx * p.c) / det };
  });
}

/** The largest circle inside a triangle or a rectangle. */
export function roomiest(points: Point[]): Point & { r: number } {
  const sides = points.map((p, i) => {
    const q = points[(i + 1) % points.length]!;
    return Math.hypot(q.x - p.x, q.y - p.y);
  });
  if (points.length === 4) return { ...middle(points), r: Math.min(...sides) / 2 };
  const round = sides[0]! + sides[1]! + sides[2]!;
  // Each corner is weighted by the length of the side across from it.
  const [a, b, c] = [sides[1]! / round, sides[2]! / round, sides[0]! / round];
  const [p, q, s] = points as [Point, Point, Point];
  const area = Math.abs((q.x - p.x) * (s.y - p.y) - (q.y - p.y) * (s.x - p.x));
  return {
    x: a * p.x + b * q.x + c * s.x,
    y: a * p.y + b * q.y + c * s.y,
    r: area / round,
  };
}

/** The convex hull of points (Andrew's monotone chain). */
export function hull(points: Point[]): Point[] {
  const sorted = points.toSorted((p, q) => p.x - q.x || p.y - q.y);
  const chain = (ordered: Point[]) => {
    const line: Point[] = [];
    for (const p of ordered) {
      while (line.length > 1 && !left(line.at(-2)!, line.at(-1)!, p)) line.pop();
      line.push(p);
    }
    return line.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

function left(a: Point, b: Point, c: Point): boolean {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
}

export function listed(points: Point[]): string {
  return points.map(({ x, y }) => `${round(x)},${round(y)}`).join(" ");
}

/** All these polygons as one SVG path. */
export function path(shapes: Point[][]): string {
  return shapes.map((shape) => `M${listed(shape)}z`).join("");
}

export function bounds(points: Point[], margin = 0): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  };
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
