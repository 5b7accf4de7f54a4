import { describe, expect, test } from "vitest";
import perftTable from "../../../tests/games/kewbz.perft?raw";
import { describeCell, describeTowers, listStacked } from "../../src/games/kewbz/describe";
import * as editing from "../../src/games/kewbz/editing";
import { insight } from "../../src/games/kewbz/insight";
import { announce, notation, sound, written } from "../../src/games/kewbz/notation";
import { now } from "../../src/games/kewbz/now";
import { arrivals } from "../../src/games/kewbz/scene/arrivals";
import * as geometry from "../../src/games/kewbz/scene/geometry";
import { FACTS, PLANES, see } from "../../src/games/kewbz/thinker/networkInput";
import * as rules from "../../src/games/kewbz/thinker/rules";
import { SWAP, think, type Judge } from "../../src/games/kewbz/thinker/tree";
import type { Entry } from "../../src/games/types";
import type { Insight, kewbz } from "../../src/net/wire";

function play(p: rules.Position, ...moves: Record<string, unknown>[]): rules.Position {
  for (const move of moves) {
    const next = rules.played(p, move);
    if (typeof next === "string") throw new Error(next);
    p = next;
  }
  return p;
}

const on = (cell: string) => ({ type: "place", cell });
const game = (options: Partial<kewbz.Options> = {}) => rules.start(options as kewbz.Options);
const named = (p: rules.Position, cell: number) =>
  geometry.nameOf(cell % p.size, Math.floor(cell / p.size));

/** All ways to spread some cubes over corners that are due at most so many. */
function* spreads(due: rules.Demand, left: number): Generator<rules.Demand> {
  const [first, ...rest] = due;
  if (!first) {
    if (!left) yield [];
    return;
  }
  const [cell, most] = first;
  for (let n = 0; n <= Math.min(most, left); n++)
    for (const others of spreads(rest, left - n)) yield n ? [[cell, n], ...others] : others;
}

function perft(p: rules.Position, depth: number): number {
  if (!depth) return 1;
  let all = rules.canSwap(p) ? perft(rules.takeOver(p), depth - 1) : 0;
  for (const cell of rules.openCells(p)) {
    const due = rules.due(p, cell);
    const wanted = due.reduce((sum, [, n]) => sum + n, 0);
    const left = p.unplayed[p.turn]! - 1;
    if (wanted <= left) all += perft(rules.place(p, cell), depth - 1);
    else
      for (const chosen of spreads(due, left))
        all += perft(rules.place(p, cell, chosen), depth - 1);
  }
  return all;
}

describe("the rules of the thinker", () => {
  const lines = perftTable
    .split("\n")
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(" "))
    // Deeper ones take long.
    .filter(([, , depth, count, ...moves]) => Number(count) < 4000 && !moves.length && depth);
  test.each(lines)("perft: size %s, %s cubes, depth %s: %s", (size, cubes, depth, count) => {
    const p = game({ size: Number(size), cubes: Number(cubes) });
    expect(perft(p, Number(depth))).toBe(Number(count));
  });

  test("refuse what may not be done", () => {
    const p = play(game({ swap: true }), on("d4"));
    expect(rules.played(p, on("d4"))).toBe("occupied");
    expect(rules.played(p, on("h8"))).toBe("not-adjacent");
    expect(rules.played(p, on("z9"))).toBe("bad-cell");
    expect(rules.played(p, { type: "pass" })).toBe("bad-move");
    expect(rules.played(p, { ...on("e4"), stack: ["d4"] })).toBe("stack-wrong");
    expect(rules.played(game(), { type: "swap" })).toBe("no-swap");
    const square = play(game(), on("d4"), on("e4"), on("e5"));
    expect(rules.played(square, on("d5"))).toBe("square");
  });

  test("stack a cube on each corner", () => {
    const p = play(game(), on("d4"), on("e4"), on("e5"));
    expect(p.last).toEqual({ seat: 0, cell: "e5", stacked: { e4: 1 } });
    expect(rules.view(p)).toMatchObject({
      stacks: { d4: [0], e4: [1, 0], e5: [0] },
      towers: [2, 0],
      scores: [2 - 27, -29],
      to_move: 1,
      swap: "no",
    });
    expect(rules.lead(p)).toBe(-29 - (2 - 27));
  });

  test("let seat 1 take over the first cube", () => {
    const p = play(game({ swap: true }), on("d4"));
    expect(rules.view(p).swap).toBe("now");
    const taken = play(p, { type: "swap" });
    expect(rules.view(taken)).toMatchObject({
      stacks: { d4: [1] },
      unplayed: [30, 29],
      to_move: 0,
    });
    expect(rules.view(game({ swap: true })).swap).toBe("later");
  });

  test("end the game, and a view holds all of a position", () => {
    let p = game({ size: 5, cubes: 4 });
    while (!rules.outcome(p)) {
      expect(rules.fromView(rules.view(p))).toEqual(p);
      const [cell] = rules.openCells(p);
      expect(Object.keys(rules.preview(p).cells)).toContain(named(p, cell!));
      p = play(p, rules.moveOf(p, cell!));
    }
    expect(rules.view(p).to_move).toBeNull();
    expect(rules.played(p, on("a1"))).toBe("game-over");
    const { scores, winners } = rules.outcome(p)!;
    expect(winners).toContain(scores[0]! >= scores[1]! ? 0 : 1);
  });

  test("who is short of cubes says which corners get them", () => {
    // One cube is left to stack, and some cells need more.
    const stacks = { d4: [1], e4: [1], d6: [1], d5: [0], f5: [1] };
    const view = rules.view(game({ cubes: 10 }));
    const p = rules.fromView({ ...view, stacks, unplayed: [2, 5], to_move: 0 });
    const cell = rules.openCells(p).find((each) => rules.preview(p).cells[named(p, each)]?.choose);
    if (cell === undefined) throw new Error("nobody is short");
    const move = rules.moveOf(p, cell);
    expect(move.stack).toHaveLength(1);
    expect(rules.played(p, on(move.cell))).toBe("stack-needed");
    expect(rules.played(p, { ...move, stack: ["a1"] })).toBe("stack-wrong");
    expect(rules.outcome(play(p, move))).toMatchObject({ reason: "last-cube" });
  });
});

describe("what the network sees", () => {
  const p = play(game(), on("d4"), on("e4"), on("e5"));
  const [planes, facts] = [new Float32Array(PLANES * 64), new Float32Array(FACTS)];
  see(p, planes, facts);
  const plane = (n: number) => planes.subarray(64 * n, 64 * (n + 1)).reduce((a, b) => a + b);

  test("are the board, single cubes, towers of either player, and open cells", () => {
    expect([plane(0), plane(1)]).toEqual([64, 2]);
    // Amber is to move, and the tower of two is blue's.
    expect([plane(2), plane(6)]).toEqual([0, 1]);
    expect(plane(10)).toBe(rules.openCells(p).length);
  });

  test("and facts of the game", () => {
    expect(facts[0]).toBeCloseTo(29 / 30);
    expect(facts[1]).toBeCloseTo(27 / 30);
    expect(facts[8]).toBeCloseTo(0.8);
  });
});

describe("the search", () => {
  /** It likes what stands high, and knows nothing else. */
  const judge: Judge = async (positions) =>
    positions.map((p) => ({
      logits: Float32Array.from(p.stacks, ({ length }) => length),
      swap: 0,
      utility: Math.tanh(rules.lead(p) / 10),
      chance: 1 / (1 + Math.exp(-rules.lead(p) / 5)),
      margin: rules.lead(p),
    }));

  test("visits what it was told to, the most visited first", async () => {
    const found = await think(judge, play(game(), on("d4"), on("e4")), 120);
    const visits = found.map(({ visits }) => visits);
    expect(visits).toEqual(visits.toSorted((a, b) => b - a));
    expect(visits.reduce((a, b) => a + b)).toBeGreaterThanOrEqual(100);
  });

  test("finds the move that wins points at once", async () => {
    const p = play(game(), on("d4"), on("e4"));
    const [best] = await think(judge, p, 200);
    const gained = (cell: number) => rules.scores(rules.place(p, cell))[p.turn]!;
    const most = Math.max(...rules.openCells(p).map(gained));
    expect(gained(best!.cell)).toBe(most);
  });

  test("names so many moves, and may take over the first cube", async () => {
    const p = play(game({ swap: true }), on("d4"));
    const found = await think(judge, p, 4, 6);
    expect(found.length).toBeGreaterThanOrEqual(6);
    expect((await think(judge, p, 300)).map(({ cell }) => cell)).toContain(SWAP);
  });

  test("knows the end of a game exactly", async () => {
    let p = game({ size: 5, cubes: 3 });
    while (Math.max(...p.unplayed) > 1) p = play(p, rules.moveOf(p, rules.openCells(p)[0]!));
    const found = await think(judge, p, 400);
    expect(found.length).toBeGreaterThan(0);
    for (const { chance } of found) expect([0, 0.5, 1]).toContain(chance);
  });

  test("stops when it is told to", async () => {
    const slow: Judge = async (positions) => {
      await new Promise((done) => setTimeout(done, 30));
      return judge(positions);
    };
    let told = 0;
    const found = await think(slow, game({ size: 5 }), 100_000, 1, () => ++told < 2);
    expect(told).toBe(2);
    expect(found.reduce((sum, { visits }) => sum + visits, 0)).toBeLessThan(1000);
  });
});

describe("a board in words", () => {
  const stacks = { d4: [0], e4: [1, 0] };

  test("cell by cell", () => {
    const view = { stacks };
    const preview = { cells: { f4: { stacked: { e4: 2, d4: 1 } } } } as unknown as kewbz.Preview;
    const choice = { corners: { d4: 2 }, added: { d4: 1 } };
    expect([
      describeCell("d4", view, false, null, null),
      describeCell("e4", view, false, null, null),
      describeCell("a1", view, false, null, null),
      describeCell("a2", view, true, null, null),
      describeCell("f4", view, true, preview, null),
      describeCell("d4", view, false, null, choice),
      describeCell("e4", view, true, null, choice),
    ]).toMatchInlineSnapshot(`
      [
        "d4, one cube, Blue",
        "e4, tower of 2, Blue on top",
        "a1, empty",
        "a2, empty, you may place here",
        "f4, empty, you may place here: stacks 2 on e4, 1 on d4",
        "d4, one cube, Blue, corner, 1 of 2 cubes given",
        "e4, tower of 2, Blue on top",
      ]
    `);
  });

  test("all at once", () => {
    expect(describeTowers(stacks)).toMatchInlineSnapshot(
      `"d4, one cube, Blue; e4, tower of 2, Blue on top."`,
    );
    expect(describeTowers({})).toMatchInlineSnapshot(`"The board is empty."`);
    expect(listStacked({ e4: 1, d4: 2 })).toMatchInlineSnapshot(`"1 on e4, 2 on d4"`);
  });
});

describe("a move in words", () => {
  const place: Entry = [0, 0, 0, on("d4"), 0];
  const after = { last: { seat: 0, cell: "d4", stacked: { e4: 2, e5: 1 } }, scores: [3, -1] };
  const view = after as unknown as kewbz.View;
  const alone = { ...view, last: { seat: 0, cell: "d4", stacked: {} } } as kewbz.View;
  const swap: Entry = [1, 0, 1, { type: "swap" }, 0];

  test("as the log has it", () => {
    expect(notation(place, view)).toBe("d4 +e4² +e5");
    expect(notation(place, null)).toBe("d4");
    expect(notation(swap, view)).toMatchInlineSnapshot(`"swap"`);
    expect(written("a1", { b2: 7 })).toBe("a1 +b27");
  });

  test("as it is said", () => {
    const names = ["Ada", "Bob"];
    expect(announce(place, view, names)).toMatchInlineSnapshot(
      `"Ada places on d4 and stacks 2 on e4, 1 on e5. Ada 3, Bob -1."`,
    );
    expect(announce(place, alone, names)).toMatchInlineSnapshot(
      `"Ada places on d4. Ada 3, Bob -1."`,
    );
    expect(announce(swap, alone, names)).toMatchInlineSnapshot(
      `"Bob takes over the cube on d4. Ada 3, Bob -1."`,
    );
  });

  test("as it sounds", () => {
    expect(sound(place, alone)).toBe("knock");
    expect(sound(place, view)).toBe("double-knock");
    expect(sound([0, 0, 0, { type: "resign" }, 0], view)).toBe("none");
  });

  test("as the coach has it", () => {
    const told = { facts: {}, cost: 0.2 } as unknown as Insight;
    expect(insight({ ...told, name: "" } as Insight)).toBe("");
    const missed = { ...told, name: "missed", facts: { cell: "e4", n: 2 } };
    expect(insight(missed as unknown as Insight)).toMatchInlineSnapshot(
      `"e4 brings 2 more at once; worth about 1 in the end."`,
    );
  });

  test("and what may be done now", () => {
    const p = rules.view(game({ swap: true }));
    const names = ["Ada", "Bob"];
    const second = rules.view(play(game({ swap: true }), on("d4")));
    expect([
      now(p, 0, names),
      now(p, null, names),
      now(second, 1, names),
      now({ ...second, swap: "no" }, 1, names),
      now({ ...second, to_move: null }, 1, names),
    ]).toMatchInlineSnapshot(`
      [
        "Start anywhere. You begin at −30: each cube you still hold costs a point.",
        "Ada is to place a cube. Towers count for whoever is on top.",
        "Place a cube on a green dot, or make the blue one yours if it lies well.",
        "Place a cube on a green dot. Right angles grow into towers: be the one on top.",
        "Towers count their height for whoever is on top; cubes left over cost a point each.",
      ]
    `);
  });
});

describe("a position that is set up by hand", () => {
  const { blank } = editing;
  const one = editing.added(editing.added(blank, "d4", 1), "d4", 0);

  test("grows and shrinks by a cube", () => {
    expect(one.position.stacks).toEqual({ d4: [1, 0] });
    expect(editing.taken(one, "d4").position.stacks).toEqual({ d4: [1] });
    expect(editing.taken(editing.taken(one, "d4"), "d4").position.stacks).toEqual({});
    expect(editing.cleared(one).position.stacks).toEqual({});
  });

  test("can be mirrored, and another board holds what fits", () => {
    expect(editing.mirrored(one).position.stacks).toEqual({ e4: [1, 0] });
    expect(editing.resized(editing.added(one, "h8", 0), 6)).toMatchObject({
      size: 6,
      position: { stacks: { d4: [1, 0] } },
    });
  });

  test("is read from an address as far as it can be drawn", () => {
    expect(editing.read(null)).toEqual(blank);
    expect(editing.read({ size: 99 })).toEqual(blank);
    const raw = {
      size: 6,
      cubes: 9,
      position: { stacks: { d4: [1, 7], x: [0], a9: [] }, turn: 1 },
    };
    expect(editing.read(raw)).toEqual({
      size: 6,
      cubes: 9,
      position: { stacks: { d4: [1, 0] }, turn: 1 },
    });
  });

  test("or from a game, with the cubes that it began with", () => {
    const view = rules.view(play(game(), on("d4"), on("e4"), on("e5")));
    expect(editing.fromView(view)).toEqual({
      size: 8,
      cubes: 30,
      position: { stacks: view.stacks, turn: 1 },
    });
  });
});

describe("what moves on the screen", () => {
  const before = play(game({ swap: true }), on("d4"));
  const second = play(before, on("e4"));
  const third = play(second, on("e5"));

  test("a cube, then what it stacks", () => {
    expect(arrivals(rules.view(second), rules.view(third))).toEqual({
      lands: { e5: { 0: 0 }, e4: { 1: 180 } },
      turns: null,
    });
  });

  test("the cube that is taken over", () => {
    const swapped = play(before, { type: "swap" });
    expect(arrivals(rules.view(before), rules.view(swapped))).toEqual({ lands: {}, turns: "d4" });
  });

  test("nothing, where more than a move lies between", () => {
    expect(arrivals(rules.view(before), rules.view(third))).toBeNull();
    expect(arrivals(rules.view(third), rules.view(second))).toBeNull();
    expect(arrivals(rules.view(game()), rules.view(game()))).toBeNull();
    expect(arrivals(rules.view(game({ size: 6 })), rules.view(before))).toBeNull();
  });
});

describe("where things are drawn", () => {
  test("cells have names", () => {
    expect(geometry.cellsOf(2, 3)).toEqual(["a3", "b3", "a2", "b2", "a1", "b1"]);
    expect([geometry.fileOf("c11"), geometry.rankOf("c11")]).toEqual([2, 10]);
    expect(geometry.nameOf(2, 10)).toBe("c11");
  });

  test("the back row is at the top", () => {
    expect(geometry.corner("a8", 8)).toEqual({ x: 0, y: 0 });
    expect(geometry.corner("c1", 8)).toEqual({ x: 200, y: 700 });
  });

  test("height goes up, and a little to the right", () => {
    const [low, high] = [geometry.base("d4", 8, 0), geometry.base("d4", 8, 2)];
    expect(high.y).toBeLessThan(low.y);
    expect(high.x).toBeGreaterThan(low.x);
    const top = geometry.summit("d4", 8, 1);
    expect(top.x - geometry.base("d4", 8, 1).x).toBe(geometry.EDGE / 2);
    expect(geometry.reach(2)).toEqual({ x: 0.14, y: 0.3 });
  });

  test("a tower in front hides a part of a cell", () => {
    const free = geometry.clearing("d4", 8, 0);
    expect(free).toEqual({ x: 350, y: 450 });
    expect(geometry.clearing("d4", 8, 5).y).toBeLessThan(free.y);
  });

  test("the frame holds all cells", () => {
    const { left, top, width, height, cells } = geometry.frame(8);
    expect(cells).toBe(800);
    expect(width).toBeGreaterThan(left + cells);
    expect(height).toBeGreaterThan(top + cells);
  });

  test("marks tell the seats and the storeys apart", () => {
    const paths = [0, 1].flatMap((seat) => [0, 1, 2, 3, 4].map((n) => geometry.marks(seat, n)));
    expect(new Set(paths).size).toBe(10);
    expect(geometry.marks(0, 2).match(/M/g)).toHaveLength(3);
    expect(geometry.marks(0, 9)).toBe("");
    expect(geometry.shadow(2)).toMatch(/^M0 0H72/);
  });
});
