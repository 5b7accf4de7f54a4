import presets from "../../../../src/inglenook/games/prolix/presets.json";
import type { prolix } from "../../wire";
import type { GameClient } from "../types";
import Board from "./Board.svelte";
import Cover from "./Cover.svelte";
import End from "./End.svelte";
import { announce, notation, sound } from "./notation";
import Rules from "./Rules.svelte";
import Side from "./Side.svelte";

/** Whose turn the seats show: in a duel both write, elsewhere the active player is to speak. */
function turns(view: prolix.View): number[] {
  if (view.phase === "vote" || view.phase === "challenge") return [];
  if (view.active !== null) return [view.active];
  return view.written.flatMap((written, seat) =>
    view.phase === "write" && !written ? [seat] : [],
  );
}

const client: GameClient<prolix.View> = {
  name: "prolix",
  Board,
  Side,
  Rules,
  Cover,
  End,
  realtime: true,
  daily: true,
  players: 3,
  timers: ["timer_ms"],
  presets,
  turns,
  scores: (view) => view.scores,
  notation,
  announce,
  sound,
};

export default client;
