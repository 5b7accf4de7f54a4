import { NeutralToneMapping, PCFShadowMap, type WebGLRenderer } from "three";
import { OffscreenTargets } from "./offscreen";
import { allDone, makePrograms } from "./graphics";
import { FrameRate } from "./frameRate";
import type { Projection } from "../projection";
import { nextTask, type Pieces } from "../shapes/pieces";
import type { Room } from "./room";
import type { Token } from "../shapes/token";

/** How moving things are drawn if drawing is slow: a lower resolution, and shadows in every fourth frame. */
const HASTY = { pixels: 0.6, shadows: 4 };

/** The scene to draw. */
export interface Drawn {
  room: Room;
  pieces: Pieces;
  token: Token;
  lens: Projection;
}

/** What changed since the last frame. The object is reused. */
export interface Motion {
  /** Something moves, and so do its shadows. */
  moves: boolean;
  /** The eye turns. */
  turns: boolean;
  /** A letter is in hand. */
  held: boolean;
  /** The pointer carries it. */
  carried: boolean;
}

/** Draws a frame when something has changed, in the quality that this machine allows. */
export class SceneRenderer {
  /** Called when the first one is done: a page that shows it earlier waits for it. */
  ready: () => void = () => {};
  readonly #renderer: WebGLRenderer;
  readonly #drawn: Drawn;
  readonly #step: (now: number, passed: number) => Motion;
  readonly #haste: FrameRate;
  /** The processor draws: fine surfaces would take it seconds, so all are simple. */
  readonly #software: boolean;
  /** Where it draws. */
  readonly #darkroom: OffscreenTargets | null;
  #frame = 0;
  #last = 0;
  /** Another picture follows the last one. */
  #goesOn = false;
  /** There is something to see. */
  #begun = false;
  /** Something has moved since the shadows were drawn. */
  #stale = true;
  /** Pictures since the shadows were drawn: the first has some, which simple surfaces have from the second on. */
  #shaded: number = HASTY.shadows;
  /** What will be drawn simply was drawn so once, and need not be made ready when it moves. */
  #rehearsed = false;
  /** Something moves, and drawing it well would be too slow. */
  #hasty = false;
  /** Surfaces are drawn simply. */
  #simple = false;
  /** A first picture was shown. */
  #shown = false;
  /** A picture is not done yet. */
  #waits = false;
  /** Something has changed since it was begun. */
  #asked = false;
  /** Nobody looks at it any more. */
  #gone = false;

  /** `software`: the processor draws. `step`: called before each picture, with the seconds that passed. */
  constructor(
    renderer: WebGLRenderer,
    software: boolean,
    drawn: Drawn,
    step: (now: number, passed: number) => Motion,
  ) {
    [this.#renderer, this.#software, this.#drawn, this.#step] = [renderer, software, drawn, step];
    this.#haste = new FrameRate(software);
    this.#darkroom = software ? new OffscreenTargets(renderer) : null;
    renderer.toneMapping = NeutralToneMapping;
    // To ask for them holds up the page until each program is ready.
    renderer.debug.checkShaderErrors = false;
    const shadows = { enabled: true, type: PCFShadowMap, autoUpdate: false };
    Object.assign(renderer.shadowMap, shadows);
    renderer.setScissor(0, 0, 1, 1);
    if (!software) drawn.room.mirror(renderer);
    renderer.domElement.addEventListener("webglcontextrestored", () => {
      this.#stale = true;
      this.wake();
    });
  }

  /** Have the programs made with which it is drawn, while the page goes on. */
  async prepare(): Promise<void> {
    this.#simplify(this.#software);
    await this.#darkroom?.prepare();
    await makePrograms(this.#renderer, this.#drawn.room.scene, this.#drawn.lens.camera);
  }

  dispose(): void {
    this.#gone = true;
    cancelAnimationFrame(this.#frame);
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  resize(width: number, height: number): void {
    this.#sharpen();
    if (this.#darkroom) this.#darkroom.resize(width, height);
    else this.#renderer.setSize(width, height, false);
    this.wake();
  }

  /** Another position is to be seen. */
  change(): void {
    this.#begun = this.#stale = true;
    this.wake();
  }

  /** Something is to be seen otherwise. */
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
    const { moves, turns, held, carried } = this.#step(now, passed);
    this.#goesOn = moves || turns;
    this.#hasty = this.#haste.needed && (this.#goesOn || carried);
    this.#simplify(this.#hasty || this.#software);
    this.#sharpen();
    this.#stale ||= moves || held;
    if (this.#rehearse() && this.#darkroom) {
      // Nobody sees it, so the picture itself can wait for the next frame.
      this.#frame = requestAnimationFrame(this.#draw);
      return;
    }
    this.#shade();
    this.#render();
    const more = this.#rehearses();
    this.#frame = this.#goesOn || more ? requestAnimationFrame(this.#draw) : 0;
    if (!more && (!this.#shown || this.#darkroom)) void this.#finish();
  };

  /** `corner`: only so much that it was drawn once. */
  #render(corner = false): void {
    const { scene } = this.#drawn.room;
    const { camera } = this.#drawn.lens;
    if (this.#darkroom) return this.#darkroom.draw(scene, camera, this.#hasty, corner);
    this.#renderer.setScissorTest(corner);
    this.#renderer.render(scene, camera);
  }

  /**
   * The first picture takes longest, and any takes long where the processor draws: it is shown when it
   * is done, and until then the page goes on.
   */
  async #finish(): Promise<void> {
    [this.#waits, this.#asked] = [true, this.#goesOn || !this.#shown];
    // Nobody sees how far it has come: others would only queue up behind it.
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    await (this.#darkroom?.show() ?? allDone(this.#renderer));
    if (!this.#shown && !this.#gone) this.ready();
    this.#shown = true;
    // Not in the same task: the page would wait for the next picture to show this one.
    await nextTask();
    this.#waits = false;
    if (this.#asked && !this.#gone) this.#draw(performance.now());
  }

  /** What will be drawn simply has to be made ready for that before it moves. */
  #rehearses(): boolean {
    return this.#haste.needed && !this.#rehearsed && this.#begun;
  }

  /** Draw it so once, in a corner that is drawn over; not at first, as there are no shadows yet. */
  #rehearse(): boolean {
    if (!this.#rehearses() || !this.#renderer.info.render.frame) return false;
    this.#rehearsed = true;
    this.#dress(true);
    this.#drawn.pieces.whole(() => this.#render(true));
    this.#dress(this.#simple);
    return true;
  }

  /** Surfaces that are drawn simply, or as well as can be. */
  #dress(simple: boolean): void {
    const { room, pieces, token } = this.#drawn;
    if (simple) room.light(pieces.plain, token.plain);
    room.simplify(simple);
    pieces.simplify(simple);
    token.simplify(simple);
  }

  #simplify(simple: boolean): void {
    const { room, pieces, token } = this.#drawn;
    if (simple) room.light(pieces.plain, token.plain);
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
}
