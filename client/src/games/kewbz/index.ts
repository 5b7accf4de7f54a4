import presets from "../../../../src/inglenook/games/kewbz/presets.json";
import type { kewbz } from "../../wire";
import type { GameClient } from "../types";
import Board from "./Board.svelte";
import Cover from "./Cover.svelte";
import { insight } from "./insight";
import { announce, notation, sound } from "./notation";
import { now } from "./now";
import Rules from "./Rules.svelte";
import Side from "./Side.svelte";
import Story from "./Story.svelte";

const client: GameClient<kewbz.View> = {
  name: "kewbz",
  Board,
  Side,
  Rules,
  Cover,
  Panel: Story,
  presets,
  scores: (view) => view.scores,
  notation,
  announce,
  sound,
  hints: true,
  now,
  insight,
};

export default client;
