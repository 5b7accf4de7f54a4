import { onWake } from "../browser/wake";
import { withdraw } from "../ui/notice.svelte";
import { Refused } from "./http";
import { Backoff, isTemporary } from "./retry";
import { checkVersion } from "./version.svelte";

/**
 * The answer to a request that a page needs. The request is repeated until the server answers: after
 * a growing wait, and at once when the network is back or the page is looked at again.
 *
 * Create it while a component is initialised: it stops together with the component.
 */
export class Loaded<T> {
  value = $state.raw<T | null>(null);
  /** The server did not answer, and is asked again. */
  lost = $state(false);
  /** The code with which the server refused for good; "" if it did not. */
  refused = $state("");

  #timer = 0;
  #backoff = new Backoff();
  #asking = false;
  #stopped = false;

  constructor(
    private readonly load: () => Promise<T>,
    /** ms after which the answer is requested anew; 0: never. */
    private readonly every = 0,
  ) {
    $effect(() => {
      void this.ask();
      const ignoreWake = onWake(this.#wake);
      return () => {
        this.#stopped = true;
        window.clearTimeout(this.#timer);
        ignoreWake();
      };
    });
  }

  /** Send the request now, without waiting any longer. */
  ask = async (): Promise<void> => {
    if (this.#asking || this.#stopped) return;
    this.#asking = true;
    window.clearTimeout(this.#timer);
    try {
      this.value = await this.load();
      this.#backoff.reset();
      if (this.lost) void checkVersion();
      this.lost = false;
      this.refused = "";
      withdraw("offline");
      this.#plan(this.every);
    } catch (why) {
      this.lost = isTemporary(why);
      if (this.lost) this.#plan(this.#backoff.waitMs(why));
      else this.refused = why instanceof Refused ? why.code : "other";
    } finally {
      this.#asking = false;
    }
  };

  #plan(wait: number): void {
    if (wait && !this.#stopped) this.#timer = window.setTimeout(this.#due, wait);
  }

  /** While the page is hidden, the request waits until it becomes visible. */
  #due = (): void => {
    if (!document.hidden) void this.ask();
  };

  #wake = (): void => {
    if (!document.hidden && !this.refused && (this.lost || this.every)) void this.ask();
  };
}
