// Generated from the Python structs by `make types`. Do not edit.

/** Make a move for a seat of mine. */
export interface Play {
  type: "play";
  id: string;
  seat: number;
  move: Record<string, unknown>;
}

/** What would each of my legal moves do? Answered with `previewed`. */
export interface Preview {
  type: "preview";
  id: string;
  seat: number;
}

/** Take a free seat. One browser may take several: that is pass-and-play. */
export interface Sit {
  type: "sit";
  id: string;
  seat: number;
  name: string;
}

/** Give up a seat of mine; it becomes free. */
export interface Leave {
  type: "leave";
  id: string;
  seat: number;
}

/** Put a bot of this level into a free seat. */
export interface Bot {
  type: "bot";
  id: string;
  seat: number;
  level: string;
}

/** Send a bot away, or free the seat of someone who has been away for long. */
export interface Free {
  type: "free";
  id: string;
  seat: number;
}

/** Ask the others to let me take back my last move. */
export interface Takeback {
  type: "takeback";
  id: string;
  seat: number;
}

/** Agree to the pending takeback, or not. */
export interface Answer {
  type: "answer";
  id: string;
  seat: number;
  agree: boolean;
}

/** Another game with the same people, seats moved on by one. */
export interface Rematch {
  type: "rematch";
  id: string;
}

/** Are you there? Answered with `ack`. */
export interface Ping {
  type: "ping";
  id: string;
}

/** All about a table: the first message on a connection, and after every change of seats. */
export interface Table {
  type: "table";
  id: string;
  game: string;
  options: Record<string, unknown>;
  seats: Seat[];
  status: "over" | "playing" | "waiting";
  watching: number;
  takeback: PendingTakeback | null;
  rematch: string | null;
  seq: number;
  entries: [seq: number, t: number, seat: number, move: { type: string; [more: string]: unknown }, lag: number][];
  view: unknown;
  to_move: number[];
  outcome: Outcome | null;
}

export interface Seat {
  kind: "bot" | "free" | "person";
  name: string;
  level: string | null;
  here: boolean;
  yours: boolean;
}

export interface PendingTakeback {
  seat: number;
  to: number;
  agreed: number[];
}

/** How a game ended. Several winners share the win; none means that nobody won. */
export interface Outcome {
  scores: number[];
  winners: number[];
  reason: string;
}

/** Entries that were committed, and what this seat may know after them. */
export interface Moved {
  type: "moved";
  seq: number;
  entries: [seq: number, t: number, seat: number, move: { type: string; [more: string]: unknown }, lag: number][];
  view: unknown;
  to_move: number[];
  outcome: Outcome | null;
}

/** Done; for `play`, committed as entry `seq`. */
export interface Ack {
  type: "ack";
  id: string;
  seq: number | null;
  table: string | null;
}

/** Not done, and nothing has changed. `code` is stable; `detail` is for a developer's eye. */
export interface Refusal {
  type: "refused";
  id: string | null;
  code: string;
  detail: string;
}

export interface Previewed {
  type: "previewed";
  id: string;
  seq: number;
  preview: unknown;
}

/** Body of `POST /api/tables`. */
export interface NewTable {
  game: string;
  seats: SeatChoice[];
  options?: Record<string, unknown>;
}

/** Who is to sit somewhere when a table is made. */
export interface SeatChoice {
  kind: "bot" | "free" | "me";
  name?: string | null;
  level?: string | null;
}

/** Body of `POST /api/tables/{id}/moves`: a `play` without its type. */
export interface NewMove {
  id: string;
  seat: number;
  move: Record<string, unknown>;
}

/** Answer to `POST /api/tables`. */
export interface Opened {
  id: string;
}

/** Body of `GET /api/tables`. */
export interface Lobby {
  mine: TableLine[];
  waiting: TableLine[];
  playing: TableLine[];
}

/** A table as the lobby lists it. */
export interface TableLine {
  id: string;
  game: string;
  options: Record<string, unknown>;
  seats: Seat[];
  status: "over" | "playing" | "waiting";
  moves: number;
}

/** A game as `GET /api/games` lists it. */
export interface GameLine {
  name: string;
  rules: number;
  seats: number[];
  options: Record<string, unknown>;
  levels: LevelLine[];
}

export interface LevelLine {
  level: string;
  number: number;
}

/** Body of `GET /api/tables/{id}/replay`: the game so far, every position as watched. */
export interface Replay {
  id: string;
  game: string;
  options: Record<string, unknown>;
  seats: Seat[];
  entries: [seq: number, t: number, seat: number, move: { type: string; [more: string]: unknown }, lag: number][];
  views: unknown[];
  outcome: Outcome | null;
}

export type Ask = Play | Preview | Sit | Leave | Bot | Free | Takeback | Answer | Rematch | Ping;

export type Said = Table | Moved | Ack | Refusal | Previewed;

export declare namespace kewbz {
  export interface View {
    size: number;
    stacks: Record<string, number[]>;
    unplayed: [number, number];
    scores: [number, number];
    to_move: number | null;
    legal: string[];
    last: Last | null;
    swap: "later" | "no" | "now";
  }

  export interface Last {
    seat: number;
    cell: string;
    stacked: Record<string, number>;
  }

  export interface Options {
    size?: number;
    cubes?: number;
    swap?: boolean;
  }

  /** Give up. Belongs to every game; Match folds it, not the rules. */
  export interface Resign {
    type: "resign";
  }

  /** Go back to the position after entry `to` (-1: the start). Nothing leaves the log. */
  export interface Undo {
    type: "undo";
    to: number;
  }

  export interface Place {
    type: "place";
    cell: string;
    stack?: string[] | null;
  }

  export interface Swap {
    type: "swap";
  }

  export interface Preview {
    cells: Record<string, Prospect>;
  }

  /** What placing on one cell would do. */
  export interface Prospect {
    stacked: Record<string, number>;
    choose: number;
    scores: [number, number] | null;
  }

  export type Move = Resign | Undo | Place | Swap;
}
