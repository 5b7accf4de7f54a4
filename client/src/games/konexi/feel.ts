import { settings } from "../../state/settings.svelte";
import type { konexi } from "../../net/wire";

/** Vibration patterns in ms, by how steady the hand was. */
const SHAKES = { steady: [15], shaky: [25, 40, 25], rough: [60, 50, 90] };

/** Vibrate after a letter was let go. */
export function feel(how: konexi.Release["how"]): void {
  // Not every browser has it.
  if (settings.haptics) navigator.vibrate?.(SHAKES[how]);
}
