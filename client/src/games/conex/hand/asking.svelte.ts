/** Asking what a thing does: by a long press, a right click, or the key `i`. */

import { about } from "../about";

/** ms for which the answer is shown. */
const ANSWERED = 9000;
/** ms of a long press, and how far a finger may stray meanwhile, in px. */
const LONG = 500;
const STRAY = 8;

export class Asking {
  /** What the thing does that somebody asked about. */
  answer = $state("");
  /** A press was so long that it was a question. */
  pressed = false;

  constructor() {
    $effect(() => {
      if (!this.answer) return;
      const timer = setTimeout(() => (this.answer = ""), ANSWERED);
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
      timer = window.setTimeout(() => ask(event.target as Element), LONG);
    };
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - at.x, clientY - at.y) >= STRAY) stop();
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
