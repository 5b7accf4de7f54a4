import type { Camera } from "../felt/camera.svelte";
import { centre, type Point } from "../felt/geometry";
import type { Hold } from "./hold.svelte";
import { poseOf, type Aim } from "../felt/spots";

/** The distance within which a card snaps: mm on the table, or px on the screen if that is more. */
const SNAP = { mm: 16, px: 30 };
/** A dragged card is this many px above a finger, which would hide it. */
const ABOVE_FINGER_PX = 52;
/** Within this many px of the edge, a dragged card scrolls the table. */
const SCROLL_MARGIN_PX = 40;
/** The share of the depth in that margin by which the table scrolls per frame. */
const SCROLL_SHARE = 0.2;

/** Dragging a card. Points are px from the corner of the table area. */
export class Drag {
  /** Degrees clockwise: how the card would lie at the spot it comes near. */
  turn = $state(0);
  /** A card that is pressed and may be lifted: its picture is made before it has to move. */
  ready = $state<string | null>(null);
  /** A card that flies back to the hand. */
  back = $state.raw<{ card: string; from: Point; to: Point } | null>(null);
  readonly #hold: Hold;
  readonly #camera: Camera;
  readonly #felt: () => HTMLElement;
  readonly #going = $derived.by(() => this.#hold.drag !== null);
  /** From the pointer to the middle of the card. */
  #offset: Point = { x: 0, y: 0 };

  constructor(hold: Hold, camera: Camera, felt: () => HTMLElement) {
    this.#hold = hold;
    this.#camera = camera;
    this.#felt = felt;
    $effect(() => {
      if (this.#going) return this.#moveAlong();
    });
  }

  near(): number {
    return Math.max(SNAP.mm, SNAP.px / this.#camera.scale);
  }

  /** Out of the hand. */
  lift(card: string, event: PointerEvent): void {
    if (this.#hold.card !== card || !this.#going) {
      this.#hold.take(card);
      this.#hold.lifting = true;
      // The first one is still in the frame that this event belongs to.
      requestAnimationFrame(() => requestAnimationFrame(() => (this.#hold.lifting = false)));
      this.#offset = { x: 0, y: event.pointerType === "mouse" ? 0 : -ABOVE_FINGER_PX };
    }
    this.carry(event);
  }

  /** As it lies on the table. */
  grab(aim: Aim, pointer: Point): void {
    const at = this.#camera.toFelt(centre(poseOf(aim)));
    this.#offset = { x: at.x - pointer.x, y: at.y - pointer.y };
  }

  carry(event: PointerEvent): void {
    const { left, top } = this.#felt().getBoundingClientRect();
    this.follow({ x: event.clientX - left, y: event.clientY - top });
  }

  follow({ x, y }: Point): void {
    this.#to({ x: x + this.#offset.x, y: y + this.#offset.y });
  }

  #to(at: Point): void {
    const [hold, camera] = [this.#hold, this.#camera];
    hold.drag = at;
    const inside = this.#inside(at);
    const towards = inside ? hold.point(camera.toTable(at), this.near()) : null;
    if (!inside) hold.aim = null;
    this.turn = towards ? -15 * towards.spot.start.d : 0;
  }

  #inside({ x, y }: Point): boolean {
    return x > 0 && y > 0 && x < this.#camera.width && y < this.#camera.height;
  }

  /** From the hand a card is laid at once; anywhere but on a spot it goes back `home`. */
  drop(done: boolean, home: DOMRect | null): void {
    const { card, drag } = this.#hold;
    this.#hold.drag = null;
    if (done && this.#hold.aim) {
      if (this.#hold.may("lay")) void this.#hold.lay();
      return;
    }
    this.#hold.putBack();
    if (done && card && drag && this.#inside(drag)) {
      void this.#hold.ask(card, this.#camera.toTable(drag));
    }
    if (!home || !card || !drag) return;
    const { left, top } = this.#felt().getBoundingClientRect();
    const to = { x: home.left + home.width / 2 - left, y: home.top + home.height / 2 - top };
    this.back = { card, from: drag, to };
  }

  /** While a card is held at the felt's edge the table moves on below it. */
  #moveAlong(): () => void {
    const camera = this.#camera;
    const past = (at: number, size: number) =>
      at < 0 || at > size
        ? 0
        : Math.max(0, SCROLL_MARGIN_PX - at) - Math.max(0, at - size + SCROLL_MARGIN_PX);
    // On its way from the hand it crosses the edge.
    let entered = false;
    const move = () => {
      frame = requestAnimationFrame(move);
      const at = this.#hold.drag!;
      const [dx, dy] = [past(at.x, camera.width), past(at.y, camera.height)];
      if (!dx && !dy) {
        entered ||= at.y > 0 && at.y < camera.height;
      } else if (entered) {
        camera.gliding = false;
        camera.pan(SCROLL_SHARE * dx, SCROLL_SHARE * dy);
        this.#to(at);
      }
    };
    let frame = requestAnimationFrame(move);
    return () => cancelAnimationFrame(frame);
  }
}
