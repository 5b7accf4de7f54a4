import figures from "./figures.json";
import { letterOf } from "./pieces/letters";

export interface Drawn {
  letter: string;
  x: number;
  y: number;
  /** Degrees. */
  turn?: number;
  /** Not among those that the picture is about. */
  pale?: boolean;
}
export interface Picture {
  letters: Drawn[];
  /** The whole tower leans by this many degrees, over its foot at this x. */
  lean?: { by: number; x: number };
  /** Where something is wrong, or right. */
  marks?: { x: number; y: number; good?: boolean }[];
}
/** What is seen of a tower: it becomes the last picture, which is the one that is drawn. */
export interface Story {
  frames: Picture[];
  /** The first one is drawn too, beside the last. */
  pair?: boolean;
  wrong?: boolean;
}
/** What is seen of the ring, likewise. */
export interface Round {
  ring: string;
  token: number;
  face: string | null;
  lit?: string[];
}

const { rule, join, ground } = figures;
const tower: Drawn[] = rule.tower;
const at = (letter: string, of = tower) => of.find((each) => each.letter === letter)!;
const [below, above] = [at("E", join.tower), at("H", join.tower)];
const [foot, beside] = [at("H", ground.tower), at("U", ground.tower)];

/** The tower with one letter elsewhere. */
function moved(letter: string, change: Partial<Drawn>): Drawn[] {
  return tower.map((each) => (each.letter === letter ? { ...each, ...change } : each));
}

/** The letters of a word stand out, one after the other. */
function spelt(word: string, good: boolean): Picture[] {
  const shown = (letters: string): Picture => ({
    letters: tower.map((each) => ({ ...each, pale: !letters.includes(each.letter) })),
  });
  const marks = [{ x: at("R").x + 40, y: at("R").y - 40, good }];
  return [
    shown(""),
    ...[...word].map((_, n) => shown(word.slice(0, n + 1))),
    { ...shown(word), marks },
  ];
}

const leans = { letters: tower, lean: { by: 0, x: 18 } };
const loose = { ...above, x: above.x + 9, y: above.y - 3 };
const off = { letters: tower, marks: [{ x: 34, y: at("U").y - 12 }] };

/** Towers are checked by a test against the rules; in falls, letters are moved by hand. */
export const towers: Record<string, Story> = {
  teeth: { frames: [{ letters: [{ letter: "R", x: 0, y: -25 }] }] },
  join: {
    frames: [{ letters: [below, { ...above, y: above.y - 14 }] }, { letters: [below, above] }],
    pair: true,
  },
  ground: {
    frames: [
      { letters: [foot, { ...beside, x: beside.x + 20 }] },
      { letters: [foot, beside], marks: [{ x: beside.x, y: -4 }] },
    ],
    wrong: true,
  },
  // It leans on a tooth beside its notch.
  loose: {
    frames: [
      { letters: [below, { ...loose, y: loose.y - 20 }] },
      { letters: [below, loose], marks: [{ x: letterOf("E").connectors[0]!.x, y: -52 }] },
    ],
    wrong: true,
  },
  rule: { frames: spelt("RULE", true) },
  clue: { frames: spelt("CLUE", false), wrong: true },
  collapsed: { frames: [leans, { ...leans, lean: { ...leans.lean, by: 26 } }] },
  "came-off": {
    frames: [
      { letters: tower },
      off,
      { ...off, letters: moved("U", { x: at("U").x + 16, y: -38, turn: 38 }) },
    ],
  },
  "second-on-table": {
    frames: [
      { letters: tower },
      {
        letters: moved("U", { x: at("U").x - 3, y: -34, turn: 24 }),
        marks: [{ x: at("U").x - 4, y: -4 }],
      },
    ],
  },
};

const ALL = "QWERTYUIOPASDFGHJKLZXCVBNM";

export const rings: Record<string, Round[]> = {
  // Five gaps on, from the one before the first letter.
  ring: [25, 0, 1, 2, 3, 4].map((token) => ({
    ring: ALL,
    token,
    face: "5",
    lit: token === 4 ? ["T", "Y"] : [],
  })),
  closes: [
    { ring: ALL, token: 4, face: null, lit: ["T"] },
    { ring: ALL.replace("T", ""), token: 3, face: null },
  ],
};
