/** The games that are looked for, in words. */
import { t } from "../../i18n/index.svelte";
import { controls } from "../newtable/timeControls";
import type { Sought, TimeControl } from "../../net/wire";

const written = (control: TimeControl | null) =>
  JSON.stringify(control && [control.base, control.increment, control.cap]);

/** The name of a time control among those to choose from; undefined if it is another one. */
export function controlName(control: TimeControl | null): string | undefined {
  return Object.keys(controls).find((name) => written(controls[name]!) === written(control));
}

/** A game that is looked for, in words: "Kewbz · 2 players · No clock". */
export function kindText({ game, seats, time_control }: Omit<Sought, "people">): string {
  const clock = controlName(time_control);
  const parts = [t(`${game}.title`), t("box.players", { n: seats })];
  return [...parts, ...(clock ? [t(`clock.${clock}`)] : [])].join(" · ");
}

/** Whether two searches are for the same kind of game. */
export function sameKind(a: Omit<Sought, "people">, b: Omit<Sought, "people">): boolean {
  return (
    a.game === b.game && a.seats === b.seats && written(a.time_control) === written(b.time_control)
  );
}
