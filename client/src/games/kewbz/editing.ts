/** Changes to a position in the editor. Whether a position is allowed, the server says. */

import type { kewbz } from "../../net/wire";
import { fileOf, nameOf, rankOf } from "./scene/geometry";

type Stacks = Record<string, number[]>;

/** The options of a game that begins with an edited position. */
export interface Setup extends Record<string, unknown> {
  size: number;
  cubes: number;
  position: { stacks: Stacks; turn: number };
}

export const blank: Setup = { size: 8, cubes: 30, position: { stacks: {}, turn: 0 } };

/** Options from an address or a study, as far as they can be drawn. */
export function read(raw: unknown): Setup {
  const { size, cubes, position } = { ...blank, ...(raw as Partial<Setup> | null) };
  const stacks: Stacks = {};
  for (const [cell, stack] of Object.entries(position?.stacks ?? {})) {
    if (/^[a-l]\d\d?$/.test(cell) && Array.isArray(stack) && stack.length)
      stacks[cell] = stack.map((owner) => (owner === 1 ? 1 : 0));
  }
  const setup = { size, cubes, position: { stacks, turn: position?.turn === 1 ? 1 : 0 } };
  const whole = Number.isInteger(size) && Number.isInteger(cubes) && size > 0 && size <= 12;
  return whole ? resized(setup, size) : blank;
}

/** The position of a view, to be edited. */
export function fromView({ size, stacks, unplayed, to_move }: kewbz.View): Setup {
  const blue = Object.values(stacks)
    .flat()
    .filter((owner) => owner === 0).length;
  return { size, cubes: unplayed[0] + blue, position: { stacks, turn: to_move ?? 0 } };
}

function withStacks(setup: Setup, stacks: Stacks): Setup {
  return { ...setup, position: { ...setup.position, stacks } };
}

/** Add a cube to a cell. */
export function added(setup: Setup, cell: string, seat: number): Setup {
  const { stacks } = setup.position;
  return withStacks(setup, { ...stacks, [cell]: [...(stacks[cell] ?? []), seat] });
}

/** Remove the topmost cube of a cell. */
export function taken(setup: Setup, cell: string): Setup {
  const { [cell]: stack = [], ...others } = setup.position.stacks;
  return withStacks(setup, stack.length > 1 ? { ...others, [cell]: stack.slice(0, -1) } : others);
}

export function cleared(setup: Setup): Setup {
  return withStacks(setup, {});
}

/** Mirror the board left to right. */
export function mirrored(setup: Setup): Setup {
  const turned = Object.entries(setup.position.stacks).map(([cell, stack]) => [
    nameOf(setup.size - 1 - fileOf(cell), rankOf(cell)),
    stack,
  ]);
  return withStacks(setup, Object.fromEntries(turned));
}

/** Change the size of the board; cubes outside it are dropped. */
export function resized(setup: Setup, size: number): Setup {
  const inside = Object.entries(setup.position.stacks).filter(
    ([cell]) => fileOf(cell) < size && rankOf(cell) >= 0 && rankOf(cell) < size,
  );
  return { ...withStacks(setup, Object.fromEntries(inside)), size };
}
