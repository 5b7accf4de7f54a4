/** Looking for someone to play with. It goes on whatever page is open, until somebody is there. */
import { endSeek, Refused, seekNews } from "../../net/api";
import { t } from "../../i18n/index.svelte";
import { explain, say } from "../../ui/notice.svelte";
import { go, page } from "../../router.svelte";
import { play } from "../../browser/sound";
import type { EndedSeek, NewSeek, Sought } from "../../net/wire";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
/** ms of silence after which the connection is taken to be gone: there is news every 5 s. */
const SILENCE = 15_000;
/** What a later try may change. */
const PASSING = new Set(["offline", "store-failed", "too-fast", "too-many-connections", "going"]);

class Seek {
  /** What I look for; null: nothing. */
  wanted = $state.raw<NewSeek | null>(null);
  /** Since when, in ms since 1970. */
  since = $state(0);
  /** Who looks for what, I among them. */
  sought = $state.raw<Sought[]>([]);
  /** The server cannot be reached, and is asked again. */
  lost = $state(false);
  /** Where somebody waits for me, and what is played there. */
  found = $state.raw<{ table: string; game: string } | null>(null);

  #stop: AbortController | null = null;

  look(wanted: Omit<NewSeek, "id">): void {
    this.#forget();
    this.wanted = { ...wanted, id: crypto.randomUUID?.() ?? `${Math.random()}` };
    this.since = Date.now();
    this.sought = [];
    this.found = null;
    this.#stop = new AbortController();
    void this.#follow(this.wanted, this.#stop.signal);
  }

  /** Look no longer; somebody may have been found a moment before. */
  async end(): Promise<void> {
    const game = this.wanted?.game;
    this.#forget();
    const { table } = await endSeek().catch((): EndedSeek => ({ table: null }));
    if (table && game) this.#call(table, game);
  }

  /** Go to where somebody waits. */
  join(): void {
    if (!this.found) return;
    const { table } = this.found;
    this.found = null;
    go(`/t/${table}`);
  }

  #forget(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.wanted = null;
    this.lost = false;
  }

  async #follow(wanted: NewSeek, stopped: AbortSignal): Promise<void> {
    for (let failures = 0; !stopped.aborted; failures++) {
      try {
        for await (const news of seekNews(wanted, stopped, SILENCE)) {
          if (stopped.aborted) return;
          failures = 0;
          this.lost = false;
          if (news.type === "looking") {
            this.sought = news.sought;
            continue;
          }
          this.#forget();
          if (news.type === "found") this.#call(news.table, wanted.game);
          return;
        }
      } catch (why) {
        if (stopped.aborted) return;
        if (why instanceof Refused && !PASSING.has(why.code)) {
          this.#forget();
          explain(why);
          return;
        }
      }
      // A worker that stops ends its answers: the first time another one is asked at once.
      this.lost = failures > 0;
      await pause(failures && Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures));
    }
  }

  #call(table: string, game: string): void {
    this.found = { table, game };
    play("double-knock");
    say(t("find.here", { game: t(`${game}.title`) }));
    // Whoever is busy elsewhere is called and goes there by themselves.
    if (page().name === "find") this.join();
  }
}

/** Some ms, or until the network is back or the page is looked at. */
function pause(ms: number): Promise<void> {
  return new Promise((resume) => {
    const done = () => {
      window.clearTimeout(timer);
      window.removeEventListener("online", done);
      document.removeEventListener("visibilitychange", done);
      resume();
    };
    const timer = window.setTimeout(done, ms);
    window.addEventListener("online", done);
    document.addEventListener("visibilitychange", done);
  });
}

export const seek = new Seek();
