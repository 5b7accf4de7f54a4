/** What a seat may do now, and the coach's insights, in words. */

import { t } from "../../i18n/index.svelte";
import type { Insight, prolix } from "../../net/wire";
import type { Entry } from "../types";

/** See `GameClient.now`. */
export function now(view: prolix.View, seat: number | null, names: string[]): string {
  const name = view.active === null ? "" : (names[view.active] ?? "");
  const say = (what: string, facts: Record<string, string | number> = {}) =>
    t(`prolix.now.${what}`, { name, ...facts });
  const may = (deed: prolix.View["may"][number]) => seat !== null && view.may.includes(deed);

  switch (view.phase) {
    case "over":
    case "lots":
    case "draw":
      return say(view.phase);
    case "ready":
      return say(may("ready") ? "ready" : "ready.wait");
    case "write":
      if (view.mode === "solo") return say("solo", { n: view.targets[view.round - 1] ?? 0 });
      if (!may("write")) return say("duel.wait");
      return say(view.deadline === null ? "duel" : "duel.hurry");
    case "window":
      return say(may("say") ? "window" : "window.wait");
    case "challenge":
      if (!may("challenge")) return say("challenge.wait");
      return view.risk ? say("challenge", { n: view.risk }) : say("challenge.duel");
    case "vote":
      return say(may("vote") ? "vote" : "vote.wait");
    case "open":
      if (seat === null) return say("watch");
      if (view.active === seat) return say(view.interruptions ? "again" : "mine");
      if (view.sheets[seat]?.out) return say("out");
      if (view.timer.holder === seat) return say("holds");
      return say("other", { n: view.price?.points ?? 0 });
  }
}

/** See `GameClient.insight`. */
export function insight({ name, facts, best }: Insight, entry: Entry, names: string[]): string {
  const told = t(`prolix.insight.${name}`, { name: names[entry[2]] ?? "", ...facts });
  if (!best.length || facts.best === undefined) return told;
  return `${told} ${t("prolix.insight.better", facts)}`;
}
