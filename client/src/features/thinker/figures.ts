/** A judgement of the thinker in figures. */

import { t } from "../../i18n/index.svelte";

/** A chance to win: "62 %". */
export const percent = (chance: number) => t("mind.percent", { n: Math.round(100 * chance) });

/** Points ahead: "+3.4". */
export function points(margin: number): string {
  const tenths = Math.round(10 * margin) / 10;
  return `${tenths < 0 ? "−" : "+"}${Math.abs(tenths).toFixed(1)}`;
}
