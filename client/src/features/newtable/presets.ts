import type { Preset } from "../../games/types";

/** The options that a preset sets for this many players. */
export function optionsOf(preset: Preset | undefined, players: number): Record<string, unknown> {
  return preset?.options[players] ?? {};
}

/** The options of a preset without its switches, which are shown on their own. */
export function lengthOf(preset: Preset, players: number): Record<string, unknown> {
  const all = Object.entries(optionsOf(preset, players));
  return Object.fromEntries(all.filter(([, value]) => typeof value !== "boolean"));
}
