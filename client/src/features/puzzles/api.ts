/** Requests of puzzles. */
import { post, request } from "../../net/http";
import type {
  ExercisePage,
  NextPuzzle,
  PuzzleResult,
  PuzzleRun,
  Solution,
  Trial,
} from "../../net/wire";

const at = (game: string, name: string) => `/api/puzzles/${game}/${encodeURIComponent(name)}`;

/** The next puzzle for this player, and their rating. */
export const nextPuzzle = (game: string) => request<NextPuzzle>(`/api/puzzles/${game}`);

/** Puzzles that become harder and harder. */
export const puzzleRun = (game: string) => request<PuzzleRun>(`/api/runs/${game}`);

/** The position of a puzzle after these moves. */
export const tryPuzzle = (game: string, name: string, trial: Trial) =>
  post<ExercisePage>(`${at(game, name)}/try`, trial);

/** The best moves there, and how a wrong last move is refuted. */
export const puzzleSolution = (game: string, name: string, trial: Trial) =>
  post<Solution>(`${at(game, name)}/solution`, trial);

/** Send a final answer, which counts for the rating. */
export const answerPuzzle = (game: string, name: string, trial: Trial) =>
  post<PuzzleResult>(at(game, name), trial);
