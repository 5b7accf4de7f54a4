/** Requests of a lesson. The server keeps nothing: it is sent all moves of the step each time. */
import { post, request } from "../../net/http";
import type { ExercisePage, LessonListing, Solution, Trial } from "../../net/wire";

const at = (game: string, step: string) => `/api/lessons/${game}/${encodeURIComponent(step)}`;

/** The steps of a game's lesson. */
export const lesson = (game: string) => request<LessonListing>(`/api/lessons/${game}`);

/** The position of a step after these moves. */
export const tryLesson = (game: string, step: string, trial: Trial) =>
  post<ExercisePage>(at(game, step), trial);

/** The best moves there, and how a wrong last move is refuted. */
export const lessonSolution = (game: string, step: string, trial: Trial) =>
  post<Solution>(`${at(game, step)}/solution`, trial);
