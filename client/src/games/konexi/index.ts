import presets from "../../../../src/inglenook/games/konexi/presets.json";
import { t } from "../../i18n/index.svelte";
import type { GameClient } from "../types";
import Board from "./Board.svelte";
import { insight, now } from "./coach";
import End from "./End.svelte";
import type { konexi } from "../../net/wire";
import { announce, hint, notation, sound } from "./notation";
import Rules from "./Rules.svelte";
import Side from "./Side.svelte";

const client: GameClient<konexi.View> = {
  name: "konexi",
  Board,
  Side,
  Rules,
  End,
  hints: true,
  players: 2,
  timers: { word_ms: 0 },
  first: "first",
  presets,
  turns: ({ active }) => (active === null ? [] : [active]),
  outOfTurn: ({ bumpers }) => bumpers,
  ahead: () => import("./scene/Scene.svelte"),
  scores: ({ scores }) => scores,
  notation,
  hint,
  announce,
  sound,
  now,
  goal: ({ seats, options }) =>
    t(`konexi.goal.${seats === 1 ? "alone" : "table"}`, { n: options.goal! }),
  insight,
};

export default client;
