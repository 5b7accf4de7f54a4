/** The table in words, for people who do not see it. */

import { t } from "../../i18n/index.svelte";
import type { conex } from "../../wire";
import { cardOf, type Colour, type Patch } from "./deck";
import { slides, type Aim, type Spot } from "./spots";

export function colourName(colour: Colour): string {
  return t(`conex.colour.${colour}`);
}

function corner({ colour, value }: Patch): string {
  return t("conex.corner", { colour: colourName(colour), value });
}

/** "purple, with the corners red 4 and yellow 3, die" */
export function describeCard(id: string): string {
  const card = cardOf(id);
  const corners = card.patches.map(corner).join(", ");
  const plain = t("conex.card", { colour: colourName(card.colour), corners });
  return card.symbol === "none" ? plain : `${plain}, ${t(`conex.symbol.${card.symbol}`)}`;
}

function target(id: string, patch: Patch): string {
  if (id === "board") return t("conex.on.board", { colour: colourName(patch.colour) });
  const card = cardOf(id);
  const key = card.symbol === "plus2" ? "conex.on.plus2" : "conex.on.card";
  return t(key, { card: id, colour: colourName(card.colour) });
}

/** "red 4 on the board’s red square" */
export function describeSpot(spot: Spot): string {
  const patch = cardOf(spot.card).patches[spot.corner]!;
  return `${corner(patch)} ${target(spot.target, patch)}`;
}

/** The same with its points, its place among all spots, and where it stands on an edge. */
export function describeAim(aim: Aim, points: number, spots: Spot[]): string {
  const { spot, slide } = aim;
  const parts = [
    describeSpot(spot),
    t("conex.points", { n: points }),
    t("conex.spot.of", { n: spots.indexOf(spot) + 1, of: spots.length }),
  ];
  if (slides(spot)) {
    const mm = (µm: number) => Math.round(µm / 1000);
    parts.push(t("conex.spot.slide", { n: mm(slide - spot.from), of: mm(spot.to - spot.from) }));
  }
  return parts.join(", ");
}

/** A card on the table: what it is, and what it lies on. */
export function describeLaid({ card, on }: conex.Laid, free: boolean): string {
  const below = on === "board" ? t("conex.laid.board") : t("conex.laid.card", { card: on });
  const parts = [`${card}: ${describeCard(card)}`, below];
  if (free) parts.push(t("conex.laid.free"));
  return parts.join(", ");
}
