import type { Preset } from "../games/types";

/** All that a preset sets for so many players. */
export function optionsOf(preset: Preset | undefined, players: number): Record<string, unknown> {
  return preset?.options[players] ?? {};
}

/** The same without its switches: these stand on their own, and no length of game is told by them. */
export function lengthOf(preset: Preset, players: number): Record<string, unknown> {
  const all = Object.entries(optionsOf(preset, players));
  return Object.fromEntries(all.filter(([, value]) => typeof value !== "boolean"));
}
