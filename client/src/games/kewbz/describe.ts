/** The board in words, for screen readers. */

import { t } from "../../i18n/index.svelte";
import type { kewbz } from "../../net/wire";

function colour(seat: number): string {
  return t(`kewbz.colour.${seat}`);
}

/** Stacked cubes: "1 on e4, 2 on d4". */
export function listStacked(stacked: Record<string, number>): string {
  return Object.entries(stacked)
    .map(([cell, n]) => t("kewbz.on", { n, cell }))
    .join(", ");
}

function standing(cell: string, stack: number[]): string {
  const top = colour(stack.at(-1) ?? 0);
  if (stack.length === 1) return t("kewbz.cell.single", { cell, colour: top });
  return t("kewbz.cell.tower", { cell, n: stack.length, colour: top });
}

/**
 * A cell: the tower on it, and what may be done there.
 *
 * `given` is set while the player chooses between corners: the cubes due on each, and those added.
 */
export function describeCell(
  cell: string,
  view: Pick<kewbz.View, "stacks">,
  legal: boolean,
  preview: kewbz.Preview | null,
  given: { corners: Record<string, number>; added: Record<string, number> } | null,
): string {
  const stack = view.stacks[cell] ?? [];
  const stands = stack.length ? standing(cell, stack) : t("kewbz.cell.empty", { cell });
  const due = given?.corners[cell];
  if (due) return `${stands}, ${t("kewbz.cell.choose", { n: given.added[cell] ?? 0, of: due })}`;
  if (given || !legal) return stands;
  const stacked = preview?.cells[cell]?.stacked ?? {};
  if (!Object.keys(stacked).length) return `${stands}, ${t("kewbz.cell.open")}`;
  return `${stands}, ${t("kewbz.cell.stacks", { list: listStacked(stacked) })}`;
}

/** All towers and cubes in one text, so that nobody has to visit the empty cells. */
export function describeTowers(stacks: Record<string, number[]>): string {
  const standings = Object.entries(stacks).map(([cell, stack]) => standing(cell, stack));
  return standings.length ? `${standings.join("; ")}.` : t("kewbz.cell.none");
}
