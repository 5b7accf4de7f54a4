import {
  BackSide,
  BatchedMesh,
  Color,
  Matrix4,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Quaternion,
  Sphere,
  Vector3,
  type BufferGeometry,
} from "three";
import { tint } from "../../pieces/colours";
import { SimpleMaterial } from "../render/simpleMaterial";
import { RING, type Pose } from "./poses";
import { anchor, bounds, HALF, hull, solid } from "./solids";

export const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const ONE = new Vector3(1, 1, 1);
/** What is left of a letter that is in the way. */
const VEILED = { transparent: true, opacity: 0.22, depthWrite: false };

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
  /** The letter is transparent. */
  faded = false;
  readonly anchor: Vector3;
  readonly bounds: ReturnType<typeof bounds>;

  constructor(letter: string) {
    this.anchor = new Vector3(...anchor(letter), 0);
    this.bounds = bounds(letter);
  }
}

/** A letter's plastic, and the outline around it. */
interface Shape {
  piece: Piece;
  solid: BufferGeometry;
  hull: BufferGeometry;
}

/** Without the wait that timers add after a few in a row. */
export function nextTask(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = done;
    port2.postMessage(null);
  });
}

/** All letters, made one after the other, so that the page listens in between. */
export async function makePieces(): Promise<Pieces> {
  const shapes: Record<string, Shape> = {};
  for (const letter of LETTERS) {
    await nextTask();
    const [piece, body] = [new Piece(letter), solid(letter)];
    await nextTask();
    shapes[letter] = { piece, solid: body, hull: hull(letter) };
  }
  const batches: BatchedMesh[] = [];
  for (const form of ["solid", "solid", "hull"] as const) {
    await nextTask();
    batches.push(batch(LETTERS.map((letter) => shapes[letter]![form])));
  }
  await nextTask();
  return new Pieces(shapes, batches as [BatchedMesh, BatchedMesh, BatchedMesh]);
}

/** All 26 letters: three draw calls, however many are visible. */
export class Pieces {
  readonly body: BatchedMesh;
  /** Letters that are looked through. */
  readonly veil: BatchedMesh;
  readonly halo: BatchedMesh;
  readonly plain = new SimpleMaterial({ coloured: true });
  readonly #plastic = new MeshStandardMaterial({
    roughness: 0.34,
    metalness: 0,
    vertexColors: true,
  });
  readonly #glass = new MeshStandardMaterial({
    ...{ roughness: 0.34, metalness: 0, vertexColors: true },
    ...VEILED,
  });
  readonly #gauze = new MeshBasicMaterial({ vertexColors: true, ...VEILED });
  readonly solids: Record<string, BufferGeometry>;
  readonly hulls: Record<string, BufferGeometry>;
  readonly #pieces: Record<string, Piece>;
  readonly #ids: Record<string, number> = {};
  readonly #matrix = new Matrix4();
  readonly #back = new Quaternion();
  #faded = 0;

  /** `batches`: the letters' solids twice, and their hulls. */
  constructor(
    shapes: Record<string, Shape>,
    batches: [body: BatchedMesh, veil: BatchedMesh, halo: BatchedMesh],
  ) {
    this.solids = each(shapes, ({ solid }) => solid);
    this.hulls = each(shapes, ({ hull }) => hull);
    this.#pieces = each(shapes, ({ piece }) => piece);
    [this.body, this.veil, this.halo] = batches;
    this.simplify(false);
    this.body.castShadow = this.body.receiveShadow = true;
    this.veil.visible = false;
    this.halo.material = new MeshBasicMaterial({ side: BackSide, toneMapped: false });
    LETTERS.forEach((letter, id) => {
      this.#ids[letter] = id;
      const colour = new Color(tint(letter));
      this.body.setColorAt(id, colour);
      this.veil.setColorAt(id, colour);
      this.halo.setColorAt(id, new Color());
      for (const mesh of [this.body, this.veil, this.halo]) mesh.setVisibleAt(id, false);
    });
  }

  /** Draw letters simply, or as well as can be. */
  simplify(simple: boolean): void {
    this.body.material = simple ? this.plain : this.#plastic;
    this.veil.material = simple ? this.#gauze : this.#glass;
  }

  /** Draw with something in each mesh, whatever is seen: so each of them has been drawn once. */
  whole(draw: () => void): void {
    const [veiled, lit] = [this.veil.visible, this.halo.getVisibleAt(0)];
    this.veil.visible = true;
    this.veil.setVisibleAt(0, true);
    this.halo.setVisibleAt(0, true);
    draw();
    this.veil.visible = veiled;
    this.halo.setVisibleAt(0, lit);
    this.#reveal(0, this.#pieces[LETTERS[0]!]!);
  }

  /** Where its tag is. */
  anchorOf(letter: string, into: Vector3): Vector3 {
    const { at, turn, anchor } = this.#pieces[letter]!;
    return into.copy(anchor).applyQuaternion(turn).add(at);
  }

  /** How far a letter reaches from its tag towards the eye (a direction), in mm. */
  reach(letter: string, eye: Vector3): number {
    const { turn, anchor, bounds } = this.#pieces[letter]!;
    const { x, y, z } = eye.applyQuaternion(this.#back.copy(turn).invert());
    const [left, right, low, high] = bounds;
    return (
      Math.max(x * (left - anchor.x), x * (right - anchor.x)) +
      Math.max(y * (low - anchor.y), y * (high - anchor.y)) +
      Math.abs(z) * HALF
    );
  }

  /** Look through a letter, or not. */
  fade(letter: string, faded: boolean): void {
    const [piece, id] = [this.#pieces[letter]!, this.#ids[letter]!];
    if (piece.faded === faded) return;
    piece.faded = faded;
    this.#faded += faded ? 1 : -1;
    this.veil.visible = this.#faded > 0;
    this.#reveal(id, piece);
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
      this.#reveal(this.#ids[letter]!, this.#pieces[letter]!);
    }
    this.put(letter, at, turn);
  }

  hide(letter: string): void {
    this.#pieces[letter]!.seen = false;
    this.#reveal(this.#ids[letter]!, this.#pieces[letter]!);
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

  #reveal(id: number, { seen, faded }: Piece): void {
    this.body.setVisibleAt(id, seen && !faded);
    this.veil.setVisibleAt(id, seen && faded);
  }

  #write(letter: string, { at, turn }: Piece): void {
    const id = this.#ids[letter]!;
    this.#matrix.compose(at, turn, ONE);
    this.body.setMatrixAt(id, this.#matrix);
    this.veil.setMatrixAt(id, this.#matrix);
    this.halo.setMatrixAt(id, this.#matrix);
  }
}

function each<Of>(shapes: Record<string, Shape>, pick: (of: Shape) => Of): Record<string, Of> {
  return Object.fromEntries(LETTERS.map((letter) => [letter, pick(shapes[letter]!)]));
}

function batch(all: BufferGeometry[]): BatchedMesh {
  const vertices = all.reduce((sum, one) => sum + one.getAttribute("position").count, 0);
  const corners = all.reduce((sum, one) => sum + one.index!.count, 0);
  const made = new BatchedMesh(LETTERS.length, vertices, corners);
  for (const one of all) made.addInstance(made.addGeometry(one));
  made.perObjectFrustumCulled = made.sortObjects = false;
  made.frustumCulled = false;
  // Nobody asks how far away they are: to find out would take as long as a picture.
  made.boundingSphere = new Sphere(new Vector3(), RING);
  return made;
}
