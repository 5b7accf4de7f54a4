/** The worker of a game that plays without the server: requests to it, and its answers. */

import { Refused } from "../../net/http";
import type { GameClient, Judgement, ThinkerAsk, Scene, Strength } from "../../games/types";

/** The reason code for a worker that could not be loaded. */
const NOT_LOADED = "no-mind";

/** A message of the worker. */
interface WorkerMessage {
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

/** A bot that plays and judges on this device, in a worker. */
export class Thinker {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor(private readonly game: GameClient) {}

  #start(): Worker {
    const worker = new Worker(this.game.thinker!.script, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => this.#hear(data);
    // The script could not be loaded.
    worker.onerror = () => this.#fail();
    return worker;
  }

  /**
   * A file of the worker could not be loaded. A worker does not try that twice, so the next request
   * starts another one.
   */
  #fail() {
    this.close();
    for (const { failed } of this.#waiting.values()) failed(new Refused(NOT_LOADED));
    this.#waiting.clear();
  }

  #hear({ id, answer, soFar, refused }: WorkerMessage) {
    const asked = this.#waiting.get(id);
    if (soFar) return asked?.soFar?.(soFar);
    if (refused === NOT_LOADED) return this.#fail();
    this.#waiting.delete(id);
    if (refused === undefined) asked?.done(answer);
    else asked?.failed(new Refused(refused));
  }

  #ask<T>(ask: ThinkerAsk, soFar?: (judgement: Judgement) => void): Promise<T> {
    return new Promise((done, failed) => {
      const id = ++this.#asked;
      this.#waiting.set(id, { done, failed, soFar });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, ask });
    });
  }

  /** The addresses of all files of the worker. */
  files = () => this.#ask<string[]>({ type: "files" });
  start = (options: Record<string, unknown>) => this.#ask<Scene>({ type: "start", options });
  show = (view: unknown) => this.#ask<Scene>({ type: "show", view });
  play = (view: unknown, move: Record<string, unknown>) =>
    this.#ask<Scene>({ type: "play", view, move });
  choose = (view: unknown, strength: Strength) =>
    this.#ask<Record<string, unknown>>({ type: "choose", view, strength });
  /** Search so many positions; another request ends the search early. */
  think = (view: unknown, ways: number, soFar: (judgement: Judgement) => void) =>
    this.#ask<Judgement>({ type: "think", view, ways }, soFar);

  close() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
