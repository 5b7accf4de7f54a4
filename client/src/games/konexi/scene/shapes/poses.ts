import { Matrix4, Quaternion, Vector3 } from "three";
import type { konexi } from "../../../../net/wire";
import { HALF, outlineOf, type Connector } from "./solids";

/** Where a letter is, in mm and in the frame of the table: z points up, the tower stands at 0, 0. */
export interface Pose {
  at: Vector3;
  turn: Quaternion;
}

/** mm from the tower to the letters that lie around it. */
export const RING = 250;
/** Radians around the table, counterclockwise from the near side: where one sits. */
export const FACING = -0.45;

export function poseOf({ x, y, z, q: [w, i, j, k] }: konexi.Standing): Pose {
  return { at: new Vector3(x, y, z), turn: new Quaternion(i, j, k, w) };
}

export function resting({ z, q: [w, i, j, k] }: konexi.Rest): Pose {
  return { at: new Vector3(0, 0, z), turn: new Quaternion(i, j, k, w) };
}

/** The frame of a connector: across it, the way its roll is counted from, and outwards. */
function frame({ normal: [x, y, z] }: Connector): Matrix4 {
  const out = new Vector3(x, y, z);
  const up = z ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1);
  return new Matrix4().makeBasis(new Vector3().crossVectors(up, out), up, out);
}

/** Where a letter ends up that is joined to one that stands like this. */
export function joined(
  parent: Pose,
  to: string,
  at: number,
  letter: string,
  own: number,
  roll: number,
): Pose {
  const [theirs, ours] = [outlineOf(to).connectors[at]!, outlineOf(letter).connectors[own]!];
  // Face to face, then turned about the axis that they share.
  const facing = new Matrix4()
    .makeRotationZ((roll * Math.PI) / 2)
    .multiply(new Matrix4().makeScale(-1, 1, -1));
  const turn = new Matrix4().makeRotationFromQuaternion(parent.turn);
  const all = turn.clone().multiply(frame(theirs)).multiply(facing);
  all.multiply(frame(ours).transpose());
  const place = new Vector3(theirs.x, theirs.y, theirs.z).applyMatrix4(turn).add(parent.at);
  place.sub(new Vector3(ours.x, ours.y, ours.z).applyMatrix4(all));
  return { at: place, turn: new Quaternion().setFromRotationMatrix(all) };
}

/** A letter's connector in the world: its mouth, and which way it points. */
export function mouth(pose: Pose, letter: string, index: number): { at: Vector3; out: Vector3 } {
  const { x, y, z, normal } = outlineOf(letter).connectors[index]!;
  const out = new Vector3(...(normal as [number, number, number])).applyQuaternion(pose.turn);
  return { at: new Vector3(x, y, z).applyQuaternion(pose.turn).add(pose.at), out };
}

/** The angle of place `index` of a ring of this many, clockwise from the far side. */
export function angle(index: number, of: number): number {
  return (2 * Math.PI * index) / of - FACING;
}

/** The gap of a ring of this many at a point of the table. */
export function gapAt(x: number, y: number, of: number): number {
  const gap = Math.floor(((Math.atan2(x, y) + FACING) * of) / (2 * Math.PI));
  return (gap + of) % of;
}

/** A letter of the ring lies on its back, readable from where one sits. */
export function lying(index: number, of: number): Pose {
  const a = angle(index, of);
  return {
    at: new Vector3(RING * Math.sin(a), RING * Math.cos(a), HALF),
    turn: new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), FACING),
  };
}
