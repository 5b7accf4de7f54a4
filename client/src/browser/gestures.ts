/** A pointer that moves less than this taps. */
const TAP_WITHIN_PX = 8;
/** The longest time between the two taps of a double tap. */
const DOUBLE_TAP_MS = 320;
/** The speed of a pointer is measured over this time before it is lifted. */
const SPEED_OVER_MS = 90;

export interface Point {
  x: number;
  y: number;
}

/** What gestures on a picture do. `Held` is what a press can pick up; points are px in the picture. */
export interface GestureHandlers<Held> {
  /** Return what the pointer picks up there; null: it moves the picture. */
  press: (at: Point, event: PointerEvent) => Held | null;
  /** One pointer moves the picture by this many px. */
  slide: (by: Point) => void;
  /** Two pointers move the picture by this many px. */
  pan: (by: Point) => void;
  zoom: (times: number, about: Point) => void;
  /** The pointer has dragged `held` to `at`, `by` px from where it was. */
  drag: (held: Held, at: Point, by: Point) => void;
  /** `held` was dropped at a speed in px per second; null: cancelled, or never moved. */
  drop: (held: Held, speed: Point | null) => void;
  tap: (at: Point, on: Element) => void;
  /** Handle a double tap; false: handle it as two taps. */
  doubleTap?: () => boolean;
}

/** An attachment: drag, pinch, wheel and taps on a picture. */
export function gestures<Held>(handlers: GestureHandlers<Held>) {
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
        pressed = { at, on, held: handlers.press(at, event), moved: false };
        trail = [];
      } else {
        if (pressed && pressed.held !== null) handlers.drop(pressed.held, null);
        pressed = null;
      }
    }

    function move(event: PointerEvent) {
      const before = down.get(event.pointerId);
      if (!before) return;
      const at = place(event);
      const by = { x: at.x - before.x, y: at.y - before.y };
      if (down.size === 1 && pressed) {
        if (!pressed.moved && apart(at, pressed.at) < TAP_WITHIN_PX) return;
        pressed.moved = true;
        trail = trail.filter(({ when }) => event.timeStamp - when < SPEED_OVER_MS);
        trail.push({ ...at, when: event.timeStamp });
        if (pressed.held === null) handlers.slide(by);
        else handlers.drag(pressed.held, at, by);
      } else if (down.size === 2) {
        const still = [...down].find(([id]) => id !== event.pointerId)![1];
        const middle = { x: (at.x + still.x) / 2, y: (at.y + still.y) / 2 };
        handlers.pan({ x: by.x / 2, y: by.y / 2 });
        handlers.zoom(apart(at, still) / Math.max(1, apart(before, still)), middle);
      }
      down.set(event.pointerId, at);
    }

    function release(event: PointerEvent) {
      if (!down.delete(event.pointerId) || !pressed) return;
      const { at, on, held, moved } = pressed;
      pressed = null;
      const off = event.type === "pointercancel";
      if (held !== null) handlers.drop(held, moved && !off ? speed(event.timeStamp) : null);
      if (moved || off) return;
      const again =
        event.timeStamp - tapped.when < DOUBLE_TAP_MS && apart(at, tapped.at) < 3 * TAP_WITHIN_PX;
      tapped = { at, when: event.timeStamp };
      if (!again || !handlers.doubleTap?.()) handlers.tap(at, on);
    }

    /** The pointer's speed in px per second; 0 if it rested before it was lifted. */
    function speed(now: number): Point {
      const late = trail.filter(({ when }) => now - when < SPEED_OVER_MS);
      const [first, last] = [late[0], late.at(-1)];
      if (!first || !last || first === last) return { x: 0, y: 0 };
      const seconds = Math.max(0.016, (now - first.when) / 1000);
      return { x: (last.x - first.x) / seconds, y: (last.y - first.y) / seconds };
    }

    function wheel(event: WheelEvent) {
      event.preventDefault();
      const pixels = event.deltaY * (event.deltaMode ? 30 : 1);
      handlers.zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0015)), place(event));
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
