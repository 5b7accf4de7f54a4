import { describe, expect, test } from "vitest";
import { about, aboutSymbol } from "../../src/games/conex/about";
import * as words from "../../src/games/conex/describe";
import { changes } from "../../src/games/conex/felt/changes";
import { cloth, framed, FRAME, inUse, roomier } from "../../src/games/conex/felt/extent";
import * as geometry from "../../src/games/conex/felt/geometry";
import * as spots from "../../src/games/conex/felt/spots";
import { arranged } from "../../src/games/conex/hand/slots";
import { insight } from "../../src/games/conex/insight";
import { announce, corner, notation, sound } from "../../src/games/conex/notation";
import { now } from "../../src/games/conex/now";
import { board, cardOf, type Patch } from "../../src/games/conex/pieces/deck";
import { bends, fieldsTo, stand } from "../../src/games/conex/pieces/track";
import deck from "../../../src/inglenook/games/conex/deck.json";
import type { Entry } from "../../src/games/types";
import type { conex, Insight } from "../../src/net/wire";

const names = ["Ada", "Bob"];
const cards = deck.cards as { id: string; symbol: string; patches: Patch[] }[];
const withSymbol = (symbol: string) => cards.find((card) => card.symbol === symbol)!.id;
const [plain, plus2, die] = [withSymbol("none"), withSymbol("plus2"), withSymbol("die")];
const at = { x: 0, y: 0, d: 0 };

const fixed: conex.Fixed = {
  ...at,
  card: plain,
  corner: 0,
  target: "board",
  spot: 1,
  points: 4,
  plus: 0,
  y: 60_000,
} as conex.Fixed;
const slide = {
  ...fixed,
  corner: 1,
  target: die,
  spot: 2,
  x: -30_000,
  y: -80_000,
  to_x: 30_000,
  to_y: -80_000,
  from: 0,
  to: 60_000,
} as unknown as conex.Slide;
const legal = { fixed: [fixed], slides: [slide] } as unknown as conex.Legal;

const view = {
  seat: 0,
  active: 0,
  phase: "turn",
  may: ["lay", "draw"],
  owing: [],
  laid: [{ ...at, card: die, on: "board" }],
  free: [die],
  stars: { star2x: null, lightning: null },
  points: [6, 2],
  factor: 2,
  legal,
  table_mm: board.tables["small"],
} as unknown as conex.View;
const seen = (more: object) => ({ ...view, ...more }) as conex.View;

describe("geometry", () => {
  const square = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 0, y: 10 },
  ];

  test("views have µm and y up, drawings mm and y down", () => {
    expect(geometry.centre({ x: 1500, y: 2000 })).toEqual({ x: 1.5, y: -2 });
    expect(geometry.transform({ x: 1000, y: 0, d: 6 })).toBe("translate(1 0) rotate(-90)");
  });

  test("a card turned by 90° is as wide as it was high", () => {
    const upright = geometry.bounds(geometry.placed(geometry.rim, at));
    const turned = geometry.bounds(geometry.placed(geometry.rim, { x: 0, y: 0, d: 6 }));
    expect(upright).toEqual({ left: -30, top: -45, right: 30, bottom: 45 });
    expect(turned.right).toBeCloseTo(45);
    expect(turned.bottom).toBeCloseTo(30);
  });

  test("every patch lies on its card", () => {
    for (const { patches } of cards)
      for (const patch of patches) {
        const { left, top, right, bottom } = geometry.bounds(geometry.outline(patch));
        expect(Math.min(left + 30, 30 - right, top + 45, 45 - bottom)).toBeGreaterThan(-1e-9);
      }
    expect(new Set(cards.flatMap(({ patches }) => patches.map(({ kind }) => kind))).size).toBe(3);
  });

  test("a shape moved inwards", () => {
    expect(geometry.middle(square)).toEqual({ x: 5, y: 5 });
    expect(geometry.bounds(geometry.inset(square, 2))).toEqual({
      left: 2,
      top: 2,
      right: 8,
      bottom: 8,
    });
    expect(geometry.bounds(geometry.inset(square.toReversed(), 2)).left).toBe(2);
  });

  test("the largest circle inside", () => {
    expect(geometry.roomiest(square)).toEqual({ x: 5, y: 5, r: 5 });
    // The triangle 3, 4, 5 has an inner circle of radius 1.
    const triangle = [
      { x: 0, y: 0 },
      { x: 3, y: 0 },
      { x: 0, y: 4 },
    ];
    const { x, y, r } = geometry.roomiest(triangle);
    expect([x, y, r].map((n) => Math.round(1e6 * n) / 1e6)).toEqual([1, 1, 1]);
  });

  test("the hull leaves out what is inside", () => {
    const hull = geometry.hull([...square, { x: 5, y: 5 }, { x: 5, y: 0 }]);
    expect(hull).toHaveLength(4);
    expect(geometry.listed(hull)).toBe("0,0 10,0 10,10 0,10");
    expect(geometry.path([[{ x: 1.004, y: 2 }]])).toBe("M1,2z");
  });
});

describe("where a card may be laid", () => {
  const [first, second] = spots.spotsOf(legal, plain) as [spots.Spot, spots.Spot];

  test("once around the board", () => {
    expect(spots.spotsOf(legal, plus2)).toEqual([]);
    expect([first.target, second.target]).toEqual(["board", die]);
    expect([spots.slides(first), spots.slides(second)]).toEqual([false, true]);
  });

  test("half of the way along an edge is half of the slide", () => {
    expect(spots.poseOf({ spot: second, slide: 30_000 })).toEqual({ x: 0, y: -80_000, d: 0 });
    expect(spots.poseOf({ spot: first, slide: 0 })).toEqual({ x: 0, y: 60_000, d: 0 });
  });

  test("a finger means the nearest", () => {
    const near = spots.nearest([first, second], { x: 5, y: -62 })!;
    expect(near.aim.spot).toBe(first);
    const { aim, off } = spots.towards(second, { x: 15, y: 80 });
    expect(aim.slide).toBe(45_000);
    expect(off).toBeCloseTo(0);
    expect(spots.towards(second, { x: 500, y: 80 }).aim.slide).toBe(60_000);
    expect(spots.nearest([], at)).toBeNull();
  });

  test("hints that can be drawn", () => {
    const lay = { type: "lay", card: plain, corner: 0, target: "board", spot: 1 };
    const gone = { ...lay, spot: 7 };
    const hints = [
      { move: lay, worth: 3 },
      { move: { type: "lightning", card: die }, worth: 2 },
      { move: { type: "lightning", card: plus2 }, worth: 1 },
      { move: gone, worth: 1, place: at },
      { move: gone, worth: 1 },
      { move: { type: "draw" }, worth: 0 },
    ];
    const drawn = spots.hinted(view, legal, hints as never);
    expect(drawn.map(({ rank, struck }) => [rank, struck])).toEqual([
      [1, false],
      [2, true],
      [4, false],
    ]);
    expect(drawn[0]!.aim?.spot.key).toBe(first.key);
    expect(drawn[2]!.aim).toBeNull();
  });

  test("in words", () => {
    const aim = { spot: second, slide: 15_000 };
    expect([
      words.describeSpot(first),
      words.describeSpot(second),
      words.describeAim({ spot: first, slide: 0 }, "4", [first, second]),
      words.describeAim(aim, "4", [first, second]),
    ]).toMatchInlineSnapshot(`
      [
        "yellow 3 on the board’s yellow square",
        "purple 4 on a red card with a die",
        "yellow 3 on the board’s yellow square, scores 4, spot 1 of 2",
        "purple 4 on a red card with a die, scores 4, spot 2 of 2, 15 of 60 mm along the edge",
      ]
    `);
  });
});

describe("what of the table is seen", () => {
  test("the cloth, and a frame around it", () => {
    const { right, bottom } = cloth(view);
    expect([2 * right, 2 * bottom]).toEqual(board.tables["small"]);
    expect(framed(cloth(view)).right).toBe(right + FRAME);
  });

  test("all that is in use, and no more than there is", () => {
    const used = inUse(view, []);
    // The card at the upper end, and a margin.
    expect(used.top).toBe(-(60 + 45 + 24));
    const wider = inUse(view, [{ x: 200_000, y: 0, d: 0 }]);
    expect(wider.right).toBeGreaterThan(used.right);
    const whole = framed(cloth(view));
    expect(inUse(view, [{ x: 9_000_000, y: 0, d: 0 }]).right).toBe(whole.right);
    const room = roomier(used, whole);
    expect(room.top).toBeLessThan(used.top);
    expect(room.right).toBeLessThanOrEqual(whole.right);
  });
});

describe("what moves on the screen", () => {
  const more = seen({ laid: [...view.laid, { ...at, card: plain, on: die }] });

  test("a card that was laid, and a star that was won", () => {
    const won = seen({ laid: more.laid, stars: { star2x: 1, lightning: null } });
    expect(changes(view, won)).toEqual({
      landed: plain,
      struck: null,
      won: [{ star: "star2x", seat: 1 }],
    });
  });

  test("a card that was struck", () => {
    expect(changes(more, view)).toMatchObject({ landed: null, struck: { card: plain } });
  });

  test("nothing, where more than a move lies between", () => {
    expect(changes(more, seen({ laid: [] }))).toBeNull();
  });
});

test("a card in the hand keeps its place", () => {
  const first = arranged([], ["a", "b", "c"]);
  expect(first).toEqual(["a", "b", "c"]);
  expect(arranged(first, ["a", "c"])).toEqual(["a", null, "c"]);
  expect(arranged(["a", null, "c"], ["a", "c", "d"])).toEqual(["a", "d", "c"]);
  expect(arranged(first, ["a"])).toEqual(["a"]);
});

describe("the track of points", () => {
  test("has a field for each point, the goal beside the first", () => {
    for (const goal of [30, 60, 100]) {
      const fields = fieldsTo(goal);
      expect(fields.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: goal }, (_, i) => i + 1),
      );
      // Those with numbers come last: nothing lies on them.
      const marked = fields.map(({ marked }) => marked);
      expect(marked).toEqual(marked.toSorted((a, b) => Number(a) - Number(b)));
      expect(fields.find(({ n }) => n === goal)!.marked).toBe(true);
    }
  });

  test("goes once around, and on past the goal", () => {
    expect(stand(1, 40)).toEqual(bends[0]);
    expect(stand(41, 40)).toEqual(bends[0]);
    expect(stand(-3, 40)).toEqual(stand(0, 40));
    expect(stand(0.5, 40).x).toBeCloseTo((stand(0, 40).x + bends[0]!.x) / 2);
    // Fields are as far apart as the track allows.
    const way = Math.hypot(stand(2, 40).x - stand(1, 40).x, stand(2, 40).y - stand(1, 40).y);
    expect(way).toBeGreaterThan(0);
  });
});

describe("cards in words", () => {
  test("their corners and symbols", () => {
    expect([plain, plus2, die].map(words.describeCard)).toMatchInlineSnapshot(`
      [
        "red card with yellow 3, purple 4, turquoise 1",
        "red card with purple 5, Plus 2",
        "red card with turquoise 4, yellow 1, with a die",
      ]
    `);
    expect([plain, plus2, die].map(aboutSymbol)).toMatchInlineSnapshot(`
      [
        "",
        "+2 is for whoever lays a card on this one: two points more. Laying it brings only its corner.",
        "Whoever lays it rolls the die: one or two cards, or a star.",
      ]
    `);
    expect(["board", plain, plus2].map(words.describeTarget)).toMatchInlineSnapshot(`
      [
        "the board",
        "a red card",
        "a red Plus 2 card",
      ]
    `);
    expect(() => cardOf("none")).toThrow("no card none");
  });

  test("on the table", () => {
    const laid = { ...at, card: plain, on: die } as conex.Laid;
    const both = seen({ laid: [view.laid[0], laid] });
    expect(both.laid.map((each) => words.describeLaid(each, both))).toMatchInlineSnapshot(`
      [
        "red card with turquoise 4, yellow 1, with a die, lies on the board, nothing lies on it",
        "red card with yellow 3, purple 4, turquoise 1, lies on number 1",
      ]
    `);
  });

  test("how points come together", () => {
    expect(words.sum(4, 0, 1, 4)).toBe("4");
    expect(words.sum(4, 2, 1, 6)).toBe("4 + 2 = 6");
    expect(words.sum(4, 0, 2, 8)).toBe("4 × 2 = 8");
    expect(words.sum(3, 2, 2, 10)).toBe("(3 + 2) × 2 = 10");
  });

  test("what is wrong with a place", () => {
    const fault = (code: string, card: string | null) =>
      words.describeFault({ code, card } as conex.Verdict);
    expect([fault("touches", "board"), fault("touches", die)]).toMatchInlineSnapshot(`
      [
        "There it would touch the board as well.",
        "There it would touch a second card: a red card with a die.",
      ]
    `);
  });

  test("what is pointed at", () => {
    const thing = (dataset: object | null) =>
      ({ closest: () => dataset && { dataset } }) as unknown as Element;
    expect(about(thing(null))).toBeNull();
    expect(about(thing({ card: die }))).toMatchInlineSnapshot(
      `"Lay one of its corners (turquoise 4, yellow 1) on the same colour to score that number. Whoever lays it rolls the die: one or two cards, or a star."`,
    );
    expect(about(thing({ about: "star2x" }))).toMatchInlineSnapshot(
      `"The 2× star doubles the points of one card you lay, from the turn after you won it."`,
    );
  });
});

describe("moves in words", () => {
  const lay = { type: "lay", card: plain, corner: 0, target: die, spot: 0 };
  const scored = { card: plain, value: 3, plus: 2, doubled: true, points: 10 };
  const entry = (move: Entry[3], seat = 0): Entry => [0, 0, seat, move, 0];
  const moves = [
    lay,
    { type: "lightning", card: die },
    { type: "lots", seat: 1 },
    { type: "rolled", face: "star2x" },
    { type: "give", card: plus2 },
    { type: "give" },
    { type: "deal" },
    { type: "draw" },
    { type: "end" },
  ];

  test("of the log", () => {
    const after = seen({ scored });
    const lines = moves.map((move) => notation(entry(move), after));
    expect(lines).toMatchInlineSnapshot(`
      [
        "lays yellow 3 on a red card with a die: (3 + 2) × 2 = 10",
        "⚡ strikes a red card with a die with lightning",
        "■ begins",
        "Die: the 2× star",
        "gives away a red Plus 2 card",
        "gives a card away",
        "",
        "draws",
        "keeps the lightning star",
      ]
    `);
    expect(notation(entry(lay), null)).not.toContain("=");
    expect(corner(lay as never)).toMatchInlineSnapshot(`"yellow 3"`);
  });

  test("that are said", () => {
    const after = seen({ scored });
    const lines = moves.map((move) => announce(entry(move), after, names));
    expect(lines).toMatchInlineSnapshot(`
      [
        "Ada lays yellow 3 on a red card with a die. Points: (3 + 2) × 2 = 10. Ada 6, Bob 2.",
        "Ada strikes a red card with a die with lightning. Everyone else gives a card away.",
        "Bob begins.",
        "Die: the 2× star.",
        "Ada puts a card under the pile.",
        "Ada puts a card under the pile.",
        "",
        "Ada draws cards.",
        "",
      ]
    `);
  });

  test("and their sounds", () => {
    expect(moves.map((move) => sound(entry(move)))).toEqual([
      "lay",
      "strike",
      "none",
      "none",
      "lay",
      "lay",
      "none",
      "draw",
      "none",
    ]);
  });

  test("of the coach", () => {
    const told = (more: object) =>
      insight(
        { verdict: "slip", facts: {}, cost: 1.6, best: [], ...more } as unknown as Insight,
        entry(lay),
        names,
      );
    const luck = (luck: unknown) => told({ verdict: "chance", facts: { luck, seat: 1 } });
    const best = (move: object, facts = {}) => told({ best: [move], facts });
    expect([
      luck(2),
      luck(-0.7),
      luck(0.1),
      luck(null),
      told({ verdict: "forced" }),
      told({}),
      best(lay, { got: 3, there: 5 }),
      best({ ...lay, double: true }),
      best({ type: "lightning", card: die }),
      best({ type: "give", card: die }),
      best({ type: "end" }),
      best({ type: "draw" }),
    ]).toMatchInlineSnapshot(`
      [
        "Luck for Bob: about 2 points more than usual.",
        "Bad luck for Bob: about ½ points less than usual.",
        "Neither luck nor bad luck.",
        "",
        "There was nothing to choose.",
        "Nothing was better.",
        "3 of 5 points. Better: yellow 3 on a red card with a die, worth about 1½ points more.",
        "Better: yellow 3 on a red card with a die with the 2× star, worth about 1½ points more.",
        "Better: strike a red card with a die with lightning, worth about 1½ points more.",
        "Better: give away a red card with a die, worth about 1½ points more.",
        "Better: keep the lightning star, worth about 1½ points more.",
        "Better: draw two cards, worth about 1½ points more.",
      ]
    `);
  });

  test("that may be made now", () => {
    const may = (...may: string[]) => now(seen({ may }), 0, names);
    expect([
      now(seen({ phase: "over" }), 0, names),
      now(seen({ phase: "deal" }), 0, names),
      now(view, null, names),
      now(seen({ phase: "giving", owing: [0, 1] }), null, names),
      may("give"),
      may("end"),
      may("draw"),
      may("pass"),
      may("lay"),
      may("lay", "double"),
      may("lay", "lightning"),
      now(seen({ last_round: true }), 0, names),
      now(seen({ turns_left: 3 }), 0, names),
    ]).toMatchInlineSnapshot(`
      [
        "The game is over: most points win.",
        "The cards are dealt: five for each.",
        "Ada lays a card or draws two.",
        "Lightning has struck. Still to give a card: Ada, Bob.",
        "Lightning has struck: give away the card you can best do without.",
        "Strike a card with lightning, so that the others lose one too; or keep the star.",
        "Nothing in your hand fits. Draw two cards.",
        "Nothing fits, and the pile is empty: all you can do is pass.",
        "Lay a card, one corner on its own colour: you score the number in it. Or draw two.",
        "Lay a card or draw two. With your 2× star a lay counts twice: keep it for a good one.",
        "Lay a card or draw two. Your lightning star can take a card away, now or afterwards.",
        "The last turn: only points count now, so lay what brings the most.",
        "Turns left: 3. Lay a card for its corner’s number, or draw two for better ones.",
      ]
    `);
  });
});
