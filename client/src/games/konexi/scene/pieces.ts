import {
  BackSide,
  BatchedMesh,
  Color,
  Matrix4,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Quaternion,
  Vector3,
  type BufferGeometry,
} from "three";
import { linear } from "../colours";
import type { Pose } from "./poses";
import { anchor, hull, solid } from "./solids";

export const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const ONE = new Vector3(1, 1, 1);

/** A letter on its way from one pose to another. */
class Piece {
  readonly at = new Vector3();
  readonly turn = new Quaternion();
  readonly from = { at: new Vector3(), turn: new Quaternion() };
  readonly to = { at: new Vector3(), turn: new Quaternion() };
  start = 0;
  lasts = 0;
  /** mm that it is lifted on the way. */
  lift = 0;
  seen = false;
  readonly anchor: Vector3;

  constructor(letter: string) {
    this.anchor = new Vector3(...anchor(letter), 0);
  }
}

/** All 26 letters: two draw calls, however many are visible. */
export class Pieces {
  readonly body: BatchedMesh;
  readonly halo: BatchedMesh;
  readonly solids: Record<string, BufferGeometry> = {};
  readonly hulls: Record<string, BufferGeometry> = {};
  readonly #pieces: Record<string, Piece> = {};
  readonly #ids: Record<string, number> = {};
  readonly #matrix = new Matrix4();

  constructor() {
    for (const letter of LETTERS) {
      this.solids[letter] = solid(letter);
      this.hulls[letter] = hull(letter);
      this.#pieces[letter] = new Piece(letter);
    }
    this.body = batch(
      this.solids,
      new MeshStandardMaterial({ roughness: 0.34, metalness: 0, vertexColors: true }),
    );
    this.body.castShadow = this.body.receiveShadow = true;
    const glow = new MeshBasicMaterial({ side: BackSide, toneMapped: false });
    this.halo = batch(this.hulls, glow);
    LETTERS.forEach((letter, id) => {
      this.#ids[letter] = id;
      this.body.setColorAt(id, new Color().fromArray(linear(letter)));
      this.halo.setColorAt(id, new Color());
      this.body.setVisibleAt(id, false);
      this.halo.setVisibleAt(id, false);
    });
  }

  /** Where its tag is. */
  anchorOf(letter: string, into: Vector3): Vector3 {
    const { at, turn, anchor } = this.#pieces[letter]!;
    return into.copy(anchor).applyQuaternion(turn).add(at);
  }

  /** Bring a letter to a pose: in this many ms, or at once. */
  bring(letter: string, pose: Pose, now: number, lasts: number, lift = 0): void {
    const piece = this.#pieces[letter]!;
    if (!piece.seen || !lasts) return this.set(letter, pose.at, pose.turn);
    if (piece.to.at.equals(pose.at) && piece.to.turn.equals(pose.turn)) return;
    piece.from.at.copy(piece.at);
    piece.from.turn.copy(piece.turn);
    piece.to.at.copy(pose.at);
    piece.to.turn.copy(pose.turn);
    Object.assign(piece, { start: now, lasts, lift });
  }

  /** Where a letter on its way is to end up, when that place itself moves. */
  lead(letter: string, pose: Pose): void {
    const piece = this.#pieces[letter]!;
    piece.to.at.copy(pose.at);
    piece.to.turn.copy(pose.turn);
    if (!piece.lasts) this.put(letter, pose.at, pose.turn);
  }

  put(letter: string, at: Vector3, turn: Quaternion): void {
    const piece = this.#pieces[letter]!;
    piece.lasts = 0;
    piece.at.copy(at);
    piece.turn.copy(turn);
    piece.to.at.copy(at);
    piece.to.turn.copy(turn);
    this.#write(letter, piece);
  }

  /** Put it there, whether it was visible or not. */
  set(letter: string, at: Vector3, turn: Quaternion): void {
    if (!this.#pieces[letter]!.seen) {
      this.#pieces[letter]!.seen = true;
      this.body.setVisibleAt(this.#ids[letter]!, true);
    }
    this.put(letter, at, turn);
  }

  hide(letter: string): void {
    this.#pieces[letter]!.seen = false;
    this.body.setVisibleAt(this.#ids[letter]!, false);
    this.halo.setVisibleAt(this.#ids[letter]!, false);
  }

  /** An outline around a letter, or none. */
  mark(letter: string, colour: Color | null): void {
    const id = this.#ids[letter]!;
    this.halo.setVisibleAt(id, colour !== null && this.#pieces[letter]!.seen);
    if (colour) this.halo.setColorAt(id, colour);
  }

  /** Go on with all that is on its way; false when nothing is. */
  step(now: number): boolean {
    let moving = false;
    for (let i = 0; i < LETTERS.length; i++) {
      const piece = this.#pieces[LETTERS[i]!]!;
      if (!piece.lasts) continue;
      moving = true;
      const t = Math.min(1, Math.max(0, (now - piece.start) / piece.lasts));
      const eased = 1 - (1 - t) ** 3;
      piece.at.lerpVectors(piece.from.at, piece.to.at, eased);
      piece.at.z += piece.lift * Math.sin(Math.PI * eased);
      piece.turn.slerpQuaternions(piece.from.turn, piece.to.turn, eased);
      if (t === 1) piece.lasts = 0;
      this.#write(LETTERS[i]!, piece);
    }
    return moving;
  }

  #write(letter: string, { at, turn }: Piece): void {
    const id = this.#ids[letter]!;
    this.#matrix.compose(at, turn, ONE);
    this.body.setMatrixAt(id, this.#matrix);
    this.halo.setMatrixAt(id, this.#matrix);
  }
}

function batch(
  geometries: Record<string, BufferGeometry>,
  material: MeshStandardMaterial | MeshBasicMaterial,
): BatchedMesh {
  const all = LETTERS.map((letter) => geometries[letter]!);
  const vertices = all.reduce((sum, one) => sum + one.getAttribute("position").count, 0);
  const made = new BatchedMesh(LETTERS.length, vertices, 0, material);
  for (const one of all) made.addInstance(made.addGeometry(one));
  made.perObjectFrustumCulled = made.sortObjects = false;
  made.frustumCulled = false;
  return made;
}
