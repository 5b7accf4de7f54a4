/** What the server says about lessons, puzzles, days and finished games: until wire.ts has it. */
import type { Insight, Outcome } from "../wire";
export type { Insight };
/** A position of a finished game, from which people try out how it could have gone on. */
export interface Study {
  table: string;
  seq: number;
}

/** How far an analysis is. */
export interface Progress {
  type: "progress";
  done: number;
  of: number;
}

/** What a coach has to say about a finished game. */
export interface Analysis {
  type: "analysis";
  report: Report;
  insights: Insight[];
  line: number[];
}

/** accuracy  of each seat, from 0 to 1; None where it had no choice to make
 * moments   the steps that decided the game, up to three, in their order */
export interface Report {
  accuracy: (number | null)[];
  moments: number[];
}

/** Body of `GET /api/lessons/{game}`. */
export interface LessonListing {
  steps: ExerciseListing[];
  game: FirstGame;
}

export interface ExerciseListing {
  name: string;
  asks: string[];
}

/** The small real game at the end of a lesson, against bots of a level. */
export interface FirstGame {
  seats: number;
  level: string;
  options?: Record<string, unknown>;
}

/** Body of a `POST` to an exercise: all that was tried so far, since it began. */
export interface Trial {
  moves?: Tried[];
  show?: boolean;
  place?: Record<string, unknown> | null;
}

/** A move that somebody tries, and when: ms after the exercise began. */
export interface Tried {
  move: Record<string, unknown>;
  t?: number;
}

/** Where an exercise stands after what was tried. */
export interface ExercisePage {
  game: string;
  seats: number;
  seat: number;
  options: Record<string, unknown>;
  to_move: number[];
  outcome: Outcome | null;
  clock: number;
  entries: [
    seq: number,
    t: number,
    seat: number,
    move: { type: string; [more: string]: unknown },
    lag: number,
  ][];
  views: unknown[];
  dwells: number[];
  preview: unknown;
  ask: number;
  asks: string[];
  reply: Feedback | null;
  best: { type: string; [more: string]: unknown }[];
  refutation: Line | null;
  verdict: unknown;
}

/** What is said to a move. */
export interface Feedback {
  say: string;
  right: boolean;
}

/** Entries that would follow, and what the seat would see after each. */
export interface Line {
  entries: [
    seq: number,
    t: number,
    seat: number,
    move: { type: string; [more: string]: unknown },
    lag: number,
  ][];
  views: unknown[];
  dwells: number[];
}

/** Body of `GET /api/puzzles/{game}`: one near my rating that I did not try lately. */
export interface NextPuzzle {
  puzzle: PuzzleListing;
  me: PuzzleRecord;
}

export interface PuzzleListing {
  name: string;
  asks: string[];
  rating: number;
}

/** How good somebody is at the puzzles of a game. */
export interface PuzzleRecord {
  rating: number;
  tried: number;
  solved: number;
  streak: number;
  best_streak: number;
}

/** Body of `GET /api/puzzles/{game}/run`: puzzles that become harder and harder. */
export interface PuzzleRun {
  puzzles: PuzzleListing[];
}

/** Answer to `POST /api/puzzles/{game}/{name}`: what a final answer comes to. */
export interface PuzzleResult {
  solved: boolean;
  counted: boolean;
  gained: number;
  me: PuzzleRecord;
}

/** Body of `GET /api/days`. */
export interface Days {
  date: string;
  number: number;
  next_ms: number;
  games: DayGame[];
  streak: number;
  calendar: DayDone[];
}

/** The board of the day in one game, and how I did there. */
export interface DayGame {
  game: string;
  table: string | null;
  score: number | null;
  finished: number;
  place: number | null;
  streak: number;
}

/** A day on which I finished a board while it was the day's. */
export interface DayDone {
  date: string;
  number: number;
  games: string[];
}
