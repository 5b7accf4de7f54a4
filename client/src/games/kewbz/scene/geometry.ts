/**
 * The geometry of the drawing.
 *
 * The board is drawn from above, in an oblique projection: height goes up and a little to the right.
 * So cells stay large and square on a phone, three faces of a cube show, and even a tower of five
 * leaves a part of the cell behind it free.
 */

export const CELL = 100;
const INSET = 14;
/** The edge of a cube. */
export const EDGE = CELL - 2 * INSET;
/** How far one storey is to the right of, and above, the one below. */
const LEAN = 7;
const RISE = 15;

export interface Point {
  x: number;
  y: number;
}

/** The width of the rails grows with the board, so that their letters stay readable on a phone. */
export function letters(size: number): number {
  return 3 * (size + 1);
}

/** The margins around the cells, and the whole drawing. */
export function frame(size: number) {
  const rail = letters(size) * 1.7;
  const cells = size * CELL;
  const left = rail;
  const top = 74;
  const right = rail * 0.55;
  const bottom = rail + 16;
  const [width, height] = [left + cells + right, top + cells + bottom];
  return { rail, cells, left, top, width, height, round: 26 };
}

export function fileOf(cell: string): number {
  return cell.charCodeAt(0) - "a".charCodeAt(0);
}

export function rankOf(cell: string): number {
  return Number(cell.slice(1)) - 1;
}

export function nameOf(file: number, rank: number): string {
  return `${String.fromCharCode("a".charCodeAt(0) + file)}${rank + 1}`;
}

/** All cells in reading order: back row first, from the left. */
export function cellsOf(files: number, ranks: number): string[] {
  return Array.from({ length: files * ranks }, (_, i) =>
    nameOf(i % files, ranks - 1 - Math.floor(i / files)),
  );
}

/** The back left corner of a cell on a board of this many ranks. */
export function corner(cell: string, ranks: number): Point {
  return { x: fileOf(cell) * CELL, y: (ranks - 1 - rankOf(cell)) * CELL };
}

/** Where a cube of a storey (0: on the board) stands: the back left corner of its base. */
export function base(cell: string, ranks: number, storey: number): Point {
  const { x, y } = corner(cell, ranks);
  return { x: x + INSET + LEAN * storey, y: y + INSET - RISE * storey };
}

/** The middle of the top face of a tower of this height. */
export function summit(cell: string, ranks: number, height: number): Point {
  const { x, y } = base(cell, ranks, height);
  return { x: x + EDGE / 2, y: y + EDGE / 2 };
}

/** The middle of the part of a cell that a tower in front leaves free. */
export function clearing(cell: string, ranks: number, inFront: number): Point {
  const { x, y } = corner(cell, ranks);
  const hidden = Math.max(0, RISE * inFront - INSET);
  return { x: x + CELL / 2 - (LEAN * inFront) / 3, y: y + (CELL - hidden) / 2 };
}

/** How far a tower reaches over its cell, to the right and up, in cells. */
export function reach(height: number): Point {
  return { x: (LEAN * height) / CELL, y: (RISE * height) / CELL };
}

const E = EDGE;
const R = 6;
/** The faces of a cube whose base has its back left corner at 0, 0. */
export const faces = {
  body: `M0 0L${LEAN} ${-RISE}H${E + LEAN}V${E - RISE}L${E} ${E}H0z`,
  front: `M0 ${E}h${E}l${LEAN} ${-RISE}h${-E}z`,
  /** The edge that catches the light. */
  gleam: `M${LEAN + 4} ${E - RISE - 14}V${4 + R - RISE}q0 ${-R} ${R} ${-R}H${E + LEAN - 14}`,
  top: { x: LEAN, y: -RISE, width: E, height: E, rx: R },
  middle: { x: E / 2 + LEAN, y: E / 2 - RISE },
};

/** Where the marks of a cube lie on its top: as many as it stands high, like the pips of a die. */
const pips: [number, number][][] = [
  [[0, 0]],
  [
    [-1, 1],
    [1, -1],
  ],
  [
    [-1, 1],
    [0, 0],
    [1, -1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
];

/** A seat's shape: the same meaning as its colour. */
function mark(seat: number, r: number, x: number, y: number): string {
  if (seat === 0) return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  const half = 0.88 * r;
  return `M${x - half} ${y - half}h${2 * half}v${2 * half}h${-2 * half}z`;
}

/** All marks on top of a cube around its middle, in one path, which is drawn faster than several. */
export function marks(seat: number, storey: number, r = storey ? 10.5 : 16): string {
  return (pips[storey] ?? []).map(([x, y]) => mark(seat, r, 18 * x, 18 * y)).join("");
}

/** The shadow of a tower, as a path from the back left corner of its base. */
export function shadow(height: number): string {
  const [x, y] = [9 * height, 4 * height];
  return `M0 0H${E}l${x} ${y}v${E}h${-E}l${-x} ${-y}z`;
}
