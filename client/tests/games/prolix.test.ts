import { describe, expect, test } from "vitest";
import { insight, now } from "../../src/games/prolix/coach";
import { dailyResult } from "../../src/games/prolix/daily";
import * as words from "../../src/games/prolix/describe";
import { sample } from "../../src/games/prolix/figures";
import { announce, notation, sound } from "../../src/games/prolix/notation";
import { valueOf } from "../../src/games/prolix/tiles/flips";
import type { Entry } from "../../src/games/types";
import type { Insight, prolix } from "../../src/net/wire";

const names = ["Ada", "Bob"];
const who = (seat: number) => names[seat]!;
const tile = (letter: string, points: number) => ({ letter, points }) as prolix.Tile;
const word = (seat: number, word: string, value: number, won = true) => ({
  seat,
  word,
  value,
  won,
});
const last = (reason: string, ...said: object[]) => ({ reason, words: said });

const view: prolix.View = {
  ...sample,
  phase: "open",
  active: 0,
  tiles: [tile("B", 4), tile("K", 5)],
  price: { points: 2 } as prolix.View["price"],
  sheets: [{ out: false }, { out: false }] as unknown as prolix.View["sheets"],
};
const seen = (more: object) => ({ ...view, ...more }) as prolix.View;

test("what a word flips, letter by letter", () => {
  const board = seen({
    tiles: [tile("B", 4), tile("O", 1), tile("K", 5)],
    flips: { B: [0], O: [1], K: [2] },
  });
  expect(valueOf("book", board)).toEqual({ points: 10, flipped: [0, 1, 2] });
  expect(valueOf("ox", board)).toEqual({ points: 1, flipped: [1] });
  expect(valueOf("", board)).toEqual({ points: 0, flipped: [] });
});

describe("in words", () => {
  test("tiles, challenges and what is crossed out", () => {
    const verdict = { by: 0, word: "xyz", stands: false, how: "vote", knew: 1, asked: 3 };
    expect([
      words.describeTiles([tile("B", 4), null, tile("K", 5)]),
      words.describeTiles([null]),
      words.describeVerdict(verdict as prolix.Verdict, who),
      words.describeCrossing({ seat: 1, word: "", value: -2 } as prolix.Crossing, who),
      words.describeLots({ 0: "C", 1: "F" }, who),
    ]).toMatchInlineSnapshot(`
      [
        "B 4, K 5",
        "no tiles yet",
        "Ada doubted “xyz”. It is struck: it is not in the word list.",
        "For that, Bob crosses out “–” (−2).",
        "Lots: Ada C, Bob F.",
      ]
    `);
  });

  test("what a turn came to", () => {
    const told = (mode: string, last: object | null, crossings: object[] = []) =>
      words.describeLast(seen({ mode, last, crossings }), who);
    const crossing = { seat: 1, word: "bob", value: 3 };
    expect([
      told("table", null),
      told("table", last("word", word(0, "book", 9))),
      told("table", last("interrupt", word(1, "brook", 10), word(0, "book", 9, false)), [crossing]),
      told("table", last("timer", word(0, "", 0))),
      told("table", last("zero")),
      told("duel", last("mark", word(0, "book", 9))),
      told("solo", last("word", word(0, "book", 9))),
    ]).toMatchInlineSnapshot(`
      [
        "",
        "Ada book 9.",
        "Bob interrupts: brook 10. Ada book 9 does not count. For that, Bob crosses out “bob” (3).",
        "The sand ran out.",
        "The turn is lost.",
        "Ada book 9: the Mark.",
        "book 9.",
      ]
    `);
  });
});

describe("moves in words", () => {
  const entry = (move: Entry[3], seat = 0): Entry => [0, 0, seat, move, 0];
  const ended = seen({ last: last("word", word(0, "book", 9)) });
  const verdict = { by: 1, word: "xyz", stands: false, how: "vote", knew: 1, asked: 3 };
  const struck = seen({ verdict, phase: "open" });
  const open = seen({ challenge: { word: "xyz" } });
  const solo = seen({ mode: "solo", options: { ready: true }, last: ended.last, phase: "ready" });
  const stakes = seen({ stakes: [word(0, "book", 9), word(1, "bow", 5)] });
  const moves: [Entry[3], prolix.View][] = [
    [{ type: "draw" }, ended],
    [{ type: "draw" }, seen({ active: null, phase: "over", last: ended.last })],
    [{ type: "lots", tiles: { 0: "C", 1: "F" } }, view],
    [{ type: "flip" }, view],
    [{ type: "say", word: "book" }, view],
    [{ type: "write", word: "book" }, solo],
    [{ type: "time" }, solo],
    [{ type: "close" }, stakes],
    [{ type: "challenge" }, open],
    [{ type: "challenge" }, struck],
    [{ type: "settle" }, struck],
    [{ type: "ready" }, seen({ phase: "ready" })],
    [{ type: "ready" }, view],
    [{ type: "accept" }, view],
  ];

  test("of the log", () => {
    expect(moves.map(([move, after]) => notation(entry(move), after))).toMatchInlineSnapshot(`
      [
        "● book 9.",
        "● book 9.",
        "Lots: ● C, ■ F.",
        "flips the timer",
        "",
        "book 9.",
        "book 9.",
        "",
        "doubts xyz",
        "■ doubted “xyz”. It is struck: it is not in the word list.",
        "■ doubted “xyz”. It is struck: it is not in the word list.",
        "",
        "",
        "",
      ]
    `);
    expect(notation(entry({ type: "draw" }), null)).toBe("");
  });

  test("that are said", () => {
    expect(moves.map(([move, after]) => announce(entry(move), after, names)))
      .toMatchInlineSnapshot(`
      [
        "Ada book 9. B 4, K 5. It is Ada’s turn.",
        "Ada book 9.",
        "Lots: Ada C, Bob F.",
        "Ada flips the sand timer.",
        "Ada has a word.",
        "book 9.",
        "book 9.",
        "Ada: book, 9; Bob: bow, 5",
        "Ada challenges “xyz”.",
        "Bob doubted “xyz”. It is struck: it is not in the word list.",
        "Bob doubted “xyz”. It is struck: it is not in the word list.",
        "Ada is ready.",
        "",
        "",
      ]
    `);
  });

  test("and their sounds", () => {
    expect(moves.map(([move, after]) => sound(entry(move), after))).toMatchInlineSnapshot(`
      [
        "double-knock",
        "double-knock",
        "none",
        "sand",
        "write",
        "write",
        "none",
        "none",
        "knock",
        "strike",
        "strike",
        "none",
        "none",
        "none",
      ]
    `);
  });
});

describe("what may be done now", () => {
  test("in each phase", () => {
    const at = (phase: string, more: object = {}, seat: number | null = 0) =>
      now(seen({ phase, ...more }), seat, names);
    expect([
      at("over"),
      at("lots"),
      at("draw"),
      at("ready"),
      at("ready", { may: ["ready"] }),
      at("write", { mode: "solo", round: 1, targets: [20] }),
      at("write", { mode: "duel" }),
      at("write", { mode: "duel", may: ["write"] }),
      at("write", { mode: "duel", may: ["write"], deadline: 9 }),
      at("window"),
      at("window", { may: ["say"] }),
      at("challenge"),
      at("challenge", { may: ["challenge"], risk: 5 }),
      at("challenge", { may: ["challenge"] }),
      at("vote"),
      at("vote", { may: ["vote"] }),
      at("open", {}, null),
      at("open"),
      at("open", { interruptions: 1 }),
      at("open", { sheets: [{}, { out: true }] }, 1),
      at("open", { timer: { holder: 1 } }, 1),
      at("open", {}, 1),
    ]).toMatchInlineSnapshot(`
      [
        "The game is over. Look back at what there was to find.",
        "Everyone draws a tile: the letter nearest to A begins.",
        "New tiles are coming.",
        "It begins as soon as everyone is ready.",
        "Say that you are ready: the tiles come, and the sand only runs from then on.",
        "Note words and write the best one down before the sand is through: 20 points in all.",
        "Both words are shown as soon as both are written.",
        "Write your best word in secret: the better one takes the Mark.",
        "The other has written: beat that word before the sand is through.",
        "The others have a moment to say something better.",
        "Somebody has spoken: a better word said right now beats theirs.",
        "The others say whether they believe it.",
        "Is that a word? If you challenge it and it stands, that costs you 5 points.",
        "Is that a word? If you challenge it, whoever is right takes the Mark.",
        "The others say whether they know the word.",
        "Do you know this word? If half of those asked do, it stands.",
        "Ada is looking for a word. The others may interrupt.",
        "Say a word with many letters of the board. Think too long, and somebody interrupts.",
        "Say a word: it is your second chance. Interrupted again, you write a zero.",
        "Your interrupts are used up. You may still flip the timer and challenge words.",
        "You have flipped the timer: Ada must hurry, and you may not interrupt.",
        "Wait for Ada, or interrupt with a better word: it costs 2 points.",
      ]
    `);
  });
});

test("the result of a day, without its words", () => {
  const day = seen({
    targets: [10, 25],
    total: 20,
    sheets: [{ regular: [{ value: 10 }, { value: 9 }] }],
  });
  const boards = [{ best: [{ value: 20 }] }] as unknown as prolix.Board[];
  expect(dailyResult(day, boards, "17", "https://example.org")).toMatchInlineSnapshot(`
    "Prolix, board of 17: 20/25
    ▮▮▯▯▯ 10
    ▮▮▮▯▯ 9
    https://example.org"
  `);
});

test("the coach names what was better", () => {
  const told = (more: object) =>
    insight(
      { facts: {}, best: [], ...more } as unknown as Insight,
      [0, 0, 1, { type: "say" }, 0],
      names,
    );
  const facts = { word: "bow", n: 5, best: "book", most: 9 };
  expect([
    told({ name: "word", facts }),
    told({ name: "word", facts, best: [{ type: "say", word: "book" }] }),
    told({ name: "time", best: [{ type: "say", word: "book" }] }),
  ]).toMatchInlineSnapshot(`
    [
      "“bow” made 5 points.",
      "“bow” made 5 points. Better: “book” for 9.",
      "The sand ran out.",
    ]
  `);
});
