import presets from "../../../../src/inglenook/games/conex/presets.json";
import { t } from "../../i18n/index.svelte";
import type { conex } from "../../net/wire";
import type { GameClient } from "../types";
import Board from "./Board.svelte";
import { insight } from "./insight";
import { announce, notation, sound } from "./notation";
import { now } from "./now";
import Rules from "./Rules.svelte";
import Side from "./Side.svelte";

const client: GameClient<conex.View> = {
  name: "conex",
  Board,
  Side,
  Rules,
  hints: true,
  timers: { give_ms: 0 },
  secret: {
    seat: ({ seat }) => seat,
    covered: (view) => ({
      ...view,
      seat: null,
      hand: [],
      legal: { fixed: [], slides: [] },
      candidates: { fixed: [], slides: [] },
      may: [],
    }),
  },
  first: "first",
  players: 2,
  presets,
  scores: ({ points }) => points,
  notation,
  announce,
  sound,
  now,
  goal: ({ seats, goal }) => t(`conex.goal.${seats === 1 ? "alone" : "table"}`, { n: goal }),
  insight,
};

export default client;
