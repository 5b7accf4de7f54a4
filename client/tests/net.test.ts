import { afterEach, describe, expect, test, vi } from "vitest";
import { freshId } from "../src/net/freshId";
import { Refused } from "../src/net/http";
import { Backoff, isTemporary } from "../src/net/retry";
import { RETRY_AFTER_S } from "../src/net/wire";

afterEach(() => vi.restoreAllMocks());

describe("what is asked for again without a word", () => {
  test.each(["offline", "going", "store-failed", "bots-busy", "too-fast", "too-many-connections"])(
    "%s",
    (code) => expect(isTemporary(new Refused(code))).toBe(true),
  );

  // The server names a time for these as well, but the player is told.
  test.each(["too-many-tables", "too-many-tries", "read-only"])("not %s: it takes long", (code) => {
    expect(RETRY_AFTER_S[code]).toBeGreaterThan(10);
    expect(isTemporary(new Refused(code))).toBe(false);
  });

  test.each(["unknown-table", "no-such-code"])("not %s: it is final", (code) =>
    expect(isTemporary(new Refused(code))).toBe(false),
  );

  test("not an error of the client", () => expect(isTemporary(new TypeError())).toBe(false));
});

describe("how long is waited", () => {
  test("twice as long each time, up to 10 s", () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    const backoff = new Backoff();
    const waits = Array.from({ length: 7 }, () => backoff.waitMs());
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  test("at least half of that, so that not all clients come at once", () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const backoff = new Backoff();
    expect([backoff.waitMs(), backoff.waitMs()]).toEqual([250, 500]);
  });

  test("from the start after a success", () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    const backoff = new Backoff();
    backoff.waitMs();
    backoff.waitMs();
    backoff.reset();
    expect(backoff.waitMs()).toBe(500);
  });

  test("at least as long as the server asks for", () => {
    expect(new Backoff().waitMs(new Refused("bots-busy"))).toBe(5000);
    expect(new Backoff().waitMs(new Refused("offline"))).toBeLessThanOrEqual(500);
  });
});

test("a fresh id is another one each time", () => {
  const ids = Array.from({ length: 100 }, freshId);
  expect(new Set(ids).size).toBe(100);
  expect(ids[0]).toMatch(/^[0-9a-z]+(-[0-9a-z]+){3}$/);
});
