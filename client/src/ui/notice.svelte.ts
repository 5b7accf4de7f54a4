/** Messages to the player: a notice that vanishes by itself, and a text for screen readers. */
import { Refused } from "../net/http";
import { has, t } from "../i18n/index.svelte";

/** How long a notice is shown. */
const SHOWN_MS = 5000;

export const notice = $state({ text: "", spoken: "" });
/** The places that can show notices: the page, and each open dialog above it. The last one does. */
export const places = $state<string[]>([]);
let timer = 0;

/** Show a notice. */
export function show(text: string): void {
  notice.text = text;
  window.clearTimeout(timer);
  timer = window.setTimeout(() => (notice.text = ""), SHOWN_MS);
}

/** Remove the notice. */
export function clear(): void {
  window.clearTimeout(timer);
  notice.text = "";
}

/** Remove the notice if it is about this reason code. */
export function withdraw(code: string): void {
  if (notice.text === reason(code)) clear();
}

/** Have screen readers say a text. */
export function say(text: string): void {
  notice.spoken = text;
}

/** Show why something was refused; `move` is the refused move, whose fields the text may quote. */
export function explain(why: unknown, move: Record<string, unknown> = {}): void {
  if (!(why instanceof Refused)) throw why;
  show(reasonOf(why, move));
}

/** The text for a refusal, with its detail if there is such a text. */
export function reasonOf({ code, detail }: Refused, move: Record<string, unknown> = {}): string {
  const exact = `reason.${code}.of`;
  return detail && has(exact) ? t(exact, { ...texts(move), detail }) : reason(code);
}

/** The fields of a move that are texts. */
function texts(move: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(move).filter((field): field is [string, string] => typeof field[1] === "string"),
  );
}

/** The text for a reason code. */
export function reason(code: string): string {
  return has(`reason.${code}`) ? t(`reason.${code}`) : t("reason.other");
}
