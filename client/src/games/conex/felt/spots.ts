/** The places where a card may be laid, and which of them a pointer means. */

import type { conex } from "../../../net/wire";
import type { BoardHint } from "../../types";
import { cardOf } from "../pieces/deck";
import { centre, hull, middle, outline, placed, type Point, type Pose } from "./geometry";

/** A place for a card: a lay of the view's list, or an edge to slide along. */
export interface Spot {
  key: string;
  card: string;
  corner: number;
  target: string;
  spot: number;
  /** The range along the edge in µm; both 0 if the card cannot slide. */
  from: number;
  to: number;
  start: Pose;
  end: Pose;
  /** Without the 2x star. */
  points: number;
  /** The points among them for the Plus-2 card below. */
  plus: number;
  /** The area that the corner may cover. */
  area: Point[];
  /** From the middle of the CONEX corner to the middle of the card, at `start`. */
  foot: Point;
  head: Point;
}

/** A place, and a position on its edge. */
export interface Aim {
  spot: Spot;
  slide: number;
}

export function spotsOf(legal: conex.Legal, card: string): Spot[] {
  const fixed = legal.fixed
    .filter((lay) => lay.card === card)
    .map((lay) => made(lay, lay, lay, 0, 0));
  const slides = legal.slides
    .filter((lay) => lay.card === card)
    .map((lay) => made(lay, lay, { x: lay.to_x, y: lay.to_y, d: lay.d }, lay.from, lay.to));
  return [...fixed, ...slides].toSorted((a, b) => angle(a) - angle(b));
}

/** The angle by which places are sorted: clockwise around the board. */
function angle({ head }: Spot): number {
  return Math.atan2(head.y, head.x);
}

function made(lay: conex.Fixed | conex.Slide, at: Pose, end: Pose, from: number, to: number): Spot {
  const { card, corner, target, spot, points, plus } = lay;
  const shape = outline(cardOf(card).patches[corner]!);
  const covers = placed(shape, at);
  return {
    key: `${card}.${corner}.${target}.${spot}.${from}`,
    ...{ card, corner, target, spot, points, plus, from, to },
    start: { x: at.x, y: at.y, d: at.d },
    end,
    area: from === to ? covers : hull([...covers, ...placed(shape, end)]),
    foot: middle(covers),
    head: centre(at),
  };
}

/** A hint that is drawn on the table. */
export interface Hinted {
  /** The rank of the hint, from 1. */
  rank: number;
  card: string;
  pose: Pose;
  /** The card is to be struck by lightning; else it is to be laid. */
  struck: boolean;
  /** The place where this seat may lay it; null if it may not. */
  aim: Aim | null;
}

/** The hints that can be drawn: lays and strikes. */
export function hinted(
  { laid }: conex.View,
  legal: conex.Legal,
  hints: readonly BoardHint[],
): Hinted[] {
  return hints.flatMap(({ move, place }, i): Hinted[] => {
    const good = move as unknown as conex.Move;
    const rank = i + 1;
    if (good.type === "lightning") {
      const pose = laid.find(({ card }) => card === good.card);
      return pose ? [{ rank, card: good.card, pose, struck: true, aim: null }] : [];
    }
    if (good.type !== "lay") return [];
    const aim = aimed(legal, good);
    const pose = aim ? poseOf(aim) : (place as Pose | undefined);
    return pose ? [{ rank, card: good.card, pose, struck: false, aim }] : [];
  });
}

function aimed(legal: conex.Legal, lay: conex.Lay): Aim | null {
  const { card, corner, target, spot, slide = 0 } = lay;
  const found = spotsOf(legal, card).find(
    (lay) =>
      lay.corner === corner &&
      lay.target === target &&
      lay.spot === spot &&
      lay.from <= slide &&
      slide <= lay.to,
  );
  return found ? { spot: found, slide } : null;
}

export function slides({ from, to }: Spot): boolean {
  return from !== to;
}

export function poseOf({ spot, slide }: Aim): Pose {
  const { start, end, from, to } = spot;
  const share = from === to ? 0 : (slide - from) / (to - from);
  return {
    x: start.x + (end.x - start.x) * share,
    y: start.y + (end.y - start.y) * share,
    d: start.d,
  };
}

/**
 * The place that a card held at this point means, and its distance in mm.
 *
 * Players point at what the card would cover, at the middle of the card, or in between. The middle
 * counts more, as it differs between cards at the same corner of a target.
 */
export function nearest(spots: Spot[], at: Point): { aim: Aim; off: number } | null {
  let best: { aim: Aim; off: number } | null = null;
  for (const spot of spots) {
    const found = towards(spot, at);
    if (!best || found.off < best.off) best = found;
  }
  return best;
}

export function towards(spot: Spot, at: Point): { aim: Aim; off: number } {
  const { foot, head, from, to } = spot;
  const [start, end] = [centre(spot.start), centre(spot.end)];
  const way = { x: end.x - start.x, y: end.y - start.y };
  const spine = { x: head.x - foot.x, y: head.y - foot.y };
  const p = { x: at.x - foot.x, y: at.y - foot.y };
  const det = spine.x * way.y - spine.y * way.x;
  const up = det ? (p.x * way.y - p.y * way.x) / det : along(p, spine);
  const high = Math.min(1, Math.max(0, up));
  const rest = { x: p.x - high * spine.x, y: p.y - high * spine.y };
  const share = from === to ? 0 : Math.min(1, Math.max(0, along(rest, way)));
  const shift = { x: share * way.x, y: share * way.y };
  const aside = Math.hypot(rest.x - shift.x, rest.y - shift.y);
  const away = Math.hypot(at.x - head.x - shift.x, at.y - head.y - shift.y);
  return {
    aim: { spot, slide: Math.round(from + share * (to - from)) },
    off: aside + away / 4,
  };
}

/** The projection of `step` on `way`, as a share of `way`. */
function along(step: Point, way: Point): number {
  const square = way.x ** 2 + way.y ** 2;
  return square ? (step.x * way.x + step.y * way.y) / square : 0;
}
