import { settings } from "../../state/settings.svelte";
import type { konexi } from "../../net/wire";

/** ms of shaking and of rest in turn, for a phone that can: the rougher the hand, the more. */
const SHAKES = { steady: [15], shaky: [25, 40, 25], rough: [60, 50, 90] };

/** The hand feels how it let go. */
export function feel(how: konexi.Release["how"]): void {
  // Not every browser has it.
  if (settings.haptics) navigator.vibrate?.(SHAKES[how]);
}
