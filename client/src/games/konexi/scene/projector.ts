import { Quaternion, Vector3 } from "three";
import { RATE, WIDTH, type Film } from "./film";

/** mm per step of a position; steps of 1 of a quaternion. */
const [STEP, UNIT] = [0.05, 32767];

/** Where one of its letters is at a time: between two frames, it is interpolated. */
export class Projector {
  readonly at = new Vector3();
  readonly turn = new Quaternion();
  readonly #next = new Vector3();
  readonly #nextTurn = new Quaternion();

  show(film: Film, letter: number, time: number): void {
    const exact = Math.min(film.frames - 1, Math.max(0, time * RATE));
    const frame = Math.floor(exact);
    this.#read(film, frame, letter, this.at, this.turn);
    if (frame === film.frames - 1) return;
    this.#read(film, frame + 1, letter, this.#next, this.#nextTurn);
    this.at.lerp(this.#next, exact - frame);
    this.turn.slerp(this.#nextTurn, exact - frame);
  }

  #read({ data, letters }: Film, frame: number, letter: number, at: Vector3, turn: Quaternion) {
    const i = (frame * letters.length + letter) * WIDTH;
    at.set(data[i]! * STEP, data[i + 1]! * STEP, data[i + 2]! * STEP);
    const [w, x, y, z] = [data[i + 3]!, data[i + 4]!, data[i + 5]!, data[i + 6]!];
    turn.set(x / UNIT, y / UNIT, z / UNIT, w / UNIT).normalize();
  }
}
