import type { Camera } from "./camera.svelte";
import type { Point } from "./geometry";

/** So far a finger may stray and still tap, in px. */
const STRAY = 8;
const DOUBLE_TAP = 320;

export interface Wishes {
  camera: Camera;
  /** A press; true: what lies there goes along with the pointer. */
  grab: (event: PointerEvent) => boolean;
  carry: (event: PointerEvent) => void;
  drop: () => void;
  tap: (at: Point, on: Element) => void;
  /** False: it is two taps. */
  doubleTap: () => boolean;
}

/** Pan, pinch, wheel, taps and what is dragged, on the felt. */
export function gestures(wishes: Wishes) {
  const { camera } = wishes;
  return (felt: HTMLElement) => {
    const down = new Map<number, Point>();
    let pressed: { at: Point; on: Element; carries: boolean; moved: boolean } | null = null;
    let tapped = { at: { x: 0, y: 0 }, when: -Infinity };

    const place = (event: MouseEvent): Point => {
      const { left, top } = felt.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    const apart = (p: Point, q: Point) => Math.hypot(p.x - q.x, p.y - q.y);

    function press(event: PointerEvent) {
      if (event.button !== 0 || (event.target as Element).closest("button")) return;
      const at = place(event);
      felt.setPointerCapture(event.pointerId);
      down.set(event.pointerId, at);
      camera.gliding = false;
      if (down.size === 1) {
        const carries = wishes.grab(event);
        pressed = { at, on: event.target as Element, carries, moved: false };
      } else {
        if (pressed?.carries) wishes.drop();
        pressed = null;
      }
    }

    function move(event: PointerEvent) {
      const before = down.get(event.pointerId);
      if (!before) return;
      const at = place(event);
      if (down.size === 1 && pressed) {
        if (!pressed.moved && apart(at, pressed.at) < STRAY) return;
        pressed.moved = true;
        if (pressed.carries) wishes.carry(event);
        else camera.pan(at.x - before.x, at.y - before.y);
      } else if (down.size === 2) {
        const still = [...down].find(([id]) => id !== event.pointerId)![1];
        const mid = { x: (at.x + still.x) / 2, y: (at.y + still.y) / 2 };
        camera.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
        camera.zoom(apart(at, still) / Math.max(1, apart(before, still)), mid);
      }
      down.set(event.pointerId, at);
    }

    function release(event: PointerEvent) {
      if (!down.delete(event.pointerId) || !pressed) return;
      const { at, on, carries, moved } = pressed;
      pressed = null;
      if (moved || event.type === "pointercancel") {
        if (carries) wishes.drop();
      } else {
        const again =
          event.timeStamp - tapped.when < DOUBLE_TAP && apart(at, tapped.at) < 3 * STRAY;
        tapped = { at, when: event.timeStamp };
        if (!again || !wishes.doubleTap()) wishes.tap(at, on);
      }
    }

    function wheel(event: WheelEvent) {
      event.preventDefault();
      camera.gliding = false;
      const pixels = event.deltaY * (event.deltaMode ? 30 : 1);
      camera.zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0015)), place(event));
    }

    const stop = new AbortController();
    const { signal } = stop;
    felt.addEventListener("pointerdown", press, { signal });
    felt.addEventListener("pointermove", move, { signal });
    felt.addEventListener("pointerup", release, { signal });
    felt.addEventListener("pointercancel", release, { signal });
    felt.addEventListener("wheel", wheel, { signal, passive: false });
    return () => stop.abort();
  };
}
