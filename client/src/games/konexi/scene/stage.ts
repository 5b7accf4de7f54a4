import { Color, Quaternion, Vector3, WebGLRenderer } from "three";
import type { Point } from "../../../browser/gestures";
import type { konexi } from "../../../net/wire";
import { promise } from "../pieces/colours";
import { fell, read, type Film } from "./film/film";
import { Ghost } from "./ghost";
import { inSoftware } from "./render/graphics";
import { Hand } from "./hand";
import { Projection } from "./projection";
import { Orbit, type Size } from "./orbit";
import type { Palette } from "./palette";
import { SceneRenderer, type Motion } from "./render/renderer";
import { LETTERS, makePieces, nextTask, type Pieces } from "./shapes/pieces";
import { angle, gapAt, lying, mouth, poseOf, RING, type Pose } from "./shapes/poses";
import { FilmTiming } from "./film/timing";
import { Room } from "./render/room";
import { Playback, type PlaybackListener } from "./film/playback";
import { aimed, chosen, lit, placed, type Shown } from "./shown";
import { Spots, type Spot } from "./spots";
import { eventsOf, type SoundEvent } from "./film/events";
import { Tags } from "./tags";
import { Token } from "./shapes/token";

/** How long a letter takes to be laid, taken or put back. */
const GLIDE_MS = 420;
/** How high a letter is lifted on its way to the hand. */
const LIFT_MM = 50;
/** Letters with at least this stress get an outline. */
const STRESSED = 0.45;
/** Letters within this distance of the middle are seen from every side. */
const SEEN_FROM_ALL_SIDES_MM = 18;
/** Screens of at least this size have finer shadows. */
const FINE_SHADOWS_FROM_PX = 700;
/** What is looked at: a tower as if it were at least this big, a fall, and all the letters. */
const TOWER = { height: 80, radius: 105, above: 0.42 };
const FALL = { height: 110, radius: 120, above: 0.5 };
const ALL = { height: 20, radius: RING + 32, above: 0.85 };
/** The camera does not follow letters that roll farther away than this. */
const FOLLOW_WITHIN_MM = 145;
/** How long the camera pulls back from a falling tower. */
const PULL_BACK_S = 2.4;
/** Letters within this distance in front of a tower are transparent. */
const SEE_THROUGH_PX = 30;

/** What is looked at where letters have their middles there. */
function around(letters: { x: number; y: number; z: number }[]): Size {
  const size = { ...TOWER };
  for (const { x, y, z } of letters) {
    size.height = Math.max(size.height, z + 30);
    size.radius = Math.max(size.radius, Math.hypot(x, y) + 36);
  }
  return size;
}

/** Create the 3-D table in small tasks, so that the page reacts in between. */
export async function makeStage(canvas: HTMLCanvasElement): Promise<Stage> {
  const pieces = await makePieces();
  await nextTask();
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  const software = inSoftware(renderer);
  await nextTask();
  const small = software || Math.min(screen.width, screen.height) < FINE_SHADOWS_FROM_PX;
  const room = new Room(small ? 1024 : 2048, software);
  await nextTask();
  const stage = new Stage(renderer, software, room, pieces);
  await stage.prepare();
  return stage;
}

/** The 3-D table: the letters, the camera and the animations. */
export class Stage implements PlaybackListener {
  readonly orbit = new Orbit();
  /** Called when a film is over. */
  done: () => void = () => {};
  beat: (beat: SoundEvent) => void = () => {};
  broke: (first: string[]) => void = () => {};
  readonly #lens = new Projection();
  readonly #picture: SceneRenderer;
  readonly #room: Room;
  readonly #pieces: Pieces;
  readonly #tags = new Tags();
  readonly #spots = new Spots();
  readonly #token = new Token();
  readonly #ghost = new Ghost();
  readonly #hand = new Hand();
  readonly #way = new Vector3();
  readonly #turn = new Quaternion();
  readonly #eye = new Vector3();
  readonly #colour = new Color();
  #palette: Palette | null = null;
  #shown: Shown | null = null;
  /** Those of the last letter in hand: the view has none for one that settles. */
  #rests: konexi.Rest[] = [];
  #film: Playback | null = null;
  #glides = false;
  readonly #motion: Motion = { moves: false, turns: false, held: false, carried: false };

  /** `software`: the processor draws. */
  constructor(renderer: WebGLRenderer, software: boolean, room: Room, pieces: Pieces) {
    [this.#room, this.#pieces] = [room, pieces];
    const drawn = { room, pieces, token: this.#token, lens: this.#lens };
    this.#picture = new SceneRenderer(renderer, software, drawn, this.#step);
    const { body, veil, halo } = pieces;
    room.scene.add(body, veil, halo, this.#ghost.body, this.#ghost.rim);
    room.scene.add(this.#spots.mesh, this.#spots.rim, this.#token.mesh, this.#tags.mesh);
  }

  /** Called when the first picture is done. */
  set ready(ready: () => void) {
    this.#picture.ready = ready;
  }

  /** Make ready what drawing takes, while the page goes on. */
  async prepare(): Promise<void> {
    await this.#picture.prepare();
  }

  dispose(): void {
    this.#picture.dispose();
  }

  resize(width: number, height: number): void {
    if (!width || !height) return;
    this.#lens.resize(width, height);
    this.#tags.resize(width, height);
    this.#fit();
    this.#picture.resize(width, height);
  }

  paint(palette: Palette): void {
    this.#palette = palette;
    this.#room.paint(palette.wood, palette.evening);
    this.#token.paint(palette.deep);
    this.#tags.paint(palette.paper, palette.ink, palette.font);
    if (this.#shown) this.show(this.#shown, this.#glides);
  }

  /** Draw another position; letters go where they belong, at once or so that one can follow. */
  show(shown: Shown, glides: boolean): void {
    const now = performance.now();
    const first = this.#shown === null;
    const lasts = glides && !first ? GLIDE_MS : 0;
    [this.#shown, this.#glides] = [shown, glides];
    const { view } = shown;
    if (view.rests.length) this.#rests = view.rests;
    this.#offer();
    const away = new Set(LETTERS);
    const filmed = (letter: string) => this.#film?.has(letter) ?? false;
    const bring = (letter: string, pose: Pose, lift = 0) => {
      away.delete(letter);
      if (!filmed(letter)) this.#pieces.bring(letter, pose, now, lasts, lift);
    };
    [...view.ring].forEach((letter, i) => bring(letter, lying(i, view.ring.length)));
    for (const standing of view.tower) bring(standing.letter, poseOf(standing));
    const settles = placed(view, this.#rests);
    if (settles && view.hand) bring(view.hand, settles);
    const before = this.#hand.letter;
    this.#hand.letter = view.hand && !settles && !filmed(view.hand) ? view.hand : null;
    if (this.#hand.letter) {
      this.#hold();
      bring(this.#hand.letter, this.#hand.pose, this.#hand.letter === before ? 0 : LIFT_MM);
    } else {
      this.#hand.stays = false;
    }
    for (const letter of away) if (!filmed(letter)) this.#pieces.hide(letter);
    if (view.ring) this.#token.go(angle(view.token + 0.5, view.ring.length), now, lasts > 0);
    this.#token.mesh.visible = view.ring.length > 0;
    this.#mark();
    this.#fit();
    if (first || !glides) this.orbit.jump();
    this.#picture.change();
  }

  /** Show how a tower settled; null: stop. `pace`: what all waiting is multiplied by. */
  play(film: Film | null, again: boolean, pace: number): void {
    this.orbit.comeBack();
    this.#film = null;
    if (film) {
      const reel = new FilmTiming(film, eventsOf(film), again, pace);
      if (fell(film)) {
        const { radius, height } = reel.story;
        const size = {
          radius: Math.max(FALL.radius, Math.min(FOLLOW_WITHIN_MM, radius + 40)),
          height: Math.max(FALL.height, height + 30),
          above: FALL.above,
        };
        // Once more it begins near by; the eye may be elsewhere by now.
        const from = again ? around(reel.story.stood) : null;
        this.orbit.pullBack(size, this.#lens.tan, PULL_BACK_S * pace, from);
      } else {
        read(film, film.frames - 1, film.letters.length - 1, this.#way, this.#turn);
        this.#find(this.#way);
      }
      this.#film = new Playback(reel, this.#pieces, this);
    }
    if (this.#shown) this.show(this.#shown, this.#glides);
    this.wake();
  }

  /** Turn to where most of what can be chosen is seen. */
  seek(): void {
    this.orbit.seek(this.#lit());
    this.wake();
  }

  /** Come round to a letter that stands behind the tower. */
  #find({ x, y }: Vector3): void {
    const away = Math.hypot(x, y);
    if (away > SEEN_FROM_ALL_SIDES_MM) this.orbit.face(new Vector3(x / away, y / away, 0));
  }

  home(): void {
    this.orbit.home();
    this.#fit();
    this.wake();
  }

  /** Move what is looked at along with the pointer (px). */
  pan(dx: number, dy: number): void {
    const scale = this.#lens.scale(this.orbit.target);
    this.orbit.pan(-dx * scale, dy * scale);
  }

  /** Turn to what is chosen, if it cannot be seen. */
  face(): void {
    const found = chosen(this.#shown!);
    if (!found) return;
    this.orbit.face(mouth(found.parent, found.at.to, found.at.at).out);
    this.wake();
  }

  /** The lit connector at a point of the picture (px). */
  spot(at: Point): Spot | null {
    return this.#spots.find(at, this.#lens);
  }

  /** The letter at a point of the picture. */
  letter(at: Point): string | null {
    this.#lens.ray(at);
    const hit = this.#lens.caster.intersectObject(this.#pieces.body)[0];
    return hit?.batchId === undefined ? null : LETTERS[hit.batchId]!;
  }

  /** The gap of the ring at a point of the picture. */
  gap(at: Point): number | null {
    const { origin, direction } = this.#lens.ray(at);
    const of = this.#shown?.view.ring.length ?? 0;
    if (!of || direction.z >= 0) return null;
    const { x, y } = this.#way
      .copy(direction)
      .multiplyScalar(-origin.z / direction.z)
      .add(origin);
    if (Math.abs(Math.hypot(x, y) - RING) > 60) return null;
    return gapAt(x, y, of);
  }

  /** Where something is in the picture (px): the letter in hand, its ghost, or another letter. */
  seen(what: "hand" | "ghost" | { letter: string }): Point | null {
    let at: Vector3 | null | undefined;
    if (what === "hand") at = this.#hand.letter ? this.#hand.pose.at : null;
    else if (what === "ghost") at = this.#ghost.pose?.at;
    else at = this.#pieces.anchorOf(what.letter, this.#way);
    return at ? this.#lens.project(at) : null;
  }

  /** The letter in hand follows the pointer to a point of the picture (px); null: no longer. */
  carry(at: Point | null): void {
    const hand = this.#hand;
    [hand.carried, hand.stays] = [at, false];
    if (!at && hand.letter) {
      this.#hold();
      this.#pieces.bring(
        hand.letter,
        hand.pose,
        performance.now(),
        this.#glides ? GLIDE_MS / 2 : 0,
      );
    }
    this.wake();
  }

  /** The letter in hand stays where it is, until it is carried again or goes. */
  letGo(): void {
    this.#hand.stays = true;
  }

  /** From its place to where the letter in hand is, in mm; null without a place. */
  off(): Vector3 | null {
    this.#hold();
    return this.#ghost.pose && this.#hand.pose.at.clone().sub(this.#ghost.pose.at);
  }

  /** Which hand holds the letter. */
  leftHanded(left: boolean): void {
    this.#hand.left = left;
    this.wake();
  }

  wake(): void {
    this.#picture.wake();
  }

  // Every frame: nothing here makes new objects.
  #step = (now: number, passed: number): Motion => {
    const motion = this.#motion;
    motion.turns = this.orbit.step(passed);
    this.orbit.apply(this.#lens.camera);
    motion.moves = this.#token.step(now);
    if (this.#film) motion.moves = this.#project(this.#film, now);
    const { letter } = this.#hand;
    if (letter) {
      this.#hold();
      this.#pieces.lead(letter, this.#hand.pose);
    }
    motion.moves = this.#pieces.step(now) || motion.moves;
    motion.held = letter !== null;
    motion.carried = this.#hand.carried !== null;
    this.#label();
    this.#clear();
    return motion;
  };

  #project(film: Playback, now: number): true {
    if (!film.step(now, this.#palette)) {
      this.#film = null;
      this.done();
    }
    return true;
  }

  /** Letters of the ring that lie before the tower are looked through. */
  #clear(): void {
    if (!this.#shown) return;
    const { view, taking } = this.#shown;
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { letter } of taking ? [] : view.tower) {
      const { x, y } = this.#lens.project(this.#pieces.anchorOf(letter, this.#way));
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
    const eye = this.#lens.camera.position;
    const away = eye.distanceTo(this.orbit.target);
    for (const letter of view.ring) {
      const before = eye.distanceTo(this.#pieces.anchorOf(letter, this.#way)) < away;
      const { x, y } = this.#lens.project(this.#way);
      const covers =
        x > left - SEE_THROUGH_PX &&
        x < right + SEE_THROUGH_PX &&
        y > top &&
        y < bottom + SEE_THROUGH_PX;
      this.#pieces.fade(letter, before && covers);
    }
    for (const { letter } of view.tower) this.#pieces.fade(letter, false);
    if (view.hand) this.#pieces.fade(view.hand, false);
  }

  #hold(): void {
    this.#hand.hold(this.#lens, this.#ghost.pose, this.orbit.target);
  }

  #fit(): void {
    if (!this.#shown || !this.orbit.following || this.#film) return;
    const { view, taking } = this.#shown;
    // While a letter is taken, all letters are visible.
    const all = !view.hand && (taking || !view.tower.length);
    this.orbit.fit(all ? ALL : around(view.tower), this.#lens.tan);
  }

  /** Light what can be chosen, and show what is chosen. */
  #offer(): void {
    const { view, choosing } = this.#shown!;
    const offered = choosing && !this.#film;
    this.#spots.show(offered ? this.#lit() : []);
    const pose = offered ? aimed(this.#shown!) : null;
    if (!pose || !this.#palette) return this.#ghost.hide();
    const { join, rest } = this.#shown!;
    const colour = this.#palette[promise(join ? join[2] : rest!.steady, view.safe)];
    const letter = view.hand!;
    this.#ghost.show(pose, this.#pieces.solids[letter]!, this.#pieces.hulls[letter]!, colour);
  }

  #lit(): Spot[] {
    return this.#palette ? lit(this.#shown!, this.#palette) : [];
  }

  /** Outlines: what can be taken, what is new, and what is under stress. */
  #mark(): void {
    if (!this.#palette || !this.#shown) return;
    const { ember, wine, moss } = this.#palette;
    const { view, taking } = this.#shown;
    for (const letter of LETTERS) this.#pieces.mark(letter, null);
    if (this.#film) return;
    if (taking && view.may.includes("take")) {
      for (const letter of [view.left, view.right]) if (letter) this.#pieces.mark(letter, ember);
    }
    const newest = view.tower.at(-1);
    if (newest) this.#pieces.mark(newest.letter, moss);
    for (const { letter, stress } of view.tower) {
      const heat = ((stress ?? 0) - STRESSED) / (1 - STRESSED);
      if (heat <= 0) continue;
      this.#pieces.mark(letter, this.#colour.copy(ember).lerp(wine, Math.min(1, heat)));
    }
  }

  /** Tags for what stands. */
  #label(): void {
    this.#tags.clear();
    if (!this.#shown) return;
    const { tower } = this.#shown.view;
    const letters = this.#film?.tagged;
    const count = letters?.length ?? tower.length;
    for (let i = 0; i < count; i++) {
      const letter = letters ? letters[i]! : tower[i]!.letter;
      const at = this.#pieces.anchorOf(letter, this.#way);
      this.#eye.copy(this.#lens.camera.position).sub(at).normalize();
      this.#tags.add(letter, at, this.#pieces.reach(letter, this.#eye));
    }
  }
}
