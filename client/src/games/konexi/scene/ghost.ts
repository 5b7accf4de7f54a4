import {
  BackSide,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type BufferGeometry,
  type Color,
} from "three";
import type { Pose } from "./shapes/poses";

/** The letter in hand where it would go: one can look through it. */
export class Ghost {
  readonly body = new Mesh(
    undefined,
    new MeshLambertMaterial({ transparent: true, opacity: 0.62 }),
  );
  // Transparent, so that it comes after the body: only the rim of what lies behind that is seen.
  readonly rim = new Mesh(
    undefined,
    new MeshBasicMaterial({ side: BackSide, toneMapped: false, transparent: true }),
  );
  pose: Pose | null = null;

  constructor() {
    [this.body.renderOrder, this.rim.renderOrder] = [1, 2];
    this.hide();
  }

  show(pose: Pose, solid: BufferGeometry, hull: BufferGeometry, colour: Color): void {
    this.pose = pose;
    this.body.geometry = solid;
    this.rim.geometry = hull;
    this.body.material.color.copy(colour);
    this.body.material.emissive.copy(colour).multiplyScalar(0.3);
    this.rim.material.color.copy(colour);
    for (const mesh of [this.body, this.rim]) {
      mesh.visible = true;
      mesh.position.copy(pose.at);
      mesh.quaternion.copy(pose.turn);
    }
  }

  hide(): void {
    this.pose = null;
    this.body.visible = this.rim.visible = false;
  }
}
