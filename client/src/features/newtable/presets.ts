import type { Preset } from "../../games/types";

/** All that a preset sets for this many players. */
export function optionsOf(preset: Preset | undefined, players: number): Record<string, unknown> {
  return preset?.options[players] ?? {};
}

/** The same without its switches: these stand on their own, and do not tell the length. */
export function lengthOf(preset: Preset, players: number): Record<string, unknown> {
  const all = Object.entries(optionsOf(preset, players));
  return Object.fromEntries(all.filter(([, value]) => typeof value !== "boolean"));
}
