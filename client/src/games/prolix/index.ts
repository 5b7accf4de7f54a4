import presets from "../../../../src/inglenook/games/prolix/presets.json";
import { t } from "../../i18n/index.svelte";
import type { prolix } from "../../net/wire";
import type { GameClient } from "../types";
import Board from "./Board.svelte";
import { insight, now } from "./coach";
import End from "./End.svelte";
import { announce, notation, sound } from "./notation";
import Rules from "./Rules.svelte";
import Side from "./Side.svelte";

/** Whose turn the seats show: in a duel both write, elsewhere the active player is to speak. */
function turns(view: prolix.View): number[] {
  if (view.phase === "vote" || view.phase === "challenge") return [];
  if (view.phase === "ready")
    return view.sheets.flatMap((_, seat) => (view.accepted.includes(seat) ? [] : [seat]));
  if (view.active !== null) return [view.active];
  return view.written.flatMap((written, seat) =>
    view.phase === "write" && !written ? [seat] : [],
  );
}

function before(view: prolix.View): string[] {
  const seconds = Math.round(view.options.timer_ms! / 1000);
  return [t("prolix.sentence"), t(`prolix.ready.${view.mode}`, { n: view.goal, seconds })];
}

const client: GameClient<prolix.View> = {
  name: "prolix",
  Board,
  Side,
  Rules,
  End,
  realtime: true,
  players: 3,
  // Bots only say words of the list: where they are alone with somebody, it judges at once.
  options: (alone, players) => ({
    // Alone, every round has its own beginning; among more the table asks.
    ...(players === 1 ? { ready: true } : {}),
    ...(alone ? { challenges: "referee" } : {}),
  }),
  before,
  timers: { timer_ms: 600_000, challenge_window_ms: 60_000, vote_window_ms: 60_000 },
  presets,
  turns,
  scores: (view) => view.scores,
  // They would be the answer to all that is asked.
  hints: "learning",
  hint: ({ word }) => String(word ?? ""),
  notation,
  announce,
  sound,
  now,
  goal: ({ mode, goal }) => t(`prolix.goal.${mode}`, { n: goal }),
  insight,
};

export default client;
