/** Explanations of the cards, the stars, the die and the pile, in a sentence each. */

import { t } from "../../i18n/index.svelte";
import { cornersOf } from "./describe";
import { cardOf } from "./pieces/deck";

/** The explanation of an element on the screen; null if there is none. */
export function about(thing: Element): string | null {
  const named = thing.closest<HTMLElement | SVGElement>("[data-about], [data-card]");
  if (!named) return null;
  const { about, card } = named.dataset;
  return about ? t(`conex.about.${about}`) : aboutCard(card!);
}

function aboutCard(id: string): string {
  const corners = t("conex.about.card", { corners: cornersOf(id) });
  return [corners, aboutSymbol(id)].filter(Boolean).join(" ");
}

/** The explanation of the symbol of a card; "" if it has none. */
export function aboutSymbol(id: string): string {
  const { symbol } = cardOf(id);
  if (symbol === "none") return "";
  return t(symbol === "die" ? "conex.about.die-card" : "conex.about.plus2");
}
