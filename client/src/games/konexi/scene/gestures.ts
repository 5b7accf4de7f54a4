/** So far a finger may stray and still tap, in px. */
const STRAY = 8;
/** ms before it is let go in which a hand's speed is measured. */
const MEASURED = 90;
/** Radians a px. */
const TURN = 0.0075;

export interface Point {
  x: number;
  y: number;
}

/** What a press starts: it turns the eye, or whatever lies there goes along with the pointer. */
export type Press = "turn" | "carry" | "swipe" | "push";

export interface Wishes {
  press: (at: Point, event: PointerEvent) => Press;
  turn: (around: number, above: number) => void;
  zoom: (by: number) => void;
  pan: (dx: number, dy: number) => void;
  /** The pointer has come to `at`; `by`: px since the last time. */
  drag: (what: Exclude<Press, "turn">, at: Point, by: Point) => void;
  /** Let go with a speed in px a second; null: it was called off. */
  drop: (what: Exclude<Press, "turn">, speed: Point | null) => void;
  tap: (at: Point) => void;
}

/** Drag, pinch, wheel and taps on the picture. */
export function gestures(wishes: Wishes) {
  return (host: HTMLElement) => {
    const down = new Map<number, Point>();
    let pressed: { at: Point; what: Press; moved: boolean } | null = null;
    let trail: { x: number; y: number; when: number }[] = [];

    const place = (event: MouseEvent): Point => {
      const { left, top } = host.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    const apart = (p: Point, q: Point) => Math.hypot(p.x - q.x, p.y - q.y);

    function press(event: PointerEvent) {
      if (event.button !== 0 || (event.target as Element).closest("button")) return;
      const at = place(event);
      host.setPointerCapture(event.pointerId);
      down.set(event.pointerId, at);
      if (down.size === 1) {
        pressed = { at, what: wishes.press(at, event), moved: false };
        trail = [];
      } else {
        if (pressed && pressed.what !== "turn") wishes.drop(pressed.what, null);
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
        trail = trail.filter(({ when }) => event.timeStamp - when < MEASURED);
        trail.push({ ...at, when: event.timeStamp });
        const by = { x: at.x - before.x, y: at.y - before.y };
        if (pressed.what === "turn") wishes.turn(-TURN * by.x, TURN * by.y);
        else wishes.drag(pressed.what, at, by);
      } else if (down.size === 2) {
        const still = [...down].find(([id]) => id !== event.pointerId)![1];
        wishes.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
        wishes.zoom(apart(at, still) / Math.max(1, apart(before, still)));
      }
      down.set(event.pointerId, at);
    }

    function release(event: PointerEvent) {
      if (!down.delete(event.pointerId) || !pressed) return;
      const { at, what, moved } = pressed;
      pressed = null;
      const off = event.type === "pointercancel";
      if (!moved && !off) {
        if (what !== "turn") wishes.drop(what, null);
        wishes.tap(at);
      } else if (what !== "turn") {
        wishes.drop(what, off ? null : speed(event.timeStamp));
      }
    }

    /** A hand that has come to rest has none. */
    function speed(now: number): Point {
      const late = trail.filter(({ when }) => now - when < MEASURED);
      const [first, last] = [late[0], late.at(-1)];
      if (!first || !last || first === last) return { x: 0, y: 0 };
      const seconds = Math.max(0.016, (now - first.when) / 1000);
      return { x: (last.x - first.x) / seconds, y: (last.y - first.y) / seconds };
    }

    function wheel(event: WheelEvent) {
      event.preventDefault();
      const pixels = event.deltaY * (event.deltaMode ? 30 : 1);
      wishes.zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0015)));
    }

    const stop = new AbortController();
    const { signal } = stop;
    host.addEventListener("pointerdown", press, { signal });
    host.addEventListener("pointermove", move, { signal });
    host.addEventListener("pointerup", release, { signal });
    host.addEventListener("pointercancel", release, { signal });
    host.addEventListener("wheel", wheel, { signal, passive: false });
    return () => stop.abort();
  };
}
