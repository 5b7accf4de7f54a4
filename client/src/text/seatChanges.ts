/** Changes of seats in words, and the names of those who made earlier moves. */

import type { Entry } from "../games/types";
import { t } from "../i18n/index.svelte";
import { seatName } from "./seats";
import type { SeatChange } from "../net/wire";
import { seatOf } from "./entries";

/** A change in words: "Bob sits down", "Bob leaves", "Banter plays on for Bob", "Bob is back". */
export function describeChange(game: string, { before, now, voted }: SeatChange): string {
  const [old, fresh] = [seatName(game, before), seatName(game, now)];
  if (voted) {
    const key = now.kind === "bot" ? "seating.voted.bot" : "seating.voted";
    return t(key, { name: old, by: fresh });
  }
  if (now.kept_for) return t("seating.keeps", { name: now.kept_for, by: fresh });
  if (before.kept_for && before.kept_for === now.name) return t("seating.back", { name: fresh });
  if (now.kind === "free") return t(`seating.${before.kind}.left`, { name: old });
  if (before.kind === "free") return t("seating.sat", { name: fresh });
  return t("seating.replaced", { name: old, by: fresh });
}

/** Who sat in a seat of mine since I last did: nothing if nobody did, or I never sat there. */
export function describeMeanwhile(game: string, earlier: SeatChange[], seat: number): string[] {
  const here = earlier.filter((change) => change.seat === seat);
  const left = here.findLastIndex(({ before }) => before.yours);
  const sat = left < 0 ? [] : here.slice(left).filter(({ now }) => now.kind !== "free");
  const names = new Set(sat.map(({ now }) => seatName(game, now)));
  return names.size ? [t("seating.meanwhile", { names: [...names].join(", ") })] : [];
}

/** The name of the player who made a move, also if they have left since. */
export function whoPlayed(
  game: string,
  entry: Entry,
  names: string[],
  changes: SeatChange[],
): string {
  const [seq, , , { type }] = entry;
  const seat = seatOf(entry);
  // A seat changes hands together with a resignation, which is still the old player's.
  const last = type === "resign" || type === "flag" ? seq - 1 : seq;
  const left = changes.find(
    (change) => change.seat === seat && change.after >= last && change.before.kind !== "free",
  );
  return left ? seatName(game, left.before) : (names[seat] ?? "");
}
