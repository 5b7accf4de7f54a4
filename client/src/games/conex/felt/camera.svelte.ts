import type { Box, Point } from "./geometry";

const CLOSEST = 5;
/** A card that is looked at should not fill the screen by itself. */
const FIT_CLOSEST = 2;
/** mm that nobody misses at the rim: what just fits may be off by a rounding. */
const HAIR = 0.01;

/** Which part of the table is seen: px on the felt against mm on the table. */
export class Camera {
  /** The felt's size in px. */
  width = $state(0);
  height = $state(0);
  /** The point of the table in the middle. */
  x = $state(0);
  y = $state(0);
  /** px per mm. */
  scale = $state(1);
  /** It shows whatever is in use, until somebody moves it. */
  following = $state(true);
  /** It moves by itself, so the eye needs to be able to follow. */
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

  /** How large it is when all of it is shown. */
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

  /** All of this is in sight. */
  sees({ left, top, right, bottom }: Box): boolean {
    const [from, to] = [
      this.toTable({ x: 0, y: 0 }),
      this.toTable({ x: this.width, y: this.height }),
    ];
    return (
      from.x - left <= HAIR && from.y - top <= HAIR && right - to.x <= HAIR && bottom - to.y <= HAIR
    );
  }

  /** It could be shown much larger. */
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

  /** Bring a point into sight that is not, or hardly, in sight; when following, it is. */
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

  /** The table does not leave the screen. */
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
