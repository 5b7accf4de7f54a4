/** When a request that failed is sent again. The only place that knows. */

import { Refused } from "./http";
import { RETRY_AFTER_S } from "./wire";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/**
 * Whether a request that failed like this is sent again without asking the player: the server could
 * not be reached, or says that it will answer within `LONGEST_WAIT_MS`. Any other refusal is final,
 * or takes so long that the player is told.
 */
export function isTemporary(why: unknown): boolean {
  return why instanceof Refused && toldWaitMs(why) <= LONGEST_WAIT_MS;
}

/** The shortest wait before the next try; infinite if another try does not help. */
function toldWaitMs({ code }: Refused): number {
  return code === "offline" ? 0 : 1000 * (RETRY_AFTER_S[code] ?? Infinity);
}

/**
 * How long to wait before each new try: exponential back-off with jitter, so that the pages of a
 * server that has restarted do not all come at once.
 */
export class Backoff {
  #failures = 0;

  /** Start anew: a try was successful. */
  reset(): void {
    this.#failures = 0;
  }

  /** ms to wait after one more failure: at least as long as the server asks for. */
  waitMs(why?: unknown): number {
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures++);
    const told = why instanceof Refused ? toldWaitMs(why) : 0;
    return Math.max(told, wait * (0.5 + Math.random() / 2));
  }
}
