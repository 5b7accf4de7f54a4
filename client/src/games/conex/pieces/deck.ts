/** The cards and the points board, from the same data that the rules read. Lengths are in mm. */

import boardData from "../../../../../src/inglenook/games/conex/board.json";
import deckData from "../../../../../src/inglenook/games/conex/deck.json";
import "../colours.css";

export type Colour = "red" | "yellow" | "purple" | "turquoise";

export interface Patch {
  kind: "square" | "corner" | "edge";
  /** The corner it lies at, or the edge it lies on. */
  index: number;
  a_mm: number;
  b_mm: number;
  colour: Colour;
  value: number;
  /** Where the long side of an edge triangle begins. */
  s_mm?: number;
}

export interface Card {
  id: string;
  colour: Colour;
  symbol: "none" | "plus2" | "die";
  patches: Patch[];
}

const all = new Map((deckData.cards as Card[]).map((card) => [card.id, card]));

export function cardOf(id: string): Card {
  const card = all.get(id);
  if (!card) throw new Error(`no card ${id}`);
  return card;
}

export const board = {
  side: boardData.side_mm,
  square: boardData.square_mm,
  /** Of the corners 0 to 3: bottom left, bottom right, top right, top left. */
  colours: boardData.corner_colours as Colour[],
  tables: boardData.tables_mm as unknown as Record<string, [width: number, height: number]>,
};
