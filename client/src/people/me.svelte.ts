/** Who this browser's person is in this house. */
import { settings } from "../settings.svelte";
import type { Me } from "../wire";
import { lookAtMe } from "./api";

class Myself {
  /** null until it is known. */
  me = $state.raw<Me | null>(null);

  profile = $derived(this.me?.profile ?? null);

  /** What the server says. */
  learn = (me: Me): void => {
    this.me = me;
    if (me.profile) settings.name = me.profile.name;
  };

  /** Ask the server; nobody needs to know now if it does not answer. */
  ask = async (): Promise<void> => {
    try {
      this.learn(await lookAtMe());
    } catch {
      // It is asked again with the next page.
    }
  };
}

export const myself = new Myself();
