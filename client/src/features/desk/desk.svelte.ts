/** The state of the host's desk. */
import { Refused } from "../../net/http";
import { t } from "../../i18n/index.svelte";
import { explain, say, show } from "../../ui/notice.svelte";
import type { DeskSeen, HostAct } from "../../net/wire";
import { act, lookAtDesk } from "./api";

class Desk {
  seen = $state.raw<DeskSeen | null>(null);
  /** The host is not signed in: a link is needed. */
  outside = $state(false);

  look = async (): Promise<void> => {
    try {
      this.seen = await lookAtDesk();
      this.outside = false;
    } catch (why) {
      this.refuse(why);
    }
  };

  /** Do something; resolves to whether it was done. */
  do = async (what: HostAct): Promise<boolean> => {
    try {
      await act(what);
    } catch (why) {
      this.refuse(why);
      return false;
    }
    show(t("desk.done"));
    say(t("desk.done"));
    await this.look();
    return true;
  };

  refuse(why: unknown): void {
    if (why instanceof Refused && why.code === "not-at-desk") {
      this.outside = true;
      this.seen = null;
    } else explain(why);
  }
}

export const desk = new Desk();

/** A date and time in a language. */
export const dateAndTime = (ms: number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(ms);
