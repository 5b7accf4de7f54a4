/** Who this browser's person is in this house. */
import { settings } from "../../state/settings.svelte";
import type { Me } from "../../net/wire";
import { lookAtMe } from "./api";

class Myself {
  /** null until it is known. */
  me = $state.raw<Me | null>(null);

  profile = $derived(this.me?.profile ?? null);

  #learned = 0;

  /** What the server says. */
  learn = (me: Me): void => {
    this.#learned++;
    this.me = me;
    if (me.profile) settings.name = me.profile.name;
  };

  /** Ask the server. What it answers is old if something was saved meanwhile. */
  look = async (): Promise<void> => {
    const before = this.#learned;
    const me = await lookAtMe();
    if (this.#learned === before) this.learn(me);
  };

  /** The same; nobody needs to know now if it does not answer. */
  ask = async (): Promise<void> => {
    try {
      await this.look();
    } catch {
      // It is asked again with the next page.
    }
  };

  /** Nobody is known here any more. */
  forget = (): void => {
    this.#learned++;
    this.me = null;
  };
}

export const myself = new Myself();
