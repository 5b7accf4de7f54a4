import { MathUtils, Vector3, type PerspectiveCamera } from "three";
import { FACING } from "./shapes/poses";

/** Radians above the table: never below it, and never quite from above, where turning is odd. */
const [LOWEST, HIGHEST] = [0.04, 1.35];
/** mm. */
const [NEAREST, FARTHEST] = [110, 2600];
/** How far what is looked at may be moved from the tower, in mm. */
const STRAY = 230;
/** The time constant of a glide, in seconds. */
const GLIDE = 0.11;
/** The part of the picture that is filled: the rest is for buttons and texts. */
const FILLED = 0.88;
/** Sides from which a tower is looked at, to find the best. */
const SIDES = 16;
const START = { around: FACING, above: 0.42 };

/** What is to be seen: mm, and radians above the table. */
export interface Size {
  height: number;
  radius: number;
  above: number;
}

/** Where the eye is: it turns around a point of the tower. */
export class Orbit {
  readonly target = new Vector3();
  around = START.around;
  above = START.above;
  distance = 400;
  /** Nobody has moved the eye: it follows the tower. */
  following = true;
  readonly #to = { target: new Vector3(), ...START, distance: 400 };
  #glide = GLIDE;
  /** Where the eye goes back to, after a film that it was moved for. */
  #before: { target: Vector3; around: number; above: number; distance: number } | null = null;

  /** Turn the eye. Radians. */
  turn(around: number, above: number): void {
    this.#to.around += around;
    this.#to.above = MathUtils.clamp(this.#to.above + above, LOWEST, HIGHEST);
    this.following = false;
  }

  zoom(by: number): void {
    this.#to.distance = MathUtils.clamp(this.#to.distance / by, NEAREST, FARTHEST);
    this.following = false;
  }

  /** Move what is looked at along the screen: mm to the right and up. */
  pan(right: number, up: number): void {
    const { target, around } = this.#to;
    target.x = MathUtils.clamp(target.x + right * Math.cos(around), -STRAY, STRAY);
    target.y = MathUtils.clamp(target.y + right * Math.sin(around), -STRAY, STRAY);
    target.z = MathUtils.clamp(target.z + up, 0, 2 * STRAY);
    this.following = false;
  }

  /** See all that is this high, and this wide around the tower's foot, from this far above. */
  fit({ height, radius, above }: Size, tan: { x: number; y: number }): void {
    const [cos, sin] = [Math.cos(above), Math.sin(above)];
    let [middle, distance] = [height / 2, 0];
    // Near things look larger: raise or lower the middle until there is as much room above as below.
    for (let round = 0; round < 6; round++) {
      let [top, bottom] = [-Infinity, Infinity];
      const seen: [up: number, ahead: number][] = [];
      let needed = 0;
      for (const z of [0, height]) {
        for (let side = 0; side < SIDES; side++) {
          const [x, y] = [
            radius * Math.sin((2 * Math.PI * side) / SIDES),
            radius * Math.cos((2 * Math.PI * side) / SIDES),
          ];
          const [up, near] = [y * sin + (z - middle) * cos, (z - middle) * sin - y * cos];
          const wide = Math.max(Math.abs(x) / tan.x, Math.abs(up) / tan.y) / FILLED;
          needed = Math.max(needed, near + wide);
          seen.push([up, near]);
        }
      }
      distance = needed;
      for (const [up, near] of seen) {
        top = Math.max(top, up / (distance - near));
        bottom = Math.min(bottom, up / (distance - near));
      }
      middle += ((top + bottom) / 2) * (distance / cos);
    }
    this.#to.target.set(0, 0, middle);
    this.#to.above = above;
    this.#to.distance = MathUtils.clamp(distance, NEAREST, FARTHEST);
    this.#glide = GLIDE;
  }

  /**
   * Pull back slowly, in about this many seconds, to see all of this: from where the eye is, or from
   * where it sees that. `comeBack` undoes it.
   */
  pullBack(size: Size, tan: { x: number; y: number }, seconds: number, from: Size | null): void {
    const { target, around, above } = this.#to;
    this.#before = { target: target.clone(), around, above, distance: this.#to.distance };
    if (from) {
      this.fit(from, tan);
      this.jump();
    }
    const { distance } = this.#to;
    this.fit(size, tan);
    this.#to.distance = Math.max(distance, this.#to.distance);
    this.#glide = seconds / 2;
  }

  comeBack(): void {
    if (this.#before && !this.following) {
      this.#to.target.copy(this.#before.target);
      const { around, above, distance } = this.#before;
      Object.assign(this.#to, { around, above, distance });
    }
    this.#before = null;
    this.#glide = GLIDE;
  }

  /** Turn to the side from which most of these connectors can be seen, unless this one will do. */
  seek(spots: { at: Vector3; out: Vector3 }[]): void {
    const { around } = this.#to;
    const seen = (side: number) =>
      spots.filter(({ at, out }) => {
        const [x, y] = [Math.sin(side), -Math.cos(side)];
        const faces =
          Math.cos(START.above) * (out.x * x + out.y * y) + Math.sin(START.above) * out.z;
        // Behind the middle there is often something before it.
        return faces > 0.25 && at.x * x + at.y * y > -12;
      }).length;
    let [best, most] = [0, 1.3 * seen(around)];
    for (let step = 1; step <= SIDES / 2; step++) {
      for (const off of [step, -step]) {
        const found = seen(around + (2 * Math.PI * off) / SIDES);
        if (found > most) [best, most] = [(2 * Math.PI * off) / SIDES, found];
      }
    }
    this.#to.around += best;
  }

  home(): void {
    // The short way round.
    const turns = Math.round((this.#to.around - START.around) / (2 * Math.PI));
    this.around -= 2 * Math.PI * turns;
    this.#to.around = START.around;
    this.following = true;
  }

  /** Come round to the side that a connector points to, where it cannot be seen from here. */
  face(out: Vector3): void {
    const { around, above } = this.#to;
    const flat = Math.hypot(out.x, out.y);
    const seen =
      Math.cos(above) * (out.x * Math.sin(around) - out.y * Math.cos(around)) +
      Math.sin(above) * out.z;
    if (seen > 0.15 || flat < 0.3) return;
    const wanted = Math.atan2(out.x, -out.y);
    const off = MathUtils.euclideanModulo(wanted - around + Math.PI, 2 * Math.PI) - Math.PI;
    // As far as is needed to see it from the side.
    this.#to.around += off - Math.sign(off) * 0.9;
  }

  /** Go on towards where the eye should be; false when it is there. */
  step(seconds: number): boolean {
    const to = this.#to;
    const share = 1 - Math.exp(-seconds / this.#glide);
    const left =
      Math.abs(to.around - this.around) +
      Math.abs(to.above - this.above) +
      Math.abs(to.distance - this.distance) / 300 +
      to.target.distanceTo(this.target) / 300;
    if (left < 0.0005) {
      this.jump();
      return false;
    }
    this.around += share * (to.around - this.around);
    this.above += share * (to.above - this.above);
    this.distance += share * (to.distance - this.distance);
    this.target.lerp(to.target, share);
    return true;
  }

  /** Be there at once. */
  jump(): void {
    const { around, above, distance, target } = this.#to;
    Object.assign(this, { around, above, distance });
    this.target.copy(target);
  }

  apply(camera: PerspectiveCamera): void {
    const { target, around, above, distance } = this;
    const flat = distance * Math.cos(above);
    camera.position.set(
      target.x + flat * Math.sin(around),
      target.y - flat * Math.cos(around),
      target.z + distance * Math.sin(above),
    );
    camera.lookAt(target);
    camera.updateMatrixWorld();
  }
}
