/** How long timers run: alone or only with bots as in the settings, else as chosen for the table. */

import type { GameClient } from "../../games/types";
import type { settings } from "../../state/settings.svelte";
import type { Option } from "./options";

export const lengths = ["normal", "double", "off"] as const;

/** The times that people have to keep, where they are not the usual ones. */
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
