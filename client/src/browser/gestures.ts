/** How far a finger may stray and still tap, in px. */
const STRAY = 8;
/** ms between two taps that are one double tap. */
const DOUBLE_TAP = 320;
/** ms before it is let go in which a hand's speed is measured. */
const MEASURED = 90;

export interface Point {
  x: number;
  y: number;
}

/** What is wanted of a picture. `Held` is whatever a press can take along; points are its px. */
export interface Wishes<Held> {
  /** What lies there and goes along with the pointer; null: the picture itself is moved. */
  press: (at: Point, event: PointerEvent) => Held | null;
  /** The picture is moved by one pointer, this many px. */
  slide: (by: Point) => void;
  /** The picture is moved by two pointers. */
  pan: (by: Point) => void;
  zoom: (times: number, about: Point) => void;
  /** What is held has come to `at`; `by`: px since the last time. */
  drag: (held: Held, at: Point, by: Point) => void;
  /** Let go with a speed in px per second; null: it was called off, or not moved at all. */
  drop: (held: Held, speed: Point | null) => void;
  tap: (at: Point, on: Element) => void;
  /** False: it is two taps. */
  doubleTap?: () => boolean;
}

/** Drag, pinch, wheel and taps on a picture. */
export function gestures<Held>(wishes: Wishes<Held>) {
  return (host: HTMLElement) => {
    const down = new Map<number, Point>();
    let pressed: { at: Point; on: Element; held: Held | null; moved: boolean } | null = null;
    let trail: { x: number; y: number; when: number }[] = [];
    let tapped = { at: { x: 0, y: 0 }, when: -Infinity };

    const place = (event: MouseEvent): Point => {
      const { left, top } = host.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    const apart = (p: Point, q: Point) => Math.hypot(p.x - q.x, p.y - q.y);

    function press(event: PointerEvent) {
      const on = event.target as Element;
      if (event.button !== 0 || on.closest("button")) return;
      const at = place(event);
      host.setPointerCapture(event.pointerId);
      down.set(event.pointerId, at);
      if (down.size === 1) {
        pressed = { at, on, held: wishes.press(at, event), moved: false };
        trail = [];
      } else {
        if (pressed && pressed.held !== null) wishes.drop(pressed.held, null);
        pressed = null;
      }
    }

    function move(event: PointerEvent) {
      const before = down.get(event.pointerId);
      if (!before) return;
      const at = place(event);
      const by = { x: at.x - before.x, y: at.y - before.y };
      if (down.size === 1 && pressed) {
        if (!pressed.moved && apart(at, pressed.at) < STRAY) return;
        pressed.moved = true;
        trail = trail.filter(({ when }) => event.timeStamp - when < MEASURED);
        trail.push({ ...at, when: event.timeStamp });
        if (pressed.held === null) wishes.slide(by);
        else wishes.drag(pressed.held, at, by);
      } else if (down.size === 2) {
        const still = [...down].find(([id]) => id !== event.pointerId)![1];
        const middle = { x: (at.x + still.x) / 2, y: (at.y + still.y) / 2 };
        wishes.pan({ x: by.x / 2, y: by.y / 2 });
        wishes.zoom(apart(at, still) / Math.max(1, apart(before, still)), middle);
      }
      down.set(event.pointerId, at);
    }

    function release(event: PointerEvent) {
      if (!down.delete(event.pointerId) || !pressed) return;
      const { at, on, held, moved } = pressed;
      pressed = null;
      const off = event.type === "pointercancel";
      if (held !== null) wishes.drop(held, moved && !off ? speed(event.timeStamp) : null);
      if (moved || off) return;
      const again = event.timeStamp - tapped.when < DOUBLE_TAP && apart(at, tapped.at) < 3 * STRAY;
      tapped = { at, when: event.timeStamp };
      if (!again || !wishes.doubleTap?.()) wishes.tap(at, on);
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
      wishes.zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0015)), place(event));
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
