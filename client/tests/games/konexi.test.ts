import { describe, expect, test } from "vitest";
import figures from "../../src/games/konexi/figures.json";
import outlines from "../../src/games/konexi/outlines.json";
import { insight, now } from "../../src/games/konexi/coach";
import * as words from "../../src/games/konexi/describe";
import { rings, towers } from "../../src/games/konexi/figures";
import { announce, hint, notation, sound } from "../../src/games/konexi/notation";
import { layOut } from "../../src/games/konexi/panel/graph";
import { gauge, promise, tint } from "../../src/games/konexi/pieces/colours";
import { letterOf } from "../../src/games/konexi/pieces/letters";
import { needle, told } from "../../src/games/konexi/pieces/meter";
import { joinedStance, stanceOf } from "../../src/games/konexi/pieces/turning";
import type { Film } from "../../src/games/konexi/scene/film/film";
import { Playback } from "../../src/games/konexi/scene/film/playback";
import { FilmTiming } from "../../src/games/konexi/scene/film/timing";
import type { FilmEvents } from "../../src/games/konexi/scene/film/events";
import type { Palette } from "../../src/games/konexi/scene/palette";
import { FrameRate } from "../../src/games/konexi/scene/render/frameRate";
import type { Pieces } from "../../src/games/konexi/scene/shapes/pieces";
import * as polygon from "../../src/games/konexi/scene/shapes/polygon";
import type { Entry } from "../../src/games/types";
import type { konexi } from "../../src/net/wire";

const names = ["Ada", "Bob"];
type Q = [number, number, number, number];
/** No turn: a letter lies on its back. A quarter about x: it stands. */
const [LIES, STANDS]: [Q, Q] = [
  [1, 0, 0, 0],
  [Math.SQRT1_2, Math.SQRT1_2, 0, 0],
];
const standing = (letter: string, parent: string | null, more = {}): konexi.Standing => ({
  ...{ letter, parent, x: 0, y: 0, z: 250, q: STANDS, own: 0, at: 0, roll: 0, stress: null },
  ...more,
});

const view = {
  seats: 2,
  phase: "place",
  active: 0,
  ring: "QWERTY",
  left: "E",
  right: "R",
  hand: "T",
  new: null,
  may: ["join"],
  tower: [standing("H", null), standing("E", "H", { stress: 0.4 })],
  links: [{ a: "E", at_a: 0, b: "H", at_b: 2 }],
  rests: [{ pose: 1, name: "upright" }],
  proposal: null,
  release: null,
  fall: null,
  rejected: null,
  words: [[{ word: "RULE", points: 6 }], []],
  scores: [6, 2],
  penalty: 3,
  safe: 50,
} as unknown as konexi.View;
const seen = (more: object) => ({ ...view, ...more }) as konexi.View;

describe("letters", () => {
  test("each connector of a letter has a name of its own", () => {
    for (const name of Object.keys(outlines)) {
      const { connectors, outline, width } = letterOf(name);
      // Two kinds may share a place on a face: a tooth is not taken for a notch.
      const places = connectors.map(({ side, which }) => `${side} ${which}`);
      expect(new Set(places).size, name).toBe(places.length);
      expect(outline).toMatch(/^M.*Z$/);
      expect(width).toBeGreaterThan(0);
    }
    expect(() => letterOf("?")).toThrow("no letter ?");
  });

  test("in words", () => {
    expect([
      words.where("H", 0),
      words.describeConnector("H", 2),
      words.describeOwn("H", 1),
      words.describeMeeting("E", 0, "H", 2),
      words.describeSteady(62),
      words.describeSteady(-1),
    ]).toMatchInlineSnapshot(`
      [
        "at the top left",
        "H’s notch at the bottom left",
        "tooth at the top right",
        "E’s tooth at the top into H’s notch at the bottom left",
        "steady 62",
        "will fall",
      ]
    `);
  });

  test("which way they are turned", () => {
    expect(stanceOf(LIES)).toBe("face-up");
    expect(stanceOf([0, 1, 0, 0])).toBe("face-down");
    expect(stanceOf(STANDS)).toBe("upright");
    expect(stanceOf([Math.SQRT1_2, -Math.SQRT1_2, 0, 0])).toBe("upside-down");
    expect(stanceOf([Math.SQRT1_2, 0, Math.SQRT1_2, 0])).toBe("sideways");
  });

  test("a letter whose foot is on the head of another stands as that one does", () => {
    // The tooth at the top of H in a notch at the bottom of E.
    const [to, own] = [
      { letter: "H", at: 0 },
      { letter: "E", at: 1, roll: 0 },
    ];
    expect(joinedStance(STANDS, to, own)).toBe("upright");
    expect(joinedStance(STANDS, to, { ...own, roll: 2 })).toBe("upright");
    expect(joinedStance(LIES, to, own)).toBe("face-up");
    expect(joinedStance(LIES, to, { ...own, roll: 2 })).toBe("face-down");
  });
});

describe("the gauge", () => {
  test("says whether it stands, may fall, or falls", () => {
    expect([gauge(62, 50), gauge(20, 50), gauge(-1, 50)]).toEqual(["● 62", "▲ 20", "✕ –"]);
    expect(promise(null, 50)).toBe("ember");
    expect(tint("A")).toMatch(/^#/);
  });

  test("and the needle swings between −1 and 1", () => {
    const meter = { begins: 0, since: 1000, period: 2000 } as konexi.Meter;
    expect(needle(meter, 1000)).toBeCloseTo(0);
    expect(needle(meter, 1500)).toBeCloseTo(1);
    expect(needle(meter, 2500)).toBeCloseTo(-1);
    expect(needle({ ...meter, begins: 250 }, 1000)).toBeCloseTo(1);
    expect(told(1234.6)).toEqual({ released: 1235 });
  });
});

test("the tower as a tree: what hangs on a letter is above it", () => {
  const tower = [standing("H", null), standing("E", "H"), standing("R", "H"), standing("U", "R")];
  const { nodes, width, height } = layOut(tower);
  expect([width, height]).toEqual([2, 3]);
  expect(nodes.get("H")).toEqual({ letter: "H", x: 0.5, y: 2 });
  expect(nodes.get("U")).toEqual({ letter: "U", x: 1, y: 0 });
  expect(layOut([])).toMatchObject({ width: 1, height: 1 });
});

describe("the tower in words", () => {
  test("a letter, and what it hangs on", () => {
    expect(view.tower.map((each) => words.describeStanding(view, each))).toMatchInlineSnapshot(`
      [
        "H is on the table, upright.",
        "E, upright, its middle 25 cm up: E’s tooth at the top into H’s notch at the bottom left. The joint bears 40 % of what it can hold.",
      ]
    `);
  });

  test("a place, and the ways there", () => {
    const place = { to: "H", at: 0, ways: [] };
    expect([
      words.describeWay(view, place, [0, 0, 40]),
      words.describeWay(view, { ...place, to: "Z" }, [0, 1, null]),
      words.describeJoin(view, place, [0, 0, 40]),
      words.describeJoin(view, place, [0, 0, null]),
    ]).toMatchInlineSnapshot(`
      [
        "notch at the top left, not turned, then upside down",
        "notch at the top left, turned a quarter",
        "T’s notch at the top left onto H’s tooth at the top left, not turned: steady 40",
        "T’s notch at the top left onto H’s tooth at the top left, not turned",
      ]
    `);
  });

  test("a fall", () => {
    const fall = {
      seat: 0,
      bumped: false,
      verdict: "came-off",
      letters: 7,
      lost: 3,
    } as konexi.Fall;
    expect([
      words.describeFall(fall, names),
      words.describeFall({ ...fall, bumped: true, lost: 0 }, names),
    ]).toMatchInlineSnapshot(`
      [
        "A letter came off the tower (letters: 7). Points lost by Ada: 3.",
        "Ada bumped the tower. A letter came off the tower (letters: 7). Ada had no points to lose.",
      ]
    `);
  });
});

describe("moves in words", () => {
  const entry = (move: object, seat = 0): Entry => [0, 0, seat, move as Entry[3], 0];
  const settled = { type: "settled", engine: "", poses: {} };
  const moves: [object, object?][] = [
    [{ type: "lots", seat: 1 }],
    [{ type: "ring" }],
    [{ type: "rolled", face: "any" }],
    [{ type: "rolled", face: "3" }],
    [{ type: "move", gap: 2 }],
    [{ type: "take", side: "left" }],
    [{ type: "found", pose: 1 }, { release: { how: "steady" } }],
    [{ type: "join", to: "H", at: 0, own: 4, roll: 0 }, { release: { how: "rough" } }],
    [{ type: "join", to: "H", at: 0, own: 0, roll: 0 }, { hand: null }],
    [{ ...settled, verdict: "stands" }],
    [
      { ...settled, verdict: "came-off", let_go: {} },
      { fall: { seat: 0, bumped: false, verdict: "came-off", letters: 7, lost: 3 } },
    ],
    [{ type: "claim", word: "rule" }],
    [{ type: "propose", word: "rule" }],
    [{ type: "vote", recognise: true }],
    [{ type: "vote", recognise: false }],
    [{ type: "bump", letter: "H" }],
    [{ type: "time" }, { rejected: "rule" }],
    [{ type: "time" }],
    [{ type: "none" }],
  ];

  test("of the log", () => {
    const lines = moves.map(([move, more = {}]) => notation(entry(move), seen(more)));
    expect(lines).toMatchInlineSnapshot(`
      [
        "■ begins",
        "new ring",
        "die: Any",
        "die: 3",
        "token between E and R",
        "takes T",
        "T on the table",
        "T → H’s tooth at the top left",
        "→ H’s tooth at the top left",
        "",
        "✕ a letter came off −3",
        "RULE",
        "asks about RULE",
        "recognises it",
        "does not recognise it",
        "bumps H",
        "time is up",
        "time is up",
        "no word",
      ]
    `);
    expect([moves[4]!, moves[5]!].map(([move]) => notation(entry(move), null)))
      .toMatchInlineSnapshot(`
      [
        "moves the token",
        "takes a letter",
      ]
    `);
  });

  test("that are said", () => {
    const lines = moves.map(([move, more = {}]) => announce(entry(move), seen(more), names));
    expect(lines).toMatchInlineSnapshot(`
      [
        "Bob begins.",
        "All letters lie in a new ring.",
        "Die: Any. The token stands between E and R.",
        "Die: 3. The token stands between E and R.",
        "Ada puts the token between E and R.",
        "Ada takes T.",
        "Ada lays T on the table. Steady hand.",
        "Ada: T’s tooth at the bottom into H’s notch at the top left. Rough hand.",
        "Ada: H’s tooth at the top left.",
        "It stands.",
        "A letter came off the tower (letters: 7). Points lost by Ada: 3.",
        "Ada claims rule: 6 points. Ada 6, Bob 2.",
        "Ada asks whether rule counts.",
        "Ada recognises the word. It counts. Ada 6, Bob 2.",
        "Ada does not recognise the word.",
        "Ada bumps H.",
        "Time is up: the word does not count.",
        "Time is up: no word.",
        "Ada has no word.",
      ]
    `);
  });

  test("and their sounds", () => {
    const sounds = moves.map(([move, more = {}]) => sound(entry(move), seen(more)));
    expect(sounds).toMatchInlineSnapshot(`
      [
        "none",
        "none",
        "die",
        "die",
        "none",
        "knock",
        "knock",
        "double-knock",
        "knock",
        "none",
        "knock",
        "write",
        "write",
        "none",
        "none",
        "knock",
        "none",
        "none",
        "none",
      ]
    `);
  });

  test("as hints", () => {
    const hints = [
      { type: "move", gap: 5 },
      { type: "take", side: "left" },
      { type: "found", pose: 1 },
      { type: "found", pose: 9 },
      { type: "join", to: "H", at: 0, own: 4, roll: 0 },
      { type: "claim", word: "rule" },
    ].map((move) => hint(move, view));
    expect(hints).toMatchInlineSnapshot(`
      [
        "token between Y and Q",
        "take E",
        "standing upright",
        "",
        "T’s tooth at the bottom into H’s notch at the top left",
        "RULE",
      ]
    `);
    expect(hint({ type: "join", to: "H", at: 0, own: 4 }, seen({ hand: null }))).toBe("");
  });

  test("that may be made now", () => {
    const phases = ["lots", "ring", "roll", "token", "take", "place", "settle", "claim", "over"];
    const vote = seen({ phase: "vote", proposal: { word: "RULE", waiting: [1] } });
    expect([
      ...phases.map((phase) => now(seen({ phase, new: "T" }), 0, names)),
      now(view, null, names),
      now(seen({ seats: 1 }), 0, names),
      now(seen({ may: ["found"] }), 0, names),
      now(vote, 1, names),
      now(vote, 0, names),
    ]).toMatchInlineSnapshot(`
      [
        "Lots are drawn for who begins.",
        "All letters are laid in a new ring.",
        "Ada rolls the die, and the token moves.",
        "Put the token anywhere in the ring: then you take a letter beside it.",
        "Take E or R: whichever makes the longer word with the tower.",
        "Join T where it holds and makes a word. A fall costs 3 points.",
        "The tower settles. If it stands, Ada may say a word.",
        "Say a word with T: its letters hang together in the tower, and each is a point.",
        "The game is over. Look back at what there was to find.",
        "Ada places T. Will it hold?",
        "Join T as high as it will hold. The tallest tower that stood counts, in mm.",
        "Lay T on the table: the steadier it lies, the taller the tower can grow.",
        "Do you know “RULE”? It counts if everybody does; one no, and it does not.",
        "The others say whether they know “RULE”.",
      ]
    `);
  });
});

describe("pictures of the rules", () => {
  test("tell a story each, in frames", () => {
    for (const { frames } of Object.values(towers)) {
      expect(frames.length).toBeGreaterThan(0);
      for (const { letters } of frames) for (const { letter } of letters) letterOf(letter);
    }
    const last = towers["rule"]!.frames.at(-1)!;
    expect(
      last.letters
        .filter(({ pale }) => !pale)
        .map(({ letter }) => letter)
        .toSorted(),
    ).toEqual([..."ELRU"]);
    expect(figures.rule.tower.length).toBe(last.letters.length);
    expect(rings["closes"]![1]!.ring).not.toContain("T");
  });
});

describe("rings of points", () => {
  const square: polygon.Ring = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ];

  test("have an area, which tells how they run", () => {
    expect(polygon.area(square)).toBe(100);
    expect(polygon.area(polygon.oriented(square, true))).toBe(-100);
    expect(polygon.oriented(square, false)).toBe(square);
    expect(polygon.along([0, 0], [0, 0])).toEqual([0, 0]);
  });

  test("can be moved inwards, and lose their corners", () => {
    expect(polygon.inset(square, 1)).toEqual([
      [1, 1],
      [9, 1],
      [9, 9],
      [1, 9],
    ]);
    const round = polygon.rounded(square, 2);
    expect(round).toHaveLength(16);
    expect(polygon.area(round)).toBeLessThan(100);
    // Where there is no corner, nothing is rounded.
    expect(polygon.rounded([[0, 0], [5, 0], ...square.slice(1)], 2)).toHaveLength(17);
  });

  test("have slots cut into them", () => {
    const slotted = polygon.slotted(square, [5, 0], [0, -1], 4, 3)!;
    expect(slotted).toHaveLength(8);
    expect(polygon.area(slotted)).toBe(88);
    expect(polygon.slotted(square, [1, 0], [0, -1], 4, 3)).toBeNull();
  });

  test("know what is inside, and how far", () => {
    expect(polygon.within([square], [5, 2])).toBe(2);
    expect(polygon.within([square], [13, 5])).toBe(-3);
    const hole = polygon.oriented(
      [
        [4, 4],
        [6, 4],
        [6, 6],
        [4, 6],
      ],
      true,
    );
    expect(polygon.within([square, hole], [5, 5])).toBe(-1);
  });
});

describe("a film", () => {
  const film = (verdict: string): Film =>
    ({ letters: ["H", "E"], frames: 61, verdict, data: new Int16Array(61 * 2 * 7) }) as Film;
  const story: FilmEvents = {
    ...{ breaks: 1, first: ["E"], strained: ["H"], swing: 4, radius: 0, height: 0, stood: [] },
    beats: [{ time: 0.5, what: "creak" }] as FilmEvents["beats"],
  };

  test("of a fall is slow where it gives way", () => {
    const reel = new FilmTiming(film("collapsed"), story, false, 1);
    expect(reel.gain).toBe(1);
    // Until 0.7 s as fast as it was, then at 0.3 to 1.7 s, then at 0.75 to 2 s.
    expect(reel.at(0.5)).toBeCloseTo(0.5);
    expect(reel.at(1.7)).toBeCloseTo(1);
    expect(reel.at(99)).toBe(2);
    expect(reel.lasts).toBeCloseTo(0.7 + 1 / 0.3 + 0.3 / 0.75 + 1.6);
  });

  test("of a tower that stands enlarges its swings", () => {
    const reel = new FilmTiming(film("stands"), story, false, 1);
    expect(reel.gain).toBe(2);
    expect(reel.at(1)).toBeCloseTo(0.6);
    const again = new FilmTiming(film("stands"), story, true, 1);
    expect(again.lasts).toBeGreaterThan(reel.lasts);
  });

  test("is played from its second picture on, and tells what happens once", () => {
    const [marks, heard]: [unknown[], string[]] = [[], []];
    const pieces = {
      set: () => {},
      mark: (letter: string, colour: unknown) => colour && marks.push([letter, colour]),
    } as unknown as Pieces;
    const palette = { ember: "ember", wine: "wine" } as unknown as Palette;
    const playback = new Playback(new FilmTiming(film("collapsed"), story, false, 1), pieces, {
      beat: ({ what }) => heard.push(what),
      broke: (first) => heard.push(`broke ${first}`),
    });
    expect(playback.has("H")).toBe(true);
    expect(playback.tagged).toEqual([]);
    expect(playback.step(0, palette)).toBe(true);
    expect(playback.step(5000, palette)).toBe(true);
    expect(playback.step(5600, palette)).toBe(true);
    expect(heard).toEqual(["creak"]);
    expect(playback.step(7000, palette)).toBe(true);
    expect(heard).toEqual(["creak", "broke E"]);
    expect(marks).toContainEqual(["E", "ember"]);
    expect(marks).toContainEqual(["H", "wine"]);
    expect(playback.tagged).toEqual(["E"]);
    expect(playback.step(99_000, null)).toBe(false);
    const stands = new Playback(new FilmTiming(film("stands"), story, false, 1), pieces, {
      beat: () => {},
      broke: () => {},
    });
    expect(stands.tagged).toEqual(["H", "E"]);
  });
});

describe("pictures that come too slowly", () => {
  const frames = (haste: FrameRate, ms: number, n: number) => {
    for (let i = 0; i < n; i++) haste.frame(ms);
    return haste.needed;
  };

  test("are simpler until they are quick for long", () => {
    const haste = new FrameRate(false);
    expect(frames(haste, 60, 2)).toBe(false);
    expect(frames(haste, 60, 1)).toBe(true);
    expect(frames(haste, 10, 79)).toBe(true);
    expect(frames(haste, 10, 1)).toBe(false);
  });

  test("or always, where that is known", () =>
    expect(frames(new FrameRate(true), 10, 200)).toBe(true));
});

test("the coach says what was better, or that nothing was", () => {
  const entry: Entry = [0, 0, 0, { type: "take" }, 0];
  const told = (more: object) =>
    insight({ facts: { letter: "T", better: "V" }, best: [], cost: 1.26, ...more } as never, entry);
  expect([
    told({ name: "took", verdict: "slip", best: [{ type: "take" }] }),
    told({ name: "took", verdict: "good" }),
    told({ name: "held", verdict: "chance", facts: { risk: 62 } }),
    told({ name: "no-word", verdict: "forced" }),
  ]).toMatchInlineSnapshot(`
    [
      "V was worth about 1.3 points more than T.",
      "T was the better letter to take.",
      "It stood against the odds: the risk was 62 %.",
      "There was no word to be had.",
    ]
  `);
});
