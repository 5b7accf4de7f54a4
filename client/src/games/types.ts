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

/** A length of game to choose: what it sets, by the number of players. */
export interface Preset {
  name: string;
  options: Record<string, Record<string, unknown>>;
  /** About how long it takes, by the number of players. */
  minutes?: Record<string, number>;
}

/** A good move. */
export interface BoardHint extends Hint {
  /** What is needed to draw it besides, where the view does not say it. */
  place?: Record<string, unknown>;
}

export interface BoardProps<V = any, P = any> {
  /** What to draw now. */
  view: V;
  /** The seat that may act from this screen now; null: nobody here. */
  seat: number | null;
  /** What each legal move of that seat would do; arrives a moment after the view. */
  preview: P | null;
  /** One per seat. */
  names: string[];
  /** The setting "numbers on the pieces". */
  numbers: boolean;
  /** False: no animation. */
  motion: boolean;
  /** The server's ms of play now: what the times in a view are compared with. */
  clock: () => number;
  /**
   * For the seat that may act, or for another of this screen; resolves to false if it was refused.
   * With `doubt` the server says first what the game has against the move, if anything: `doubt`
   * is given the code of a refusal, and returns true if the board itself asks the player about it.
   */
  play: (
    move: Record<string, unknown>,
    seat?: number,
    doubt?: (code: string) => boolean,
  ) => Promise<boolean>;
  /** What is wrong with a place where something was put down; null where nobody can say. */
  judge?: (place: Record<string, unknown>, seat: number) => Promise<unknown>;
  /** The game is over, by whatever end, or what was asked in an exercise: there is nothing to do. */
  over?: boolean;
  /** The seats of this screen that may do something although it is not their turn. */
  bystanders?: number[];
  /** All that was played, for those who want to see how a position came about. */
  entries?: Entry[];
  /** Show the last change once more; null where there is none to show. */
  again?: (() => void) | null;
  /** A film begins or is over: what comes next waits for its end. */
  film?: (running: boolean) => void;
  /** The best moves, best first, once the player has asked for a hint in this position. */
  hints?: BoardHint[] | null;
}

/** What stands above the log: what it is about, and how the points came about. */
export interface PanelProps<V = any> {
  view: V;
  names: string[];
  /** The positions from the first move to this one, as far as they are known. */
  history: V[];
}

/** What sets up a position by hand; whether it is one, the server says. */
export interface EditorProps<V = any> {
  /** The options of a game that begins there. */
  options: Record<string, unknown>;
  change: (options: Record<string, unknown>) => void;
  /** How such a game would begin, when it was last in order. */
  view: V | null;
  /** The options that can be chosen freely, with their bounds. */
  choices: Option[];
  /** What is wrong with it, and what to do with it. */
  verdict: Snippet;
}

/** What a server would say of a position: all that a board needs to be drawn and played on. */
export interface Scene<V = any, P = any> {
  view: V;
  preview: P | null;
  /** The seat that is to move; null when the game is over. */
  turn: number | null;
  outcome: Outcome | null;
}

/** What a mind thinks of a position. */
export interface Judgement {
  /** Who is to move there. */
  seat: number;
  /** The best moves, best first: that seat's chance to win with each, and by how many points. */
  best: { move: Entry[3]; chance: number; margin: number }[];
  /** How many positions it has thought about. */
  ways: number;
}

/** How well a mind plays. */
export type Strength = "gentle" | "even" | "strong";

/** What a mind can be asked; see `mind/mind.ts`. */
export type MindAsk =
  | { type: "files" }
  | { type: "start"; options: Record<string, unknown> }
  | { type: "show"; view: any }
  | { type: "play"; view: any; move: Record<string, unknown> }
  | { type: "think"; view: any; ways: number }
  | { type: "choose"; view: any; strength: Strength }
  | { type: "inspect"; view: any };

/** What a game itself shows when it is over, below the scores. */
export interface EndProps<V = any> {
  view: V;
  names: string[];
  motion: boolean;
  /** The table, for what else the server knows about it. */
  table: string;
  /** The day whose board it was. */
  daily: string | null;
}

/**
 * What a game brings to the client, the default export of `games/<name>/index.ts`. Beside it lies the
 * drawn cover of its box, `Cover.svelte`, an <svg>.
 *
 * Its catalogues `games/<name>/i18n/<language>.json` hold, besides its own texts, what the shell
 * shows of it: `<name>.title`, `<name>.line` (one line on the shelf), `<name>.minutes` ("20–30", from
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
  /** The same for a screen reader, in the current language. */
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
    /** Those of a game that begins with the position of a view. */
    fromView(view: V): Record<string, unknown>;
    /** What its seats are called. */
    names(): string[];
  };
  /** Plays without a server, in a worker that is loaded when it is asked for. */
  thinker?: {
    /** The address of the worker. */
    script: string;
    /** Whether it has learned to play from there. */
    knows(view: V): boolean;
  };
  /** What the coach has to say about an entry, in a line: what was better, and by how much. */
  insight?(insight: Insight, entry: Entry, names: string[]): string;
}
