/** The setting "timers": who plays alone, or only with bots, may take more time. */

import type { GameClient } from "../games/types";
import type { settings } from "../settings.svelte";
import type { Option } from "./options";

/** The times that people have to keep, as the setting has them. */
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
