import type { conex } from "../../../net/wire";
import { board } from "../pieces/deck";
import { bounds, HEIGHT, placed, rim, type Box, type Pose } from "./geometry";

/** The wooden frame around the cloth, in mm. */
export const FRAME = 16;
/** The margin around the used part of the table, in mm. */
const MARGIN_MM = 24;
/** The share by which the picture grows on each side if it has to grow. */
const GROW_BY_SHARE = 0.12;

export function cloth(view: conex.View): Box {
  const [width, height] = view.table_mm;
  return { left: -width / 2, top: -height / 2, right: width / 2, bottom: height / 2 };
}

export function framed({ left, top, right, bottom }: Box): Box {
  return { left: left - FRAME, top: top - FRAME, right: right + FRAME, bottom: bottom + FRAME };
}

/**
 * The used part of the table: all cards, and all places where one may be laid, so that a lay does not
 * move the picture. `hinted`: more places to include.
 */
export function inUse(view: conex.View, hinted: readonly Pose[]): Box {
  const { fixed, slides } = view.legal;
  const ends = slides.map(({ to_x: x, to_y: y, d }) => ({ x, y, d }));
  const poses = [...view.laid, ...fixed, ...slides, ...ends, ...hinted];
  const cards = poses.flatMap((pose) => placed(rim, pose));
  const half = board.side / 2;
  const room = MARGIN_MM + (fixed.length + slides.length ? 0 : HEIGHT / 2);
  const used = bounds([{ x: -half, y: -half }, { x: half, y: half }, ...cards], room);
  return within(used, framed(cloth(view)));
}

/** A larger part of the table, so that the picture does not change with every card. */
export function roomier({ left, top, right, bottom }: Box, whole: Box): Box {
  const [x, y] = [GROW_BY_SHARE * (right - left), GROW_BY_SHARE * (bottom - top)];
  return within({ left: left - x, top: top - y, right: right + x, bottom: bottom + y }, whole);
}

function within({ left, top, right, bottom }: Box, whole: Box): Box {
  return {
    left: Math.max(left, whole.left),
    top: Math.max(top, whole.top),
    right: Math.min(right, whole.right),
    bottom: Math.min(bottom, whole.bottom),
  };
}
