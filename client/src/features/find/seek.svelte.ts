/** Looking for someone to play with. It goes on whatever page is open, until somebody is there. */
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
    this.wanted = { ...wanted, id: freshId() };
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
          if (news.type === "found") this.#call(news.table, wanted.game);
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

  #call(table: string, game: string): void {
    this.found = { table, game };
    play("double-knock");
    say(t("find.here", { game: t(`${game}.title`) }));
    // Whoever is busy elsewhere is called and goes there by themselves.
    if (page().name === "find") this.join();
  }
}

/** Wait some ms, or until waiting may be over. */
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
