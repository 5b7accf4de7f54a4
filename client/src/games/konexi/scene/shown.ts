import type { konexi } from "../../../net/wire";
import { most } from "../choice.svelte";
import { promise } from "../pieces/colours";
import type { Palette } from "./palette";
import { joined, mouth, poseOf, resting, type Pose } from "./shapes/poses";
import type { Spot } from "./spots";

/** The state that the 3-D table shows. */
export interface Shown {
  view: konexi.View;
  /** The one who plays at this screen chooses a place for the letter in hand. */
  choosing: boolean;
  /** A player at this screen chooses a letter, or the gap for the token. */
  taking: boolean;
  place: number | null;
  join: konexi.Way | null;
  rest: konexi.Rest | null;
}

/** The letter that a chosen place is at, and that place. */
export function chosen({ view, place }: Shown) {
  const at = place === null ? null : view.places[place];
  const parent = at && view.tower.find(({ letter }) => letter === at.to);
  return parent ? { at, parent: poseOf(parent) } : null;
}

/** Where the letter in hand would go. */
export function aimed(shown: Shown): Pose | null {
  const { view, join, rest } = shown;
  if (rest) return resting(rest);
  const found = chosen(shown);
  if (!found || !join || !view.hand) return null;
  return joined(found.parent, found.at.to, found.at.at, view.hand, join[0], join[1]);
}

/** Where a letter is that was let go and that NATURE has not settled yet; `rests`: those it had. */
export function placed({ settling, hand, tower }: konexi.View, rests: konexi.Rest[]): Pose | null {
  const move = settling?.move;
  if (!move || !hand) return null;
  if (move.type === "found") {
    const rest = rests.find(({ pose }) => pose === move.pose);
    return rest ? resting(rest) : null;
  }
  const parent = move.type === "join" && tower.find(({ letter }) => letter === move.to);
  return parent ? joined(poseOf(parent), move.to, move.at, hand, move.own, move.roll) : null;
}

/** The connectors that light up, as they may be chosen. */
export function lit({ view, place: picked }: Shown, palette: Palette): Spot[] {
  const poses = new Map(view.tower.map((standing) => [standing.letter, poseOf(standing)]));
  return view.places.flatMap(({ to, at, ways }, place) => {
    const pose = poses.get(to);
    if (!pose || !ways.length) return [];
    const { at: middle, out } = mouth(pose, to, at);
    const colour = palette[promise(most(ways), view.safe)];
    middle.addScaledVector(out, 0.7);
    return [{ at: middle, out, place, colour, chosen: place === picked }];
  });
}
