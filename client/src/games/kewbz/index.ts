import type { kewbz } from "../../wire";
import type { GameClient } from "../types";
import Board from "./Board.svelte";
import Cover from "./Cover.svelte";
import { announce, notation, sound } from "./notation";
import Rules from "./Rules.svelte";
import Side from "./Side.svelte";

const client: GameClient<kewbz.View> = {
  name: "kewbz",
  Board,
  Side,
  Rules,
  Cover,
  presets: [
    { key: "quick", options: { size: 6, cubes: 20, swap: true } },
    { key: "standard", options: { size: 8, cubes: 30, swap: true } },
    { key: "long", options: { size: 10, cubes: 50, swap: true } },
  ],
  scores: (view) => view.scores,
  notation,
  announce,
  sound,
};

export default client;
