import { MathUtils, Quaternion, Vector3 } from "three";
import { FRAMES_PER_S, read, seconds, type Film } from "./film";

/** The pose of a letter at any time of a film, interpolated between frames. */
export class PoseInterpolator {
  readonly at = new Vector3();
  readonly turn = new Quaternion();
  readonly #next = { at: new Vector3(), turn: new Quaternion() };
  readonly #calm = { at: new Vector3(), turn: new Quaternion() };

  /** `gain`: how much larger its swings are shown than they were. */
  show(film: Film, letter: number, time: number, gain = 1): void {
    const { at, turn } = this;
    const exact = Math.min(film.frames - 1, Math.max(0, time * FRAMES_PER_S));
    const frame = Math.floor(exact);
    const next = this.#next;
    read(film, frame, letter, at, turn);
    if (frame < film.frames - 1) {
      read(film, frame + 1, letter, next.at, next.turn);
      at.lerp(next.at, exact - frame);
      turn.slerp(next.turn, exact - frame);
    }
    if (gain !== 1) this.#swing(film, letter, time, gain);
  }

  /** What goes beyond the calm way from the first pose to the last is enlarged: both stay as they are. */
  #swing(film: Film, letter: number, time: number, gain: number): void {
    const [calm, next] = [this.#calm, this.#next];
    const share = MathUtils.smoothstep(time, 0, seconds(film));
    read(film, 0, letter, calm.at, calm.turn);
    read(film, film.frames - 1, letter, next.at, next.turn);
    calm.at.lerp(next.at, share);
    calm.turn.slerp(next.turn, share);
    this.at.copy(calm.at.lerp(this.at, gain));
    this.turn.copy(calm.turn.slerp(this.turn, gain));
  }
}
