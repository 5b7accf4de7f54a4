/** The table in words, for screen readers. */

import { t } from "../../i18n/index.svelte";
import type { conex } from "../../net/wire";
import { cardOf, type Colour, type Patch } from "./pieces/deck";
import { slides, type Aim, type Spot } from "./felt/spots";

export function colourName(colour: Colour): string {
  return t(`conex.colour.${colour}`);
}

function corner({ colour, value }: Patch): string {
  return t("conex.corner", { colour: colourName(colour), value });
}

/** The corners of a card: "red 4, yellow 3". */
export function cornersOf(id: string): string {
  return cardOf(id).patches.map(corner).join(", ");
}

/** A card: "purple card with red 4, yellow 3, with a die". */
export function describeCard(id: string): string {
  const card = cardOf(id);
  const plain = t("conex.card", { colour: colourName(card.colour), corners: cornersOf(id) });
  return card.symbol === "none" ? plain : `${plain}, ${t(`conex.symbol.${card.symbol}`)}`;
}

function target(id: string, patch: Patch): string {
  if (id === "board") return t("conex.on.board", { colour: colourName(patch.colour) });
  const { colour, symbol } = cardOf(id);
  const target = t(`conex.on.target.${symbol}`, { colour: colourName(colour) });
  return t("conex.on.card", { target });
}

/** What a card is laid on, or what lightning strikes: "a purple card". */
export function describeTarget(id: string): string {
  if (id === "board") return t("conex.say.board");
  const { colour, symbol } = cardOf(id);
  return t(`conex.say.card.${symbol}`, { colour: colourName(colour) });
}

/** How the points of a lay add up: "(3 + 2) × 2 = 10". */
export function sum(value: number, plus: number, factor: number, all: number): string {
  const one = plus ? `${value} + ${plus}` : `${value}`;
  if (factor !== 1) return `${plus ? `(${one})` : one} × ${factor} = ${all}`;
  return plus ? `${one} = ${all}` : one;
}

/** A place for a card: "red 4 on the board’s red square". */
export function describeSpot(spot: Spot): string {
  const patch = cardOf(spot.card).patches[spot.corner]!;
  return `${corner(patch)} ${target(spot.target, patch)}`;
}

/** A place for a card with its points, its number among all places, and the position on an edge. */
export function describeAim(aim: Aim, points: string, spots: Spot[]): string {
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

/** A card on the table, and the card that it lies on, by its number in the list. */
export function describeLaid({ card, on }: conex.Laid, { laid, free }: conex.View): string {
  const n = laid.findIndex((other) => other.card === on) + 1;
  const below = on === "board" ? t("conex.laid.board") : t("conex.laid.card", { n });
  const parts = [describeCard(card), below];
  if (free.includes(card)) parts.push(t("conex.laid.free"));
  return parts.join(", ");
}

/** Why a card may not be laid at a place. */
export function describeFault({ code, card }: conex.Verdict): string {
  if (code === "touches" && card === "board") return t("conex.fault.touches.board");
  if (code === "touches") return t("conex.fault.touches", { card: describeTarget(card!) });
  return t(`conex.fault.${code}`);
}
