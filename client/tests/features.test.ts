import { afterEach, describe, expect, test } from "vitest";
import { percent, moveText, price, swing, comment } from "../src/features/coach/verdicts";
import { shareText } from "../src/features/days/shareText";
import { controlName, kindText, sameKind } from "../src/features/find/kinds";
import { gameOf, scaleName, whoName } from "../src/features/history/names";
import { readOptions } from "../src/features/newtable/options";
import { lengthOf, optionsOf } from "../src/features/newtable/presets";
import { usualLevel } from "../src/features/newtable/seatChoice";
import { isCorrespondence, controls, ownControl } from "../src/features/newtable/timeControls";
import { timed } from "../src/features/newtable/timers";
import { setupAddress, setupIn } from "../src/features/study/setupAddress";
import { currentNode, variationTree } from "../src/features/study/variations";
import * as figures from "../src/features/thinker/figures";
import { announce, notation, sound } from "../src/games/kewbz/notation";
import type { Entry, GameClient } from "../src/games/types";
import type { Days, GameListing, Insight } from "../src/net/wire";
import { inForce } from "../src/state/lineInForce";
import { settings } from "../src/state/settings.svelte";
import { colours, drawing, shapes } from "../src/ui/token";

/** What is needed of it here: the rest of a game draws. */
const kewbz = { name: "kewbz", notation, announce, sound } as unknown as GameClient;

const place = (seq: number, cell: string, seat = seq % 2): Entry => [
  seq,
  0,
  seat,
  { type: "place", cell },
  0,
];
const undo = (seq: number, to: number): Entry => [seq, 0, 0, { type: "undo", to }, 0];

describe("the variations of a study", () => {
  const log = [
    place(0, "d4"),
    place(1, "e4"),
    undo(2, 0),
    place(3, "d5", 1),
    undo(4, 0),
    // Played before: no new variation.
    place(5, "e4", 1),
    place(6, "f4", 0),
  ];
  const cell = ({ entry }: { entry: Entry }) => entry[3].cell;

  test("are a variationTree of the moves", () => {
    const [root, ...others] = variationTree(log, 0);
    expect(others).toEqual([]);
    expect(cell(root!)).toBe("d4");
    expect(root!.next.map(cell)).toEqual(["e4", "d5"]);
    expect(root!.next[0]!.next.map(cell)).toEqual(["f4"]);
  });

  test("begin with the study", () => {
    expect(variationTree(log, 1).map(cell)).toEqual(["e4", "d5"]);
    expect(variationTree([], 0)).toEqual([]);
  });

  test("and one of them is the currentNode one", () => {
    const nodes = variationTree(log, 0);
    expect(cell(currentNode(log, nodes, inForce(log))!)).toBe("f4");
    expect(currentNode(log, nodes, new Set())).toBeNull();
  });
});

describe("a position in an address", () => {
  test("comes back as it was", () => {
    const options = { size: 6, position: { stacks: { d4: [0, 1] }, turn: 1 } };
    const address = setupAddress("kewbz", options);
    expect(address).toMatch(/^\/setup\/kewbz\?start=/);
    expect(setupIn(address.slice(address.indexOf("?")))).toEqual(options);
  });

  test("may be missing, or unreadable", () => {
    expect(setupAddress("kewbz")).toBe("/setup/kewbz");
    expect(setupIn("")).toBeNull();
    expect(setupIn("?start={nonsense")).toBeNull();
  });
});

describe("the coach", () => {
  const insight = (changes: Partial<Insight>): Insight =>
    ({
      step: 1,
      seat: 0,
      verdict: "slip",
      name: "",
      facts: {},
      best: [],
      cost: 2.49,
      chances: [0.85, 0.15],
      ...changes,
    }) as Insight;

  test("says what a move cost", () => {
    expect(price(insight({}))).toBe("−2.5");
    expect(price(insight({ cost: 0.04 }))).toBe("");
    expect(price(insight({ verdict: "chance" }))).toBe("");
  });

  test("and how it changed the chances", () => {
    const first = insight({});
    const second = insight({ step: 2, chances: [0.12, 0.88] });
    expect(percent(0.631)).toBe("63\u00a0%");
    expect(swing(second, [first, second])).toMatchInlineSnapshot(`"Chance to win: 85 % → 12 %"`);
    expect(swing(first, [first, second])).toBe("");
    expect(swing(insight({ step: 2 }), [first])).toBe("");
    expect(swing(insight({ step: 2, seat: -1 }), [first])).toBe("");
    expect(swing(insight({ step: 2, chances: [] }), [first])).toBe("");
  });

  test("has a word for each verdict where the game has none", () => {
    expect(comment(kewbz, insight({}), place(0, "d4"), [])).toMatchInlineSnapshot(`"Slip"`);
  });

  test("names what was played", () => {
    expect(moveText(kewbz, insight({}), place(0, "d4"), null, [])).toBe("d4");
    const silent = { ...kewbz, notation: () => "" };
    expect(moveText(silent, insight({}), place(0, "d4"), null, [])).toBe(
      comment(kewbz, insight({}), place(0, "d4"), []),
    );
  });
});

test("the results of a day as a text", () => {
  const games = [
    { game: "kewbz", score: 12 },
    { game: "prolix", score: null },
    { game: "conex", score: -3 },
  ];
  const days = { number: 17, streak: 4, games } as unknown as Days;
  expect(shareText(days, "https://example.org/day")).toMatchInlineSnapshot(`
    "Inglenook No. 17
    Kewbz 12
    CONEX −3
    Days in a row: 4
    https://example.org/day"
  `);
  expect(shareText({ ...days, streak: 1, games: [] }, "").split("\n")).toHaveLength(1);
});

describe("a game that is looked for", () => {
  const sought = { game: "kewbz", seats: 2, time_control: controls["quick"]! };

  test("in words", () => {
    expect(kindText(sought)).toMatchInlineSnapshot(
      `"Kewbz · 2 players · 5 minutes each, 3 seconds more a turn"`,
    );
    expect(kindText({ ...sought, time_control: null })).toMatchInlineSnapshot(
      `"Kewbz · 2 players · No clock"`,
    );
    expect(kindText({ ...sought, time_control: ownControl(7, 7) })).toMatchInlineSnapshot(
      `"Kewbz · 2 players"`,
    );
    expect(controlName(controls["day-3"]!)).toBe("day-3");
  });

  test("is the same if all of it is", () => {
    expect(sameKind(sought, { ...sought })).toBe(true);
    expect(sameKind(sought, { ...sought, seats: 3 })).toBe(false);
    expect(sameKind(sought, { ...sought, time_control: null })).toBe(false);
  });
});

describe("clocks", () => {
  test("a clock of one's own has sane bounds", () => {
    expect(ownControl(5, 3)).toEqual({ base: 300_000, increment: 3000, cap: null });
    expect(ownControl(0, -1)).toEqual({ base: 1000, increment: 0, cap: null });
    expect(ownControl(1e9, 0).base).toBe(7 * 86_400_000);
  });

  test("are for correspondence if they count days", () => {
    expect(isCorrespondence(controls["letters"]!)).toBe(true);
    expect(isCorrespondence(controls["quick"]!)).toBe(false);
    expect(isCorrespondence(null)).toBe(false);
  });
});

describe("the options of a game", () => {
  const schema = {
    $ref: "#/$defs/Options",
    $defs: {
      Options: {
        properties: {
          size: { type: "integer", minimum: 5, maximum: 12, default: 8 },
          goal: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }], default: null },
          swap: { type: "boolean", default: true },
          mode: { enum: ["table", "duel"] },
          position: { type: "object" },
        },
      },
    },
  };

  test("are read from the server's schema", () => {
    expect(readOptions(schema)).toEqual([
      { kind: "number", name: "size", least: 5, most: 12, usual: 8 },
      { kind: "number", name: "goal", least: 1, most: 999, usual: null },
      { kind: "switch", name: "swap", usual: true },
      { kind: "choice", name: "mode", values: ["table", "duel"], usual: "table" },
    ]);
    expect(readOptions({})).toEqual([]);
  });

  test("come from a preset, by the number of players", () => {
    const preset = { name: "short", options: { 2: { size: 6, swap: true } } };
    expect(optionsOf(preset, 2)).toEqual({ size: 6, swap: true });
    expect(lengthOf(preset, 2)).toEqual({ size: 6 });
    expect(optionsOf(preset, 3)).toEqual({});
    expect(optionsOf(undefined, 2)).toEqual({});
  });

  test("timers are as long as the player has set", () => {
    const options = readOptions({
      properties: {
        timer_ms: { type: "integer", maximum: 100_000 },
        bag: { type: "integer" },
      },
    });
    const game = { timers: { timer_ms: 600_000 } } as unknown as GameClient;
    const values = { timer_ms: 60_000, bag: 3 };
    expect(timed(game, options, values, "normal")).toEqual({});
    expect(timed(game, options, values, "double")).toEqual({ timer_ms: 100_000 });
    expect(timed(game, options, values, "off")).toEqual({ timer_ms: 600_000 });
  });
});

describe("the level of bots", () => {
  const listing = {
    name: "kewbz",
    levels: [{ level: "gentle" }, { level: "fierce" }],
    your_level: "gentle",
  } as unknown as GameListing;
  afterEach(() => (settings.levels = {}));

  test("is the one that fits, or was last chosen, if there still is such a one", () => {
    expect(usualLevel(listing)).toBe("gentle");
    settings.levels = { kewbz: "fierce" };
    expect(usualLevel(listing)).toBe("fierce");
    settings.levels = { kewbz: "gone" };
    expect(usualLevel(listing)).toBe("gentle");
  });
});

test("names in a history", () => {
  const who = { level: null, name: null, bot: false, author: null } as never;
  expect(whoName("kewbz", { ...(who as object), name: "Ada" } as never)).toBe("Ada");
  expect(whoName("kewbz", who)).toMatchInlineSnapshot(`"Someone"`);
  expect(whoName("kewbz", { ...(who as object), level: "gentle" } as never)).toMatchInlineSnapshot(
    `"Gentle"`,
  );
  expect(
    whoName("kewbz", { ...(who as object), bot: true, name: "Gambit", author: "Ada" } as never),
  ).toMatchInlineSnapshot(`"Gambit (bot by Ada)"`);
  expect(scaleName("kewbz")).toBe("Kewbz");
  expect(scaleName("prolix-duel")).toMatchInlineSnapshot(`"Prolix, duel"`);
  expect(gameOf("prolix-duel")).toBe("prolix");
});

test("what the thinker says, in figures", () => {
  expect(figures.percent(0.618)).toMatchInlineSnapshot(`"62 %"`);
  expect([3.44, -0.26, 0].map(figures.points)).toEqual(["+3.4", "−0.3", "+0.0"]);
});

test("a token is drawn by its name; one that is not known, like the first", () => {
  expect(drawing("fish-slate")).toMatchObject({ shape: "fish", colour: "slate" });
  expect(drawing("")).toMatchObject({ shape: shapes[0], colour: colours[0] });
  // No two differ only in their colour.
  expect(new Set(colours.map((colour) => drawing(`star-${colour}`).mark)).size).toBe(
    colours.length,
  );
});
