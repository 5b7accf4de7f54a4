/** Rings of points in a letter's plane, in mm: outer ones run counterclockwise, holes clockwise. */

export type Point = [x: number, y: number];
export type Ring = Point[];

export function area(ring: Ring): number {
  let sum = 0;
  for (let i = 0; i < ring.length; i++) {
    const [[x0, y0], [x1, y1]] = [ring[i]!, ring[(i + 1) % ring.length]!];
    sum += x0 * y1 - x1 * y0;
  }
  return sum / 2;
}

export function oriented(ring: Ring, hole: boolean): Ring {
  return area(ring) > 0 === hole ? ring.toReversed() : ring;
}

/** The unit vector along an edge. */
export function along([x0, y0]: Point, [x1, y1]: Point): Point {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  return [(x1 - x0) / length, (y1 - y0) / length];
}

/** Every corner becomes an arc of a few points. */
export function rounded(ring: Ring, radius: number): Ring {
  return ring.flatMap((at, i): Ring => {
    const [before, after] = [ring.at(i - 1)!, ring[(i + 1) % ring.length]!];
    const [back, on] = [along(at, before), along(at, after)];
    if (back[0] * on[0] + back[1] * on[1] < -0.98) return [at];
    const shortest = Math.min(Math.hypot(before[0] - at[0], before[1] - at[1]), gap(at, after));
    const r = Math.min(radius, 0.4 * shortest);
    return [0, 1 / 3, 2 / 3, 1].map((t): Point => {
      // A quadratic curve with the corner as its handle.
      const [a, c] = [(1 - t) * (1 - t) * r, t * t * r];
      return [at[0] + a * back[0] + c * on[0], at[1] + a * back[1] + c * on[1]];
    });
  });
}

function gap(p: Point, q: Point): number {
  return Math.hypot(q[0] - p[0], q[1] - p[1]);
}

/** The ring moved by `by` to its left: inwards for outer rings and holes alike. */
export function inset(ring: Ring, by: number): Ring {
  return ring.map((at, i): Point => {
    const [ax, ay] = along(ring.at(i - 1)!, at);
    const [bx, by_] = along(at, ring[(i + 1) % ring.length]!);
    const bend = Math.max(0.3, 1 + ax * bx + ay * by_);
    return [at[0] - (by * (ay + by_)) / bend, at[1] + (by * (ax + bx)) / bend];
  });
}

/**
 * A slot of this width and depth cut into the edge that holds `mouth`; null when there is none. Its
 * four corners are new points, in the order of the ring.
 */
export function slotted(
  ring: Ring,
  mouth: Point,
  normal: Point,
  width: number,
  depth: number,
): Ring | null {
  const [nx, ny] = normal;
  const [tx, ty] = [-ny, nx];
  for (let i = 0; i < ring.length; i++) {
    const [p, q] = [ring[i]!, ring[(i + 1) % ring.length]!];
    const [ex, ey] = along(p, q);
    const off = (mouth[0] - p[0]) * nx + (mouth[1] - p[1]) * ny;
    const from = (mouth[0] - p[0]) * ex + (mouth[1] - p[1]) * ey;
    const fits = from >= width / 2 && gap(p, q) - from >= width / 2;
    if (ex * tx + ey * ty < 0.99 || Math.abs(off) > 0.05 || !fits) continue;
    const corner = (side: number, deep: number): Point => [
      mouth[0] + (side * tx * width) / 2 - nx * deep,
      mouth[1] + (side * ty * width) / 2 - ny * deep,
    ];
    const slot = [corner(-1, 0), corner(-1, depth), corner(1, depth), corner(1, 0)];
    return [...ring.slice(0, i + 1), ...slot, ...ring.slice(i + 1)];
  }
  return null;
}

/** How far inside the area of some rings a point lies; below 0: outside. */
export function within(rings: Ring[], [x, y]: Point): number {
  let [inside, nearest] = [false, Infinity];
  for (const ring of rings) {
    ring.forEach(([x0, y0], i) => {
      const [x1, y1] = ring[(i + 1) % ring.length]!;
      if (y0 > y !== y1 > y && x < x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)) inside = !inside;
      const [dx, dy] = [x1 - x0, y1 - y0];
      const t = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1);
      const on = Math.min(1, Math.max(0, t));
      nearest = Math.min(nearest, Math.hypot(x0 + on * dx - x, y0 + on * dy - y));
    });
  }
  return inside ? nearest : -nearest;
}
