/** The search for players. It goes on while other pages are open, until somebody is found. */
import { endSeek, seekNews } from "./api";
import { freshId } from "../../net/freshId";
import { Backoff, isTemporary } from "../../net/retry";
import { onWake } from "../../browser/wake";
import { t } from "../../i18n/index.svelte";
import { explain, say } from "../../ui/notice.svelte";
import { go, page } from "../../router.svelte";
import { play } from "../../browser/sound";
import type { EndedSeek, NewSeek, Sought } from "../../net/wire";

class Seek {
  /** The game that I look for; null: none. */
  wanted = $state.raw<NewSeek | null>(null);
  /** When the search began, in ms since 1970. */
  since = $state(0);
  /** All searches, mine included. */
  sought = $state.raw<Sought[]>([]);
  /** The server does not answer, and is asked again. */
  lost = $state(false);
  /** The table that was found. */
  found = $state.raw<{ table: string; game: string } | null>(null);

  #stop: AbortController | null = null;

  start(wanted: Omit<NewSeek, "id">): void {
    this.#forget();
    this.wanted = { ...wanted, id: freshId() };
    this.since = Date.now();
    this.sought = [];
    this.found = null;
    this.#stop = new AbortController();
    void this.#follow(this.wanted, this.#stop.signal);
  }

  /** End the search; somebody may have been found a moment before. */
  async end(): Promise<void> {
    const game = this.wanted?.game;
    this.#forget();
    const { table } = await endSeek().catch((): EndedSeek => ({ table: null }));
    if (table && game) this.#announce(table, game);
  }

  /** Go to the table that was found. */
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
    const backoff = new Backoff();
    for (let failures = 0; !stopped.aborted; failures++) {
      let failure: unknown;
      try {
        for await (const news of seekNews(wanted, stopped)) {
          if (stopped.aborted) return;
          backoff.reset();
          failures = 0;
          this.lost = false;
          if (news.type === "looking") {
            this.sought = news.sought;
            continue;
          }
          this.#forget();
          if (news.type === "found") this.#announce(news.table, wanted.game);
          return;
        }
      } catch (why) {
        if (stopped.aborted) return;
        if (!isTemporary(why)) {
          this.#forget();
          explain(why);
          return;
        }
        failure = why;
      }
      this.lost = failures > 0;
      // A server that stops ends its answers: another one answers at once.
      await pause(failures ? backoff.waitMs(failure) : 0);
    }
  }

  #announce(table: string, game: string): void {
    this.found = { table, game };
    play("double-knock");
    say(t("find.here", { game: t(`${game}.title`) }));
    // On another page, the player goes there when they choose to.
    if (page().name === "find") this.join();
  }
}

/** Wait some ms, or until the network is back or the page is looked at. */
function pause(ms: number): Promise<void> {
  return new Promise((resume) => {
    const done = () => {
      clearTimeout(timer);
      ignoreWake();
      resume();
    };
    const timer = setTimeout(done, ms);
    const ignoreWake = onWake(done);
  });
}

export const seek = new Seek();
