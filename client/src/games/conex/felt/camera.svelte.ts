import type { Box, Point } from "./geometry";

const CLOSEST = 5;
/** The largest zoom at which all cards are shown: a single card does not fill the screen. */
const FIT_CLOSEST = 2;
/** The tolerance in mm for rounding errors at the rim. */
const TOLERANCE_MM = 0.01;

/** The visible part of the table, and conversions between px on the screen and mm on the table. */
export class Camera {
  /** The felt's size in px. */
  width = $state(0);
  height = $state(0);
  /** The point of the table in the middle. */
  x = $state(0);
  y = $state(0);
  /** px per mm. */
  scale = $state(1);
  /** The camera follows the used part of the table, until somebody moves it. */
  following = $state(true);
  /** The camera moves by itself, which is animated. */
  gliding = $state(false);
  #table: () => Box;

  constructor(table: () => Box) {
    this.#table = table;
  }

  readonly transform = $derived(
    `translate(${this.width / 2 - this.x * this.scale}px, ` +
      `${this.height / 2 - this.y * this.scale}px) scale(${this.scale})`,
  );

  toTable(px: Point): Point {
    return {
      x: this.x + (px.x - this.width / 2) / this.scale,
      y: this.y + (px.y - this.height / 2) / this.scale,
    };
  }

  toFelt(mm: Point): Point {
    return {
      x: this.width / 2 + (mm.x - this.x) * this.scale,
      y: this.height / 2 + (mm.y - this.y) * this.scale,
    };
  }

  /** The zoom at which all of the used part is shown. */
  #scaleOf({ left, top, right, bottom }: Box): number {
    const scale = Math.min(this.width / (right - left), this.height / (bottom - top));
    return Math.min(scale, FIT_CLOSEST);
  }

  fit(box: Box): void {
    if (!this.width || !this.height) return;
    const { left, top, right, bottom } = box;
    this.scale = this.#scaleOf(box);
    this.x = (left + right) / 2;
    this.y = (top + bottom) / 2;
    this.#hold();
  }

  /** Whether all of this is visible. */
  sees({ left, top, right, bottom }: Box): boolean {
    const [from, to] = [
      this.toTable({ x: 0, y: 0 }),
      this.toTable({ x: this.width, y: this.height }),
    ];
    return (
      from.x - left <= TOLERANCE_MM &&
      from.y - top <= TOLERANCE_MM &&
      right - to.x <= TOLERANCE_MM &&
      bottom - to.y <= TOLERANCE_MM
    );
  }

  /** Whether it could be shown much larger. */
  dwarfs(box: Box): boolean {
    return this.#scaleOf(box) > 1.4 * this.scale;
  }

  /** Zoom about a point of the felt, which stays where it is. */
  zoom(by: number, about: Point = { x: this.width / 2, y: this.height / 2 }): void {
    const { x, y } = this.toTable(about);
    this.scale *= by;
    this.#bound();
    this.x = x - (about.x - this.width / 2) / this.scale;
    this.y = y - (about.y - this.height / 2) / this.scale;
    this.#moved();
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.#moved();
  }

  /** Make a point visible, unless the camera follows the used part anyway. */
  show(mm: Point): void {
    if (this.following) return;
    const { x, y } = this.toFelt(mm);
    const rim = Math.min(70, this.width / 4, this.height / 4);
    const past = (at: number, size: number) => Math.min(0, at - rim) + Math.max(0, at - size + rim);
    const [dx, dy] = [past(x, this.width), past(y, this.height)];
    if (!dx && !dy) return;
    this.gliding = true;
    this.pan(-dx, -dy);
  }

  #moved(): void {
    this.following = false;
    this.#hold();
  }

  #bound(): void {
    const { left, top, right, bottom } = this.#table();
    const all = Math.min(this.width / (right - left), this.height / (bottom - top));
    this.scale = Math.min(CLOSEST, Math.max(all * 0.9, this.scale));
  }

  /** Keep the table on the screen. */
  #hold(): void {
    this.#bound();
    const { left, top, right, bottom } = this.#table();
    const kept = (at: number, low: number, high: number, size: number) => {
      const half = size / 2 / this.scale;
      if (high - low <= 2 * half) return (low + high) / 2;
      return Math.min(high - half, Math.max(low + half, at));
    };
    this.x = kept(this.x, left, right, this.width);
    this.y = kept(this.y, top, bottom, this.height);
  }
}
