/** A mind at work: the worker of a game, asked for what a server would say, and for what it thinks. */

import { Refused } from "../../net/http";
import type { GameClient, Judgement, MindAsk, Scene, Strength } from "../../games/types";

/** Why a worker has no answer that is not the rules' no. */
const MISSING = "no-mind";

interface Told {
  id: number;
  answer?: unknown;
  soFar?: Judgement;
  refused?: string;
}

interface Waiting {
  done: (answer: any) => void;
  failed: (why: unknown) => void;
  soFar?: (judgement: Judgement) => void;
}

export class Mind {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor(private readonly game: GameClient) {}

  #start(): Worker {
    const worker = new Worker(this.game.thinker!.script, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Told>) => this.#hear(data);
    // Its script could not be fetched.
    worker.onerror = () => this.#fail();
    return worker;
  }

  /**
   * Something it is made of could not be had. A worker without its script stays dumb, and the runtime in it tries to
   * begin only once: whoever asks next gets another worker.
   */
  #fail() {
    this.close();
    for (const { failed } of this.#waiting.values()) failed(new Refused(MISSING));
    this.#waiting.clear();
  }

  #hear({ id, answer, soFar, refused }: Told) {
    const asked = this.#waiting.get(id);
    if (soFar) return asked?.soFar?.(soFar);
    if (refused === MISSING) return this.#fail();
    this.#waiting.delete(id);
    if (refused === undefined) asked?.done(answer);
    else asked?.failed(new Refused(refused));
  }

  #ask<T>(ask: MindAsk, soFar?: (judgement: Judgement) => void): Promise<T> {
    return new Promise((done, failed) => {
      const id = ++this.#asked;
      this.#waiting.set(id, { done, failed, soFar });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, ask });
    });
  }

  /** The addresses of all that it is made of. */
  files = () => this.#ask<string[]>({ type: "files" });
  start = (options: Record<string, unknown>) => this.#ask<Scene>({ type: "start", options });
  show = (view: unknown) => this.#ask<Scene>({ type: "show", view });
  play = (view: unknown, move: Record<string, unknown>) =>
    this.#ask<Scene>({ type: "play", view, move });
  choose = (view: unknown, strength: Strength) =>
    this.#ask<Record<string, unknown>>({ type: "choose", view, strength });
  /** Think until so many ways were gone; the next asking ends it earlier. */
  think = (view: unknown, ways: number, soFar: (judgement: Judgement) => void) =>
    this.#ask<Judgement>({ type: "think", view, ways }, soFar);

  close() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
