/** What a card, a star, the die or the pile does, in a sentence. */

import { t } from "../../i18n/index.svelte";
import { cornersOf } from "./describe";
import { cardOf } from "./pieces/deck";

/** What there is to say about a thing on the screen; null where there is nothing. */
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

/** What a card does besides its corners. */
export function aboutSymbol(id: string): string {
  const { symbol } = cardOf(id);
  if (symbol === "none") return "";
  return t(symbol === "die" ? "conex.about.die-card" : "conex.about.plus2");
}
