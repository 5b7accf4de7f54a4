import { PerspectiveCamera, Raycaster, Vector2, Vector3, type Ray } from "three";
import type { Point } from "../../../browser/gestures";

/** Degrees. */
const VIEW = 34;
const HALF = Math.tan((VIEW * Math.PI) / 360);

/** The camera, and conversions between px of the picture and mm of the scene. */
export class Projection {
  readonly camera = new PerspectiveCamera(VIEW, 1, 20, 4000);
  readonly caster = new Raycaster();
  width = 1;
  height = 1;
  readonly #point = new Vector2();
  readonly #seen = new Vector3();

  constructor() {
    this.camera.up.set(0, 0, 1);
  }

  resize(width: number, height: number): void {
    Object.assign(this, { width, height });
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  /** Tangents of half the angles of view. */
  get tan() {
    return { x: HALF * this.camera.aspect, y: HALF };
  }

  project(at: Vector3): Point {
    const { x, y } = this.#seen.copy(at).project(this.camera);
    return { x: ((x + 1) * this.width) / 2, y: ((1 - y) * this.height) / 2 };
  }

  /** All that lies at a point of the picture. */
  ray({ x, y }: Point): Ray {
    this.#point.set((2 * x) / this.width - 1, 1 - (2 * y) / this.height);
    this.caster.setFromCamera(this.#point, this.camera);
    return this.caster.ray;
  }

  /** mm per px, at a point. */
  scale(at: Vector3): number {
    return (2 * this.camera.position.distanceTo(at) * HALF) / this.height;
  }
}
