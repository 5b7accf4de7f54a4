import { Refused } from "./api";
import { withdraw } from "../ui/notice.svelte";
import { checkVersion } from "./version.svelte";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
/** What a later try may change. */
const PASSING = new Set(["offline", "store-failed", "too-fast", "bots-busy"]);

/**
 * Something a page needs from the server. It is asked for until it is answered: after a growing
 * wait, and at once when the network is back or the page is looked at again.
 *
 * To be made where effects may be; it stops with the page.
 */
export class Loaded<T> {
  value = $state.raw<T | null>(null);
  /** The server could not be reached, and is asked again. */
  lost = $state(false);
  /** The server's no, which asking again would not change. */
  refused = $state("");

  #timer = 0;
  #failures = 0;
  #asking = false;
  #stopped = false;

  constructor(
    private readonly question: () => Promise<T>,
    /** ms after which it is asked for anew; without it, once is enough. */
    private readonly every = 0,
  ) {
    $effect(() => {
      void this.ask();
      window.addEventListener("online", this.#wake);
      document.addEventListener("visibilitychange", this.#wake);
      return () => {
        this.#stopped = true;
        window.clearTimeout(this.#timer);
        window.removeEventListener("online", this.#wake);
        document.removeEventListener("visibilitychange", this.#wake);
      };
    });
  }

  /** Ask now, whatever was planned. */
  ask = async (): Promise<void> => {
    if (this.#asking || this.#stopped) return;
    this.#asking = true;
    window.clearTimeout(this.#timer);
    try {
      this.value = await this.question();
      this.#failures = 0;
      if (this.lost) void checkVersion();
      this.lost = false;
      this.refused = "";
      withdraw("offline");
      this.#plan(this.every);
    } catch (why) {
      const code = why instanceof Refused ? why.code : "other";
      if (PASSING.has(code)) {
        this.lost = true;
        this.#plan(Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures++));
      } else {
        this.lost = false;
        this.refused = code;
      }
    } finally {
      this.#asking = false;
    }
  };

  #plan(wait: number): void {
    if (wait && !this.#stopped) this.#timer = window.setTimeout(this.#due, wait);
  }

  /** A page that nobody looks at waits until somebody does. */
  #due = (): void => {
    if (!document.hidden) void this.ask();
  };

  #wake = (): void => {
    if (!document.hidden && !this.refused && (this.lost || this.every)) void this.ask();
  };
}
