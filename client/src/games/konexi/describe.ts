/** Letters, joins and the tower in words. */

import { t } from "../../i18n/index.svelte";
import type { konexi } from "../../net/wire";
import { letterOf } from "./pieces/letters";
import { joinedStance, stanceOf } from "./pieces/turning";

/** The place of a connector: "at the top left". */
export function where(letter: string, connector: number): string {
  const { side, which } = letterOf(letter).connectors[connector]!;
  return t(`konexi.at.${side}${which && `.${which}`}`);
}

/** A connector with its letter: "R’s notch on the right". */
export function describeConnector(letter: string, connector: number): string {
  const { kind } = letterOf(letter).connectors[connector]!;
  return t(`konexi.${kind}`, { letter, where: where(letter, connector) });
}

/** A connector of a known letter: "notch on the right". */
export function describeOwn(letter: string, connector: number): string {
  const { kind } = letterOf(letter).connectors[connector]!;
  return t(`konexi.own.${kind}`, { where: where(letter, connector) });
}

export function describeSteady(steady: number): string {
  return steady < 0 ? t("konexi.falls") : t("konexi.steady", { n: steady });
}

/** A join: "T’s tooth at the top into R’s notch on the right". */
export function describeMeeting(letter: string, own: number, to: string, at: number): string {
  const { kind } = letterOf(letter).connectors[own]!;
  const meeting = { letter, own: where(letter, own), to, at: where(to, at) };
  return t(`konexi.join.${kind}`, meeting);
}

/** A way to join at a known place: "tooth at the top, turned a quarter, then upright". */
export function describeWay(view: konexi.View, { to, at }: konexi.Place, way: konexi.Way): string {
  const [own, roll] = way;
  const letter = view.hand!;
  const parts = [describeOwn(letter, own), t(`konexi.roll.${roll}`)];
  const below = view.tower.find((standing) => standing.letter === to);
  if (below) {
    const stance = joinedStance(below.q, { letter: to, at }, { letter, at: own, roll });
    parts.push(t(`konexi.then.${stance}`));
  }
  return parts.join(", ");
}

/** A join with its gauge. */
export function describeJoin(view: konexi.View, place: konexi.Place, way: konexi.Way): string {
  const [own, roll, steady] = way;
  const meeting = describeMeeting(view.hand!, own, place.to, place.at);
  const gauge = steady === null ? "" : `: ${describeSteady(steady)}`;
  return `${meeting}, ${t(`konexi.roll.${roll}`)}${gauge}`;
}

/** A letter of the tower: how it stands, and what it is joined to. */
export function describeStanding(view: konexi.View, standing: konexi.Standing): string {
  const { letter, parent, q, z, stress } = standing;
  const how = { letter, stance: t(`konexi.stance.${stanceOf(q)}`) };
  if (parent === null) return t("konexi.tower.base", how);
  const joins = view.links
    .filter(({ a, b }) => a === letter || b === letter)
    .map(({ a, at_a, b, at_b }) =>
      a === letter ? { own: at_a, to: b, at: at_b } : { own: at_b, to: a, at: at_a },
    )
    // Those of letters that came later are mentioned with them.
    .filter(({ to }) => order(view, to) < order(view, letter))
    .map(({ own, to, at }) => describeMeeting(letter, own, to, at));
  const high = t("konexi.tower.high", { n: Math.max(0, Math.round(z / 10)) });
  const bears = stress === null ? "" : t("konexi.tower.bears", { n: Math.round(100 * stress) });
  return `${t("konexi.tower.letter", how)}, ${high}: ${joins.join("; ")}. ${bears}`.trimEnd();
}

function order(view: konexi.View, letter: string): number {
  return view.tower.findIndex((standing) => standing.letter === letter);
}

/** A fall: "A letter came off the tower (letters: 7). Points lost by Ann: 3." */
export function describeFall(fall: konexi.Fall, names: string[]): string {
  const cost = { name: names[fall.seat] ?? "", n: fall.lost };
  const what = t(`konexi.fall.${fall.verdict}`, { n: fall.letters });
  const bump = fall.bumped ? `${t("konexi.fall.bumped", cost)} ` : "";
  return `${bump}${what} ${t(fall.lost ? "konexi.fall.loses" : "konexi.fall.free", cost)}`;
}
