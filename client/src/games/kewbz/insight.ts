/** The coach's insights in words: what was better, why, and what the move cost. */

import { t } from "../../i18n/index.svelte";
import type { Insight } from "../../net/wire";

export function insight({ name, facts, cost }: Insight): string {
  if (!name) return "";
  const points = Math.max(1, Math.round(cost));
  return t(`kewbz.insight.${name}`, { ...facts, points });
}
