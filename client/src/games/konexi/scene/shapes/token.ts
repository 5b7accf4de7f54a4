import { Color, LatheGeometry, MathUtils, Mesh, MeshStandardMaterial, Vector2 } from "three";
import { SimpleMaterial } from "../render/simpleMaterial";
import { RING } from "./poses";

/** How long a step takes. */
const STEP_MS = 600;
/** A little inside the ring, where no letter lies. */
const INSIDE = RING - 42;
const PROFILE = [
  [0, 0],
  [11, 0],
  [11, 3],
  [8.5, 6],
  [4.6, 12],
  [3.4, 20],
  [5.4, 22],
  [3.8, 24],
  [5.9, 27.5],
  [5.9, 30.5],
  [3.6, 34],
  [0, 35],
] as const;

/** A turned pawn that walks around the ring. */
export class Token {
  readonly mesh: Mesh;
  readonly plain = new SimpleMaterial({});
  readonly #wood = new MeshStandardMaterial({ roughness: 0.45 });
  #at = 0;
  #from = 0;
  #to = 0;
  #start = 0;
  #moving = false;

  constructor() {
    const made = new LatheGeometry(
      PROFILE.map(([x, y]) => new Vector2(x, y)),
      28,
    );
    made.rotateX(Math.PI / 2);
    this.mesh = new Mesh(made, this.#wood);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
  }

  paint(colour: Color): void {
    this.#wood.color.copy(colour);
    this.plain.uniforms.tint.value.copy(colour);
  }

  /** Draw it simply, or as well as can be. */
  simplify(simple: boolean): void {
    this.mesh.material = simple ? this.plain : this.#wood;
  }

  /** Go to an angle of the ring, clockwise; or be there at once. */
  go(angle: number, now: number, walks: boolean): void {
    const way = MathUtils.euclideanModulo(angle - this.#at, 2 * Math.PI);
    // A ring that closes moves it back a little: that is not a walk around the table.
    const step = way > 1.9 * Math.PI ? way - 2 * Math.PI : way;
    if (Math.abs(step) < 1e-4) return;
    this.#from = this.#at;
    this.#to = this.#at + step;
    this.#start = walks ? now : -Infinity;
    this.#moving = true;
    if (!walks) this.step(now);
  }

  step(now: number): boolean {
    if (!this.#moving) return false;
    const t = Math.min(1, Math.max(0, (now - this.#start) / STEP_MS));
    this.#at = MathUtils.lerp(this.#from, this.#to, MathUtils.smoothstep(t, 0, 1));
    this.mesh.position.set(INSIDE * Math.sin(this.#at), INSIDE * Math.cos(this.#at), 0);
    this.#moving = t < 1;
    return true;
  }
}
