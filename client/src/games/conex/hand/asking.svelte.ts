/** Explanations on request: by a long press, a right click, or the key `i`. */

import { about } from "../about";

/** How long an explanation is shown. */
const SHOWN_MS = 9000;
/** The time of a long press, and how far the pointer may move meanwhile. */
const LONG_PRESS_MS = 500;
const MOVE_LIMIT_PX = 8;

export class Asking {
  /** What the thing does that somebody asked about. */
  answer = $state("");
  /** A press was so long that it was a question. */
  pressed = false;

  constructor() {
    $effect(() => {
      if (!this.answer) return;
      const timer = setTimeout(() => (this.answer = ""), SHOWN_MS);
      return () => clearTimeout(timer);
    });
  }

  /** About what has the focus, or else what lies around it. */
  byKey(thing: Element, otherwise: () => string): void {
    this.answer = about(thing) ?? otherwise();
  }

  attach = (root: HTMLElement) => {
    let timer = 0;
    let at = { x: 0, y: 0 };
    const stop = () => window.clearTimeout(timer);
    const ask = (thing: Element) => {
      this.answer = about(thing) ?? "";
      this.pressed ||= this.answer !== "";
    };
    const down = (event: PointerEvent) => {
      stop();
      this.pressed = false;
      this.answer = "";
      at = { x: event.clientX, y: event.clientY };
      timer = window.setTimeout(() => ask(event.target as Element), LONG_PRESS_MS);
    };
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - at.x, clientY - at.y) >= MOVE_LIMIT_PX) stop();
    };
    const menu = (event: Event) => {
      if (!about(event.target as Element)) return;
      event.preventDefault();
      ask(event.target as Element);
    };
    const listening = new AbortController();
    root.addEventListener("pointerdown", down, listening);
    root.addEventListener("pointermove", move, listening);
    root.addEventListener("pointerup", stop, listening);
    root.addEventListener("pointercancel", stop, listening);
    root.addEventListener("contextmenu", menu, listening);
    return () => {
      stop();
      listening.abort();
    };
  };
}
