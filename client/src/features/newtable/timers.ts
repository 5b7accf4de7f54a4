/** The length of timers in games in real time. */

import type { GameClient } from "../../games/types";
import type { settings } from "../../state/settings.svelte";
import type { Option } from "./options";

export const lengths = ["normal", "double", "off"] as const;

/** The options that set timers, if they are not of their normal length. */
export function timed(
  game: GameClient,
  options: Option[],
  values: Record<string, unknown>,
  timers: typeof settings.timers,
): Record<string, number> {
  if (timers === "normal") return {};
  return Object.fromEntries(
    options.flatMap((option) => {
      const off = game.timers?.[option.name];
      if (option.kind !== "number" || off === undefined) return [];
      const { name, most } = option;
      return [[name, timers === "off" ? off : Math.min(most, 2 * Number(values[name]))]];
    }),
  );
}
