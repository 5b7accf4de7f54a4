import type { conex } from "../../../net/wire";
import { starNames, type StarName } from "../pieces/stars";

/** What a board animates between two views. */
export interface Changes {
  /** The card that was laid. */
  landed: string | null;
  /** The card that lightning took away. */
  struck: conex.Laid | null;
  /** Stars with a new owner. */
  won: { star: StarName; seat: number }[];
}

/** The changes between two views; null if there is more than a move between them. */
export function changes(before: conex.View, after: conex.View): Changes | null {
  const [had, has] = [before, after].map(({ laid }) => new Set(laid.map(({ card }) => card)));
  const landed = after.laid.filter(({ card }) => !had!.has(card));
  const struck = before.laid.filter(({ card }) => !has!.has(card));
  if (landed.length + struck.length > 1) return null;
  return {
    landed: landed[0]?.card ?? null,
    struck: struck[0] ?? null,
    won: starNames.flatMap((star) => {
      const seat = after.stars[star];
      return seat !== null && seat !== before.stars[star] ? [{ star, seat }] : [];
    }),
  };
}
