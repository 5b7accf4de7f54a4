/** How long timers run: alone or only with bots as in the settings, else as chosen for the table. */

import type { GameClient } from "../games/types";
import type { settings } from "../settings.svelte";
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
      if (option.kind !== "number" || !game.timers?.includes(option.name)) return [];
      const { name, least, most } = option;
      // A game that cannot do without a limit has at least a generous one.
      const off = least === 0 ? 0 : most;
      return [[name, timers === "off" ? off : Math.min(most, 2 * Number(values[name]))]];
    }),
  );
}
