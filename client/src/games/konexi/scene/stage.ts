import { Color, NeutralToneMapping, PCFShadowMap, Quaternion, Vector3, WebGLRenderer } from "three";
import type { konexi } from "../../../wire";
import { most } from "../choice.svelte";
import { promise } from "../colours";
import { fell, read, type Film } from "./film";
import type { Point } from "../../../parts/gestures";
import { Darkroom } from "./darkroom";
import { Ghost } from "./ghost";
import { allDone, inSoftware, makePrograms } from "./graphics";
import { Hand } from "./hand";
import { Haste } from "./haste";
import { Lens } from "./lens";
import { Orbit, type Size } from "./orbit";
import type { Palette } from "./palette";
import { LETTERS, makePieces, nextTask, type Pieces } from "./pieces";
import { angle, gapAt, joined, lying, mouth, poseOf, resting, RING, type Pose } from "./poses";
import { Projector } from "./projector";
import { Reel } from "./reel";
import { Room } from "./room";
import { Spots, type Spot } from "./spots";
import { storyOf, type Beat } from "./story";
import { Tags } from "./tags";
import { Token } from "./token";

/** What is to be seen now. */
export interface Shown {
  view: konexi.View;
  /** The one who plays at this screen chooses a place for the letter in hand. */
  choosing: boolean;
  /** They choose a letter, or where the token goes. */
  taking: boolean;
  place: number | null;
  join: konexi.Way | null;
  rest: konexi.Rest | null;
}

/** A film that runs, since `start`; so many of its pictures were drawn and of its beats heard. */
interface Running {
  reel: Reel;
  start: number;
  pictures: number;
  beats: number;
  /** It has been told what gave way. */
  broken: boolean;
}

/** ms for a letter to be laid, taken or put back. */
const GLIDE = 420;
/** mm that a letter is lifted on its way to the hand. */
const LIFT = 50;
/** An outline shows from this stress on. */
const STRESSED = 0.45;
/** mm from the middle: what is nearer is seen from every side. */
const ASIDE = 18;
/** px: larger screens have finer shadows. */
const SHARP = 700;
/** What is looked at: a tower as if it were at least this big, a fall, and all the letters. */
const TOWER = { height: 80, radius: 105, above: 0.42 };
const FALL = { height: 110, radius: 120, above: 0.5 };
const ALL = { height: 20, radius: RING + 32, above: 0.85 };
/** mm: what rolls farther away is let go, so that a fall stays large enough to be seen. */
const ROLLS = 145;
/** Seconds in which the eye pulls back from a tower that falls. */
const PULLS_BACK = 2.4;
/** Seconds for which a strained joint glows. */
const GLOWS = 0.5;
/** What moves where drawing is slow: px for each of the screen, and shadows of only every fourth picture. */
const HASTY = { pixels: 0.6, shadows: 4 };
const NONE: string[] = [];
/** px around a tower in which letters before it are looked through. */
const IN_THE_WAY = 30;

/** What is looked at where letters have their middles there. */
function around(letters: { x: number; y: number; z: number }[]): Size {
  const size = { ...TOWER };
  for (const { x, y, z } of letters) {
    size.height = Math.max(size.height, z + 30);
    size.radius = Math.max(size.radius, Math.hypot(x, y) + 36);
  }
  return size;
}

/** The table in 3-D, made in small tasks, so that the page listens in between. */
export async function makeStage(canvas: HTMLCanvasElement): Promise<Stage> {
  const pieces = await makePieces();
  await nextTask();
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  const software = inSoftware(renderer);
  await nextTask();
  const small = software || Math.min(screen.width, screen.height) < SHARP;
  const room = new Room(small ? 1024 : 2048, software);
  await nextTask();
  const stage = new Stage(renderer, software, room, pieces);
  await stage.prepare();
  return stage;
}

/** Draws when something has changed, and otherwise rests. */
export class Stage {
  readonly orbit = new Orbit();
  /** Called when a film is over. */
  done: () => void = () => {};
  /** Called when something in a film is to be heard. */
  beat: (beat: Beat) => void = () => {};
  /** Called with the letters that gave way first, once they have. */
  broke: (first: string[]) => void = () => {};
  /** Called when the first picture is done: a page that shows it earlier waits for it. */
  ready: () => void = () => {};
  readonly #lens = new Lens();
  readonly #renderer: WebGLRenderer;
  readonly #room: Room;
  readonly #pieces: Pieces;
  readonly #tags = new Tags();
  readonly #spots = new Spots();
  readonly #token = new Token();
  readonly #ghost = new Ghost();
  readonly #hand = new Hand();
  readonly #projector = new Projector();
  readonly #way = new Vector3();
  readonly #turn = new Quaternion();
  readonly #eye = new Vector3();
  readonly #colour = new Color();
  #palette: Palette | null = null;
  #shown: Shown | null = null;
  /** Those of the last letter in hand: the view has none for one that settles. */
  #rests: konexi.Rest[] = [];
  #film: Running | null = null;
  #glides = false;
  /** Something has moved since the shadows were drawn. */
  #stale = true;
  #frame = 0;
  #last = 0;
  /** Another picture follows the last one. */
  #goesOn = false;
  readonly #haste: Haste;
  /** What will be drawn simply was drawn so once, and need not be made ready when it moves. */
  #rehearsed = false;
  /** The processor draws: a fine picture would hold up the page for seconds, so none is drawn. */
  readonly #software: boolean;
  /** Where it draws. */
  readonly #darkroom: Darkroom | null;
  /** A first picture was shown. */
  #drawn = false;
  /** A picture is not done yet. */
  #waits = false;
  /** Something has changed since it was begun. */
  #asked = false;
  /** Nobody looks at it any more. */
  #gone = false;
  /** Something moves, and drawing it well would be too slow. */
  #hasty = false;
  /** Surfaces are drawn simply. */
  #simple = false;
  /** Pictures since the shadows were drawn: the first has some, which simple surfaces have from the second on. */
  #shaded: number = HASTY.shadows;

  /** `software`: the processor draws. */
  constructor(renderer: WebGLRenderer, software: boolean, room: Room, pieces: Pieces) {
    [this.#renderer, this.#software, this.#room, this.#pieces] = [renderer, software, room, pieces];
    renderer.toneMapping = NeutralToneMapping;
    // To ask for them holds up the page until each program is ready.
    renderer.debug.checkShaderErrors = false;
    this.#haste = new Haste(software);
    this.#darkroom = software ? new Darkroom(renderer) : null;
    const shadows = { enabled: true, type: PCFShadowMap, autoUpdate: false };
    Object.assign(renderer.shadowMap, shadows);
    renderer.setScissor(0, 0, 1, 1);
    if (!software) room.mirror(renderer);
    const { scene } = this.#room;
    scene.add(
      this.#pieces.body,
      this.#pieces.veil,
      this.#pieces.halo,
      this.#ghost.body,
      this.#ghost.rim,
    );
    scene.add(this.#spots.mesh, this.#spots.rim, this.#token.mesh, this.#tags.mesh);
    renderer.domElement.addEventListener("webglcontextrestored", () => {
      this.#stale = true;
      this.wake();
    });
  }

  /** Have the programs made with which it is drawn, while the page goes on. */
  async prepare(): Promise<void> {
    this.#simplify(this.#software);
    await this.#darkroom?.prepare();
    await makePrograms(this.#renderer, this.#room.scene, this.#lens.camera);
  }

  dispose(): void {
    this.#gone = true;
    cancelAnimationFrame(this.#frame);
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  resize(width: number, height: number): void {
    if (!width || !height) return;
    this.#sharpen();
    if (this.#darkroom) this.#darkroom.resize(width, height);
    else this.#renderer.setSize(width, height, false);
    this.#lens.resize(width, height);
    this.#tags.resize(width, height);
    this.#fit();
    this.wake();
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
    const lasts = glides && !first ? GLIDE : 0;
    [this.#shown, this.#glides, this.#stale] = [shown, glides, true];
    const { view } = shown;
    if (view.rests.length) this.#rests = view.rests;
    this.#offer();
    const away = new Set(LETTERS);
    const filmed = (letter: string) => this.#film?.reel.film.letters.includes(letter) ?? false;
    const bring = (letter: string, pose: Pose, lift = 0) => {
      away.delete(letter);
      if (!filmed(letter)) this.#pieces.bring(letter, pose, now, lasts, lift);
    };
    [...view.ring].forEach((letter, i) => bring(letter, lying(i, view.ring.length)));
    for (const standing of view.tower) bring(standing.letter, poseOf(standing));
    const placed = this.#placed(view);
    if (placed && view.hand) bring(view.hand, placed);
    const before = this.#hand.letter;
    this.#hand.letter = view.hand && !placed && !filmed(view.hand) ? view.hand : null;
    if (this.#hand.letter) {
      this.#hold();
      bring(this.#hand.letter, this.#hand.pose, this.#hand.letter === before ? 0 : LIFT);
    } else {
      this.#hand.stays = false;
    }
    for (const letter of away) if (!filmed(letter)) this.#pieces.hide(letter);
    if (view.ring) this.#token.go(angle(view.token + 0.5, view.ring.length), now, lasts > 0);
    this.#token.mesh.visible = view.ring.length > 0;
    this.#mark();
    this.#fit();
    if (first || !glides) this.orbit.jump();
    this.wake();
  }

  /** Show how a tower settled; null: stop. `pace`: what all waiting is multiplied by. */
  play(film: Film | null, again: boolean, pace: number): void {
    this.orbit.comeBack();
    this.#film = null;
    if (film) {
      const reel = new Reel(film, storyOf(film), again, pace);
      if (fell(film)) {
        const { radius, height } = reel.story;
        const size = {
          radius: Math.max(FALL.radius, Math.min(ROLLS, radius + 40)),
          height: Math.max(FALL.height, height + 30),
          above: FALL.above,
        };
        // Once more it begins near by; the eye may be elsewhere by now.
        const from = again ? around(reel.story.stood) : null;
        this.orbit.pullBack(size, this.#lens.tan, PULLS_BACK * pace, from);
      } else {
        read(film, film.frames - 1, film.letters.length - 1, this.#way, this.#turn);
        this.#find(this.#way);
      }
      this.#film = { reel, start: 0, pictures: 0, beats: 0, broken: false };
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
    if (away > ASIDE) this.orbit.face(new Vector3(x / away, y / away, 0));
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
    const { view, place } = this.#shown!;
    const at = place === null ? null : view.places[place];
    const parent = at && view.tower.find(({ letter }) => letter === at.to);
    if (!parent) return;
    this.orbit.face(mouth(poseOf(parent), at.to, at.at).out);
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
      this.#pieces.bring(hand.letter, hand.pose, performance.now(), this.#glides ? GLIDE / 2 : 0);
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
    if (this.#waits) this.#asked = true;
    else this.#frame ||= requestAnimationFrame(this.#draw);
  }

  // Every frame: nothing here makes new objects.
  #draw = (now: number): void => {
    // A page that slept does not make up for it.
    const passed = Math.min(0.25, (now - this.#last) / 1000);
    if (this.#goesOn) this.#haste.frame(now - this.#last);
    this.#last = now;
    const turning = this.orbit.step(passed);
    this.orbit.apply(this.#lens.camera);
    let moving = this.#token.step(now);
    if (this.#film) moving = this.#project(now);
    const { letter } = this.#hand;
    if (letter) {
      this.#hold();
      this.#pieces.lead(letter, this.#hand.pose);
    }
    moving = this.#pieces.step(now) || moving;
    this.#label();
    this.#clear();
    this.#goesOn = moving || turning;
    this.#hasty = this.#haste.needed && (this.#goesOn || this.#hand.carried !== null);
    this.#simplify(this.#hasty || this.#software);
    this.#sharpen();
    this.#stale ||= moving || letter !== null;
    if (this.#rehearse() && this.#darkroom) {
      // Nobody sees it, so the picture itself can wait for the next frame.
      this.#frame = requestAnimationFrame(this.#draw);
      return;
    }
    this.#shade();
    this.#render();
    const more = this.#rehearses();
    this.#frame = this.#goesOn || more ? requestAnimationFrame(this.#draw) : 0;
    if (!more && (!this.#drawn || this.#darkroom)) void this.#finish();
  };

  /** `corner`: only so much that it was drawn once. */
  #render(corner = false): void {
    const [scene, camera] = [this.#room.scene, this.#lens.camera];
    if (this.#darkroom) return this.#darkroom.draw(scene, camera, this.#hasty, corner);
    this.#renderer.setScissorTest(corner);
    this.#renderer.render(scene, camera);
  }

  /**
   * The first picture takes longest, and any takes long where the processor draws: it is shown when it
   * is done, and until then the page goes on.
   */
  async #finish(): Promise<void> {
    [this.#waits, this.#asked] = [true, this.#goesOn || !this.#drawn];
    // Nobody sees how far it has come: others would only queue up behind it.
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    await (this.#darkroom?.show() ?? allDone(this.#renderer));
    if (!this.#drawn && !this.#gone) this.ready();
    this.#drawn = true;
    // Not in the same task: the page would wait for the next picture to show this one.
    await nextTask();
    this.#waits = false;
    if (this.#asked && !this.#gone) this.#draw(performance.now());
  }

  /** What will be drawn simply has to be made ready for that before it moves. */
  #rehearses(): boolean {
    return this.#haste.needed && !this.#rehearsed && this.#shown !== null;
  }

  /** Draw it so once, in a corner that is drawn over; not at first, as there are no shadows yet. */
  #rehearse(): boolean {
    if (!this.#rehearses() || !this.#renderer.info.render.frame) return false;
    this.#rehearsed = true;
    this.#dress(true);
    this.#pieces.whole(() => this.#render(true));
    this.#dress(this.#simple);
    return true;
  }

  /** Surfaces that are drawn simply, or as well as can be. */
  #dress(simple: boolean): void {
    if (simple) this.#room.light(this.#pieces.plain, this.#token.plain);
    this.#room.simplify(simple);
    this.#pieces.simplify(simple);
    this.#token.simplify(simple);
  }

  #simplify(simple: boolean): void {
    if (simple) this.#room.light(this.#pieces.plain, this.#token.plain);
    if (simple === this.#simple) return;
    this.#simple = simple;
    this.#dress(simple);
  }

  #sharpen(): void {
    if (this.#darkroom) return;
    const fine = Math.min(2, devicePixelRatio);
    const ratio = this.#hasty ? HASTY.pixels * Math.min(1, fine) : fine;
    // It takes a moment, even where nothing changes.
    if (ratio !== this.#renderer.getPixelRatio()) this.#renderer.setPixelRatio(ratio);
  }

  /** Shadows are drawn where they have changed. */
  #shade(): void {
    this.#shaded++;
    if (!this.#stale || (this.#hasty && this.#shaded < HASTY.shadows)) return;
    [this.#renderer.shadowMap.needsUpdate, this.#stale, this.#shaded] = [true, false, 0];
  }

  #project(now: number): true {
    const film = this.#film!;
    const { letters } = film.reel.film;
    // Its time begins once the first picture can be seen: that is when the second one is due.
    if (film.pictures++ < 2) film.start = now;
    const shown = (now - film.start) / 1000;
    const time = film.reel.at(shown);
    for (let i = 0; i < letters.length; i++) {
      this.#projector.show(film.reel.film, i, time, film.reel.gain);
      this.#pieces.set(letters[i]!, this.#projector.at, this.#projector.turn);
    }
    this.#tell(film, time);
    if (shown > film.reel.lasts) {
      this.#film = null;
      this.done();
    }
    return true;
  }

  /** What is heard at this second of a film, and what lights up. */
  #tell(film: Running, time: number): void {
    const { beats, breaks, first, strained } = film.reel.story;
    for (; film.beats < beats.length && beats[film.beats]!.time <= time; film.beats++) {
      this.beat(beats[film.beats]!);
    }
    if (!film.broken && first.length && time >= breaks) {
      film.broken = true;
      this.broke(first);
      for (const letter of first) this.#pieces.mark(letter, this.#palette?.ember ?? null);
    }
    const heard = beats[film.beats - 1];
    const glows = heard?.what === "creak" && time - heard.time < GLOWS;
    for (const letter of strained) {
      this.#pieces.mark(letter, glows ? (this.#palette?.wine ?? null) : null);
    }
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
        x > left - IN_THE_WAY && x < right + IN_THE_WAY && y > top && y < bottom + IN_THE_WAY;
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
    // Whoever takes a letter sees all there are.
    const all = !view.hand && (taking || !view.tower.length);
    this.orbit.fit(all ? ALL : around(view.tower), this.#lens.tan);
  }

  /** The pose of a letter that was let go and that NATURE has not settled yet. */
  #placed({ settling, hand, tower }: konexi.View): Pose | null {
    const move = settling?.move;
    if (!move || !hand) return null;
    if (move.type === "found") {
      const rest = this.#rests.find(({ pose }) => pose === move.pose);
      return rest ? resting(rest) : null;
    }
    const parent = move.type === "join" && tower.find(({ letter }) => letter === move.to);
    return parent ? joined(poseOf(parent), move.to, move.at, hand, move.own, move.roll) : null;
  }

  /** Light what can be chosen, and show what is chosen. */
  #offer(): void {
    const { view, choosing } = this.#shown!;
    const offered = choosing && !this.#film;
    this.#spots.show(offered ? this.#lit() : []);
    const pose = offered ? this.#aimed() : null;
    if (!pose || !this.#palette) return this.#ghost.hide();
    const { join, rest } = this.#shown!;
    const colour = this.#palette[promise(join ? join[2] : rest!.steady, view.safe)];
    const letter = view.hand!;
    this.#ghost.show(pose, this.#pieces.solids[letter]!, this.#pieces.hulls[letter]!, colour);
  }

  /** Where the letter in hand would go. */
  #aimed(): Pose | null {
    const { view, place, join, rest } = this.#shown!;
    if (rest) return resting(rest);
    const at = place === null ? null : view.places[place];
    const parent = at && view.tower.find(({ letter }) => letter === at.to);
    if (!parent || !join || !view.hand) return null;
    return joined(poseOf(parent), at.to, at.at, view.hand, join[0], join[1]);
  }

  #lit(): Spot[] {
    const { view, place: chosen } = this.#shown!;
    if (!this.#palette) return [];
    const poses = new Map(view.tower.map((standing) => [standing.letter, poseOf(standing)]));
    return view.places.flatMap(({ to, at, ways }, place) => {
      const pose = poses.get(to);
      if (!pose || !ways.length) return [];
      const { at: middle, out } = mouth(pose, to, at);
      const colour = this.#palette![promise(most(ways), view.safe)];
      middle.addScaledVector(out, 0.7);
      return [{ at: middle, out, place, colour, chosen: place === chosen }];
    });
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

  #tagged({ reel: { film, story }, broken }: Running): string[] {
    if (!fell(film)) return film.letters;
    return broken ? story.first : NONE;
  }

  /** Tags for what stands; in a fall only for what gave way first, since tags would hide it. */
  #label(): void {
    this.#tags.clear();
    if (!this.#shown) return;
    const { tower } = this.#shown.view;
    const letters = this.#film && this.#tagged(this.#film);
    const count = letters?.length ?? tower.length;
    for (let i = 0; i < count; i++) {
      const letter = letters ? letters[i]! : tower[i]!.letter;
      const at = this.#pieces.anchorOf(letter, this.#way);
      this.#eye.copy(this.#lens.camera.position).sub(at).normalize();
      this.#tags.add(letter, at, this.#pieces.reach(letter, this.#eye));
    }
  }
}
