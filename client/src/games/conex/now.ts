/** What a seat may do now, and why; or what all wait for. */

import { t } from "../../i18n/index.svelte";
import type { conex } from "../../net/wire";

export function now(view: conex.View, seat: number | null, names: string[]): string {
  const { phase, may, turns_left: left } = view;
  if (phase === "over") return t("conex.now.over");
  if (phase === "lots" || phase === "deal") return t("conex.now.deal");
  if (seat === null || seat !== view.seat || !may.length) return waiting(view, names);
  if (may.includes("give")) return t("conex.now.give");
  if (may.includes("end")) return t("conex.now.closing");
  if (!may.includes("lay")) return t(may.includes("draw") ? "conex.now.draw" : "conex.now.pass");
  if (view.last_round) return t("conex.now.last");
  if (may.includes("double")) return t("conex.now.double");
  if (may.includes("lightning")) return t("conex.now.strike");
  return left === undefined ? t("conex.now.lay") : t("conex.now.alone", { n: left });
}

function waiting({ phase, active, owing }: conex.View, names: string[]): string {
  const name = (seat: number | null) => names[seat ?? 0] ?? "";
  if (phase === "giving") return t("conex.now.wait.giving", { names: owing.map(name).join(", ") });
  return t("conex.now.wait", { name: name(active) });
}
