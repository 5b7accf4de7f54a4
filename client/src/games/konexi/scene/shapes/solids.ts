import { BufferGeometry, Float32BufferAttribute, ShapeUtils, Vector2 } from "three";
import outlines from "../../outlines.json";
import { along, inset, oriented, rounded, slotted, within, type Point, type Ring } from "./polygon";

export interface Connector {
  kind: string;
  x: number;
  y: number;
  z: number;
  normal: number[];
}

interface Outline {
  rings: number[][][];
  connectors: Connector[];
}

export const outlineOf = (letter: string): Outline =>
  (outlines as Record<string, Outline>)[letter]!;

/** mm: half of a letter's thickness; a tooth is twice `INNER` thick, and what is left is its depth. */
export const HALF = 6;
const INNER = 3;
const TOOTH = { width: 4, depth: 3 };
const BEVEL = 0.9;
const CORNER = 1.6;
/** How far an outline that is drawn around a letter stands off. */
const AROUND = 1.1;
/** Shades: of the plastic, of what lies in a notch, and of a tooth. */
const [BODY, POCKET, PLUG] = [1, 0.16, 0.8];
/** Edges that bend less than this are drawn as one curve. */
const SMOOTH = Math.cos((40 * Math.PI) / 180);

type Corner = [x: number, y: number, z: number];

class Builder {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  readonly colours: number[] = [];

  triangle(a: Corner, b: Corner, c: Corner, na: Corner, nb = na, nc = na, shade = BODY): void {
    this.positions.push(...a, ...b, ...c);
    this.normals.push(...na, ...nb, ...nc);
    for (let i = 0; i < 9; i++) this.colours.push(shade);
  }

  /** Corners counterclockwise as one looks at it. */
  quad(a: Corner, b: Corner, c: Corner, d: Corner, na: Corner, nb = na, shade = BODY): void {
    this.triangle(a, b, c, na, nb, nb, shade);
    this.triangle(a, c, d, na, nb, na, shade);
  }

  flat(a: Corner, b: Corner, c: Corner, d: Corner, shade = BODY): void {
    const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [vx, vy, vz] = [d[0] - a[0], d[1] - a[1], d[2] - a[2]];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.hypot(x, y, z) || 1;
    const n: Corner = [x / length, y / length, z / length];
    this.quad(a, b, c, d, n, n, shade);
  }

  /** The strip between a ring at one height and a ring at a lower one. */
  strip(upper: Ring, top: number, lower: Ring, bottom: number, tilt: number, shade?: Shader): void {
    const normals = upper.map((at, i): Point => {
      const [x, y] = along(at, upper[(i + 1) % upper.length]!);
      return [y, -x];
    });
    const smooth = (n: Point, m: Point): Corner => {
      const same = n[0] * m[0] + n[1] * m[1] > SMOOTH;
      const [x, y] = same ? [n[0] + m[0], n[1] + m[1]] : n;
      const length = Math.hypot(x, y) || 1;
      const flat = Math.cos(tilt);
      return [(flat * x) / length, (flat * y) / length, Math.sin(tilt)];
    };
    upper.forEach((_, i) => {
      const j = (i + 1) % upper.length;
      const [n0, n1] = [smooth(normals[i]!, normals.at(i - 1)!), smooth(normals[i]!, normals[j]!)];
      const at = (p: Point, z: number): Corner => [p[0], p[1], z];
      const [a, b] = [at(lower[i]!, bottom), at(lower[j]!, bottom)];
      this.quad(a, b, at(upper[j]!, top), at(upper[i]!, top), n0, n1, shade?.(i) ?? BODY);
    });
  }

  cap(rings: Ring[], z: number, up: boolean, shade = BODY): void {
    const [outer, ...holes] = rings.map((ring) => ring.map(([x, y]) => new Vector2(x, y)));
    const points = rings.flat();
    const n: Corner = [0, 0, up ? 1 : -1];
    for (const face of ShapeUtils.triangulateShape(outer!, holes)) {
      const [a, b, c] = face.map((i): Corner => [...points[i!]!, z]) as [Corner, Corner, Corner];
      if (up) this.triangle(a, b, c, n, n, n, shade);
      else this.triangle(a, c, b, n, n, n, shade);
    }
  }

  /** A plug that tapers a little towards its end. */
  plug({ x, y, normal }: Connector, grown: number, shade: number): void {
    const [nx, ny] = normal as [number, number];
    const [tx, ty] = [-ny, nx];
    const corner = (out: number, side: number, z: number): Corner => [
      x + out * nx + side * tx,
      y + out * ny + side * ty,
      z,
    ];
    const [w, h] = [TOOTH.width / 2 + grown, INNER + grown];
    const steps = [
      [-0.5, w, h],
      [TOOTH.depth - 0.7 + grown, w, h],
      [TOOTH.depth + grown, w - 0.6, h - 0.6],
    ] as const;
    for (let i = 0; i < 2; i++) {
      const [[o0, w0, h0], [o1, w1, h1]] = [steps[i]!, steps[i + 1]!];
      const around = [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as const;
      around.forEach(([s0, v0], k) => {
        const [s1, v1] = around[(k + 1) % 4]!;
        const [a, b] = [corner(o0, s0 * w0, v0 * h0), corner(o0, s1 * w0, v1 * h0)];
        const [c, d] = [corner(o1, s1 * w1, v1 * h1), corner(o1, s0 * w1, v0 * h1)];
        this.flat(a, b, c, d, shade);
      });
    }
    const [out, side, up] = steps[2];
    const [a, b] = [corner(out, -side, -up), corner(out, side, -up)];
    this.flat(a, b, corner(out, side, up), corner(out, -side, up), shade);
  }

  /** Corners that are alike are kept once: each is then worked out once a frame, not by every triangle. */
  geometry(): BufferGeometry {
    const all = [this.positions, this.normals, this.colours];
    const kept: number[][] = all.map(() => []);
    const places = new Map<string, number>();
    const index: number[] = [];
    const near = (value: number) => Math.round(value * 1e4);
    for (let i = 0; i < this.positions.length; i += 3) {
      let key = "";
      for (const values of all) {
        key += `${near(values[i]!)},${near(values[i + 1]!)},${near(values[i + 2]!)},`;
      }
      const place = places.get(key) ?? places.size;
      if (place === places.size) {
        places.set(key, place);
        all.forEach((values, n) => kept[n]!.push(values[i]!, values[i + 1]!, values[i + 2]!));
      }
      index.push(place);
    }
    const made = new BufferGeometry();
    ["position", "normal", "color"].forEach((name, n) => {
      made.setAttribute(name, new Float32BufferAttribute(kept[n]!, 3));
    });
    made.setIndex(index);
    return made;
  }
}

/** Where a letter's tag belongs: near its middle, on its plastic and beside its notches. */
export function anchor(letter: string): [x: number, y: number] {
  const rings = ringsOf(letter);
  const faces = outlineOf(letter).connectors.filter(({ z }) => z > 0);
  let [best, least]: [Point, number] = [[0, 0], Infinity];
  for (let x = -24; x <= 24; x += 2) {
    for (let y = -24; y <= 24; y += 2) {
      const clear = Math.min(...faces.map((face) => Math.hypot(face.x - x, face.y - y)));
      const worth = Math.hypot(x, y) + 8 * Math.max(0, 8 - clear);
      if (worth < least && within(rings, [x, y]) > 4) [best, least] = [[x, y], worth];
    }
  }
  return best;
}

/** How far a letter reaches to the left, right, down and up, in mm. */
export function bounds(letter: string): [left: number, right: number, low: number, high: number] {
  const points = ringsOf(letter).flat();
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
}

type Shader = (edge: number) => number;

function ringsOf(letter: string): Ring[] {
  return outlineOf(letter).rings.map((ring, i) => oriented(ring as Ring, i > 0));
}

/** A letter of plastic: bevelled, with its teeth, and notches one can look into. */
export function solid(letter: string): BufferGeometry {
  const made = new Builder();
  const { connectors } = outlineOf(letter);
  const rings = ringsOf(letter).map((ring) => rounded(ring, CORNER));
  const shallow = rings.map((ring) => inset(ring, BEVEL));
  const edge = HALF - BEVEL;
  const pockets = connectors.filter(({ kind, z }) => kind === "notch" && z > 0).map(pocket);
  for (const up of [true, false]) made.cap([...shallow, ...pockets], up ? HALF : -HALF, up);
  rings.forEach((ring, i) => {
    made.strip(shallow[i]!, HALF, ring, edge, Math.PI / 4);
    made.strip(ring, edge, ring, INNER, 0);
    made.strip(ring, -INNER, ring, -edge, 0);
    made.strip(ring, -edge, shallow[i]!, -HALF, -Math.PI / 4);
  });
  for (const ring of pockets) {
    made.strip(ring, HALF, ring, INNER, 0, () => POCKET);
    made.cap([ring.toReversed()], INNER, true, POCKET);
    made.strip(ring, -INNER, ring, -HALF, 0, () => POCKET);
    made.cap([ring.toReversed()], -INNER, false, POCKET);
  }
  const side = connectors.filter(({ kind, z }) => kind === "notch" && z === 0);
  for (const ring of rings) {
    let cut = ring;
    const dark = new Set<Point>();
    for (const { x, y, normal } of side) {
      const slot = slotted(cut, [x, y], normal as Point, TOOTH.width, TOOTH.depth);
      if (!slot) continue;
      const fresh = slot.filter((at) => !cut.includes(at));
      // The last of them starts the edge that goes on.
      fresh.slice(0, 3).forEach((at) => dark.add(at));
      for (const up of [true, false]) {
        made.cap([oriented(fresh, false)], up ? -INNER : INNER, up, POCKET);
      }
      cut = slot;
    }
    made.strip(cut, INNER, cut, -INNER, 0, (i) => (dark.has(cut[i]!) ? POCKET : BODY));
  }
  for (const tooth of connectors) if (tooth.kind === "tooth") made.plug(tooth, 0, PLUG);
  return made.geometry();
}

/** The mouth of a notch in a face, as a hole. */
function pocket({ x, y }: Connector): Ring {
  const [w, h] = [TOOTH.width / 2, INNER];
  return [
    [x - w, y - h],
    [x - w, y + h],
    [x + w, y + h],
    [x + w, y - h],
  ];
}

/** A slightly larger letter without details. Drawn from inside, it is an outline around the letter. */
export function hull(letter: string): BufferGeometry {
  const made = new Builder();
  const rings = ringsOf(letter).map((ring) => inset(rounded(ring, CORNER), -AROUND));
  const half = HALF + AROUND;
  for (const up of [true, false]) made.cap(rings, up ? half : -half, up);
  for (const ring of rings) made.strip(ring, half, ring, -half, 0);
  for (const tooth of outlineOf(letter).connectors) {
    if (tooth.kind === "tooth") made.plug(tooth, AROUND, BODY);
  }
  return made.geometry();
}
