/** The profile of the person at this browser. */
import { settings } from "../../state/settings.svelte";
import type { Me } from "../../net/wire";
import { lookAtMe } from "./api";

class Myself {
  /** The server's answer; null until the first. */
  me = $state.raw<Me | null>(null);

  profile = $derived(this.me?.profile ?? null);

  #updates = 0;

  /** Take over an answer of the server. */
  update = (me: Me): void => {
    this.#updates++;
    this.me = me;
    if (me.profile) settings.name = me.profile.name;
  };

  /** Ask the server. Its answer is out of date if something was saved meanwhile. */
  fetch = async (): Promise<void> => {
    const before = this.#updates;
    const me = await lookAtMe();
    if (this.#updates === before) this.update(me);
  };

  /** Ask the server, and ignore errors. */
  refresh = async (): Promise<void> => {
    try {
      await this.fetch();
    } catch {
      // The next page asks again.
    }
  };

  /** The person has deleted their profile. */
  clear = (): void => {
    this.#updates++;
    this.me = null;
  };
}

export const myself = new Myself();
