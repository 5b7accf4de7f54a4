/** One line to the eye (a notice that goes by itself) and one to the ear (a polite live region). */
import { Refused } from "../net/http";
import { has, t } from "../i18n/index.svelte";

const SHOWN = 5000;

export const notice = $state({ text: "", spoken: "" });
/** Where notices appear: the page, and each open dialog above it. The last one shows them. */
export const places = $state<string[]>([]);
let timer = 0;

export function show(text: string): void {
  notice.text = text;
  window.clearTimeout(timer);
  timer = window.setTimeout(() => (notice.text = ""), SHOWN);
}

/** What was shown is no longer so. */
export function clear(): void {
  window.clearTimeout(timer);
  notice.text = "";
}

/** A refusal for this reason is no longer so. */
export function withdraw(code: string): void {
  if (notice.text === reason(code)) clear();
}

export function say(text: string): void {
  notice.spoken = text;
}

/** Say why something was refused, in the player's language; `move` is what was refused. */
export function explain(why: unknown, move: Record<string, unknown> = {}): void {
  if (!(why instanceof Refused)) throw why;
  show(reasonOf(why, move));
}

/** Why something was refused, as exactly as can be said. */
export function reasonOf({ code, detail }: Refused, move: Record<string, unknown> = {}): string {
  const exact = `reason.${code}.of`;
  return detail && has(exact) ? t(exact, { ...texts(move), detail }) : reason(code);
}

/** What a move says in words, for texts that quote it. */
function texts(move: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(move).filter((field): field is [string, string] => typeof field[1] === "string"),
  );
}

export function reason(code: string): string {
  return has(`reason.${code}`) ? t(`reason.${code}`) : t("reason.other");
}
