import presets from "../../../../src/inglenook/games/kewbz/presets.json";
import { t } from "../../i18n/index.svelte";
import type { kewbz } from "../../net/wire";
import type { GameClient } from "../types";
import Board from "./Board.svelte";
import { fromView, read } from "./editing";
import Editor from "./Editor.svelte";
import { insight } from "./insight";
import script from "./thinker/worker?worker&url";
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
  Panel: Story,
  presets,
  scores: (view) => view.scores,
  notation,
  announce,
  sound,
  hints: true,
  now,
  goal: () => t("kewbz.goal.short"),
  insight,
  editor: {
    Editor,
    read,
    fromView,
    names: () => [0, 1].map((seat) => t(`kewbz.colour.${seat}`)),
  },
  thinker: {
    script,
    // The boards that it was trained on.
    knows: ({ size }) => size >= 6 && size <= 10,
  },
};

export default client;
