import type { Component, Snippet } from "svelte";
import type { Option } from "../features/newtable/options";
import type { Sound } from "../browser/sound";
import type { Hint, Insight, Outcome } from "../net/wire";

export type Entry = [
  seq: number,
  t: number,
  seat: number,
  move: { type: string; [k: string]: unknown },
  lag: number,
];

/** A choice of options, such as a short game, by the number of players. */
export interface Preset {
  name: string;
  options: Record<string, Record<string, unknown>>;
  /** About how long it takes, by the number of players. */
  minutes?: Record<string, number>;
}

/** A good move, for the board to draw. */
export interface BoardHint extends Hint {
  /** Where to draw it, if the view does not say that. */
  place?: Record<string, unknown>;
}

export interface BoardProps<V = any, P = any> {
  /** The position to draw. */
  view: V;
  /** The seat that may act from this screen now; null: none. */
  seat: number | null;
  /** What each legal move of that seat would do; comes a moment after the view. */
  preview: P | null;
  /** A name per seat. */
  names: string[];
  /** The setting "numbers on the pieces". */
  numbers: boolean;
  /** Whether animations are allowed. */
  motion: boolean;
  /** The server's ms of play now: what the times in a view are compared with. */
  clock: () => number;
  /**
   * Make a move for the seat that may act, or for another seat of this screen; resolves to false if
   * it was refused. With `doubt` the server refuses a bad move once, with the game's warning code;
   * `doubt` receives the code, and returns true if the board itself asks the player about it.
   */
  play: (
    move: Record<string, unknown>,
    seat?: number,
    doubt?: (code: string) => boolean,
  ) => Promise<boolean>;
  /** Ask what is wrong with a place where something was put down; null if the server cannot say. */
  judge?: (place: Record<string, unknown>, seat: number) => Promise<unknown>;
  /** The game, or what was asked in an exercise, is over: there is nothing to do. */
  over?: boolean;
  /** The seats of this screen that may do something although it is not their turn. */
  bystanders?: number[];
  /** The log up to this position. */
  entries?: Entry[];
  /** Show the last change once more; null if there is none to show. */
  again?: (() => void) | null;
  /** The board reports that a film begins or ends: the next change waits for its end. */
  film?: (running: boolean) => void;
  /** The best moves, best first, once the player has asked for a hint in this position. */
  hints?: BoardHint[] | null;
}

/** The props of what a game shows above the log. */
export interface PanelProps<V = any> {
  view: V;
  names: string[];
  /** The positions from the first move to this one, as far as they are known. */
  history: V[];
}

/** The props of an editor of positions; whether a position is allowed, the server says. */
export interface EditorProps<V = any> {
  /** The options of a game that begins there. */
  options: Record<string, unknown>;
  change: (options: Record<string, unknown>) => void;
  /** The last allowed position. */
  view: V | null;
  /** The options that can be chosen freely, with their bounds. */
  choices: Option[];
  /** What is wrong with the position, and the buttons to use it. */
  verdict: Snippet;
}

/** What the server would answer about a position: all that a board needs. */
export interface Scene<V = any, P = any> {
  view: V;
  preview: P | null;
  /** The seat that is to move; null when the game is over. */
  turn: number | null;
  outcome: Outcome | null;
}

/** The thinker's judgement of a position. */
export interface Judgement {
  /** The seat that is to move. */
  seat: number;
  /** The best moves, best first: that seat's chance to win with each, and by how many points. */
  best: { move: Entry[3]; chance: number; margin: number }[];
  /** The number of positions that were searched. */
  ways: number;
}

/** How well the thinker plays. */
export type Strength = "gentle" | "even" | "strong";

/** A request to the thinker of a game; see `features/thinker/thinker.ts`. */
export type ThinkerAsk =
  | { type: "files" }
  | { type: "start"; options: Record<string, unknown> }
  | { type: "show"; view: any }
  | { type: "play"; view: any; move: Record<string, unknown> }
  | { type: "think"; view: any; ways: number }
  | { type: "choose"; view: any; strength: Strength }
  | { type: "inspect"; view: any };

/** The props of what a game shows below the scores when it is over. */
export interface EndProps<V = any> {
  view: V;
  names: string[];
  motion: boolean;
  /** The id of the table. */
  table: string;
  /** The day, if it was the board of a day. */
  daily: string | null;
}

/**
 * What a game brings to the client, the default export of `games/<name>/index.ts`. Beside it lies the
 * drawn cover of its box, `Cover.svelte`, an <svg>.
 *
 * Its catalogues `games/<name>/i18n/<language>.json` hold, besides its own texts, what the shell
 * shows of it: `<name>.title`, `<name>.line` (one line in the list of games), `<name>.minutes` ("20–30", from
 * the shortest of its presets to the longest),
 * `<name>.language` (where it is played with words of one language),
 * `<name>.preset.<preset>` for each preset, `<name>.option.<option>` for each option (and
 * `<name>.option.<option>.<value>` where it is a choice), `<name>.players.<n>` (a line on the game
 * for this many, if it differs),
 * `<name>.level.<level>` (a bot's name), `<name>.level.<level>.line` (a line on its strength),
 * `<name>.part.<part>` and `<name>.moment.<moment>` for what its summary tells (`{n}`: how many),
 * `<name>.goal` (the goal of the game in one sentence), the texts of its lesson and of its puzzles
 * (`<name>.lesson.<step>`, its title, and `<name>.lesson.<step>.<ask or reply>`;
 * `<name>.puzzle.<ask or reply>`), `<name>.ending.<reason>` for each reason a game can end with and `reason.<code>` for each
 * refusal of its own (`reason.<code>.of` with `{detail}` and the fields of the move where the refusal
 * has a detail). What is said about `resign` and `undo` is up to the shell.
 */
export interface GameClient<V = any> {
  name: string;
  Board: Component<BoardProps>;
  /** What a seat shows besides name and score, e.g. the pile of unplayed cubes. */
  Side?: Component<{ view: V; seat: number }>;
  /** The rules page's content; at a table it is given `options`, what was chosen there. */
  Rules: Component<any>;
  End?: Component<EndProps>;
  Panel?: Component<PanelProps>;
  /**
   * All play at once, and in a hurry: everyone needs their own screen, nothing is taken back
   * or previewed, and the rules themselves say who starts.
   */
  realtime?: boolean;
  /** Its bots can give hints, to those who play only against bots; or only to those who learn. */
  hints?: boolean | "learning";
  /** For hidden hands, where several people share a screen. */
  secret?: {
    /** The seat whose secrets a view holds; null: nobody's. */
    seat(view: V): number | null;
    /** The view without them. */
    covered(view: V): V;
  };
  /** What a table made here sets unless the player chooses otherwise; `alone`: only with bots. */
  options?(alone: boolean, players: number): Record<string, unknown>;
  /** What it is about, in a sentence or two, before a game in real time begins. */
  before?(view: V): string[];
  /** Options that are times people have to keep, and what they are (ms) without a limit, or nearly. */
  timers?: Record<string, number>;
  /** The option that names the seat that starts, null for lots; without it seat 0 starts. */
  first?: string;
  /** How many usually play it; without it, the fewest that can. */
  players?: number;
  /** Its `presets.json`, which lies beside its rules. */
  presets: Preset[];
  /** The seats whose turn it is, where that is not everyone who may move. */
  turns?(view: V): number[];
  /** The seats that may do something although it is not their turn. */
  outOfTurn?(view: V): number[];
  /** Fetch what its board will need besides: it is about to be played. */
  ahead?(): Promise<unknown>;
  scores(view: V): number[] | null;
  /**
   * A line of the log, e.g. "d4 +e4²"; empty: the log does not mention it. `after` is null where
   * the position then is not known.
   */
  notation(entry: Entry, after: V | null): string;
  /** What a screen reader says of an entry, in the current language. */
  announce(entry: Entry, after: V, names: string[]): string;
  /** What a hint says in the position it is for; without it, what the log would. */
  hint?(move: Entry[3], view: V): string;
  sound(entry: Entry, after: V): Sound;
  /** What a seat may do now and what for, in one sentence; null: what everybody waits for. */
  now?(view: V, seat: number | null, names: string[]): string;
  /** The goal of the game at this table, in so few words that a phone has them on one line. */
  goal?(view: V): string;
  /** How a position is set up by hand. */
  editor?: {
    Editor: Component<EditorProps>;
    /** Options from an address, as far as they can be drawn. */
    read(raw: unknown): Record<string, unknown>;
    /** The options of a game that begins with the position of a view. */
    fromView(view: V): Record<string, unknown>;
    /** What its seats are called. */
    names(): string[];
  };
  /** A bot in the browser: a worker that plays without the server. */
  thinker?: {
    /** The address of the worker. */
    script: string;
    /** Whether it has learned to play from such a position. */
    knows(view: V): boolean;
  };
  /** What the coach has to say about an entry, in a line: what was better, and by how much. */
  insight?(insight: Insight, entry: Entry, names: string[]): string;
}
