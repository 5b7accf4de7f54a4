/** The slots of a hand. A card keeps its slot while others come and go. */

export type Slots = readonly (string | null)[];

export function arranged(slots: Slots, hand: readonly string[]): Slots {
  const held = new Set(hand);
  const next = slots.map((card) => (card !== null && held.has(card) ? card : null));
  for (const card of hand) {
    if (next.includes(card)) continue;
    const gap = next.indexOf(null);
    if (gap < 0) next.push(card);
    else next[gap] = card;
  }
  return next.slice(0, next.findLastIndex((card) => card !== null) + 1);
}
