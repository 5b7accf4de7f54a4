/** One line to the eye (a notice that goes by itself) and one to the ear (a polite live region). */
import { Refused } from "./api";
import { has, t } from "./i18n/index.svelte";

const SHOWN = 5000;

export const notice = $state({ text: "", spoken: "" });
let timer = 0;

export function show(text: string): void {
  notice.text = text;
  window.clearTimeout(timer);
  timer = window.setTimeout(() => (notice.text = ""), SHOWN);
}

export function say(text: string): void {
  notice.spoken = text;
}

/** Say why something was refused, in the player's language. */
export function explain(why: unknown): void {
  if (!(why instanceof Refused)) throw why;
  show(reason(why.code));
}

export function reason(code: string): string {
  return has(`reason.${code}`) ? t(`reason.${code}`) : t("reason.other");
}
