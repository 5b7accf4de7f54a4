/** What a seat may do now, and the coach's insights, in words. */

import { t } from "../../i18n/index.svelte";
import type { Insight, konexi } from "../../net/wire";
import type { Entry } from "../types";

/** See `GameClient.now`. */
export function now(view: konexi.View, seat: number | null, names: string[]): string {
  const { phase, active, proposal } = view;
  const facts = {
    name: active === null ? "" : (names[active] ?? ""),
    letter: (phase === "claim" ? view.new : view.hand) ?? "",
    left: view.left ?? "",
    right: view.right ?? "",
    word: proposal?.word ?? "",
    n: view.penalty,
  };
  const say = (what: string) => t(`konexi.now.${what}`, facts);
  switch (phase) {
    case "token":
    case "take":
    case "place":
    case "claim": {
      if (seat === null || seat !== active) return say(`${phase}.other`);
      if (view.may.includes("found")) return say("place.first.mine");
      return say(`${phase}.${view.seats === 1 ? "alone" : "mine"}`);
    }
    case "vote":
      return say(seat !== null && proposal?.waiting.includes(seat) ? "vote.mine" : "vote.other");
    default:
      return say(phase);
  }
}

/** See `GameClient.insight`. */
export function insight({ name, facts, best, cost, verdict }: Insight, _entry: Entry): string {
  const judged = verdict !== "chance" && verdict !== "forced";
  const none = judged && !best.length ? ".best" : "";
  return t(`konexi.insight.${name}${none}`, { cost: Math.round(10 * cost) / 10, ...facts });
}
