import {
  Color,
  DynamicDrawUsage,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  TorusGeometry,
  Vector3,
} from "three";
import type { Point } from "../../../browser/gestures";
import type { Projection } from "./projection";

/** The most connectors that light up: more than the highest tower has. */
const LARGEST_COUNT = 300;
const AHEAD = new Vector3(0, 0, 1);
/** px: a finger is this big. */
const FINGER_PX = 26;
/** px that one that points away seems farther off, and one px for each mm that it is behind. */
const [HIDDEN, FAR] = [20, 0.25];

export interface Spot {
  at: Vector3;
  out: Vector3;
  /** Of `view.places`. */
  place: number;
  colour: Color;
  chosen: boolean;
}

/** The free connectors where the letter in hand could go, lit. */
export class Spots {
  readonly mesh = new InstancedMesh(
    new TorusGeometry(2.9, 0.75, 8, 20),
    new MeshBasicMaterial({ toneMapped: false }),
    LARGEST_COUNT,
  );
  /** A pale rim can be seen on plastic of any colour. */
  readonly rim = new InstancedMesh(
    new TorusGeometry(3.9, 0.45, 8, 20),
    new MeshBasicMaterial({ color: "#fffbf3", toneMapped: false }),
    LARGEST_COUNT,
  );
  #spots: Spot[] = [];
  readonly #towards = new Vector3();

  constructor() {
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.setColorAt(0, new Color());
    this.rim.instanceMatrix = this.mesh.instanceMatrix;
    for (const mesh of [this.mesh, this.rim]) {
      mesh.frustumCulled = false;
      mesh.count = 0;
    }
  }

  show(spots: Spot[]): void {
    this.#spots = spots.slice(0, LARGEST_COUNT);
    this.mesh.count = this.rim.count = this.#spots.length;
    const [matrix, turn, size] = [new Matrix4(), new Quaternion(), new Vector3()];
    this.#spots.forEach(({ at, out, colour, chosen }, i) => {
      turn.setFromUnitVectors(AHEAD, out);
      matrix.compose(at, turn, size.setScalar(chosen ? 1.7 : 1));
      this.mesh.setMatrixAt(i, matrix);
      this.mesh.setColorAt(i, colour);
    });
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.instanceColor!.needsUpdate = true;
  }

  /** The one meant by pointing there (px): near, and preferably facing the eye. */
  find({ x, y }: Point, lens: Projection): Spot | null {
    let [best, least] = [null as Spot | null, Infinity];
    for (const spot of this.#spots) {
      const seen = lens.project(spot.at);
      const off = Math.hypot(seen.x - x, seen.y - y);
      if (off > FINGER_PX) continue;
      const towards = this.#towards.subVectors(lens.camera.position, spot.at);
      const away = towards.length();
      const worth = off + (towards.dot(spot.out) < 0 ? HIDDEN : 0) + away * FAR;
      if (worth < least) [best, least] = [spot, worth];
    }
    return best;
  }
}
