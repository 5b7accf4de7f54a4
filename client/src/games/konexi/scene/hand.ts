import { Quaternion, Vector3 } from "three";
import type { Point } from "../../../browser/gestures";
import type { Projection } from "./projection";
import type { Pose } from "./shapes/poses";

/** Where a letter that nobody carries floats, in parts of the picture. */
const FLOATS = { x: 0.8, y: 0.62 };
/** mm above the table, at least. */
const ABOVE = 34;

/** The letter in hand: it floats beside the tower, or follows the pointer. */
export class Hand {
  letter: string | null = null;
  /** It is a left hand's: it floats on that side. */
  left = false;
  readonly pose: Pose = { at: new Vector3(), turn: new Quaternion() };
  /** Where the pointer carries it, in px of the picture. */
  carried: Point | null = null;
  /** It was let go and stays where it is, until the result is known. */
  stays = false;
  readonly #rests: Point = { x: 0, y: 0 };
  readonly #ahead = new Vector3();

  /** As far away as its place, if it has one, and turned as it is there; never inside the table. */
  hold(lens: Projection, place: Pose | null, target: Vector3): void {
    if (this.stays) return;
    this.#rests.x = (this.left ? 1 - FLOATS.x : FLOATS.x) * lens.width;
    this.#rests.y = FLOATS.y * lens.height;
    const { origin, direction } = lens.ray(this.carried ?? this.#rests);
    const goal = place?.at ?? target;
    const ahead = lens.camera.getWorldDirection(this.#ahead);
    const depth = goal.dot(ahead) - origin.dot(ahead);
    let away = depth / direction.dot(ahead);
    const floor = this.carried ? Math.min(ABOVE, goal.z) : ABOVE;
    if (origin.z + away * direction.z < floor) away = (floor - origin.z) / direction.z;
    this.pose.at.copy(origin).addScaledVector(direction, away);
    this.pose.turn.copy(place?.turn ?? lens.camera.quaternion);
  }
}
