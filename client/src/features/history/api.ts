/** Requests about past games and ratings. */
import { put, request } from "../../net/http";
import type { Leaders, PastGames, PersonPage, ShowPage } from "../../net/wire";

const at = (handle: string) => `/api/people/${encodeURIComponent(handle)}`;

/** The page of a person; the handle `me` is my own. */
export const personPage = (handle: string) => request<PersonPage>(at(handle));

export interface GameFilter {
  game: string;
  result: string;
  opponent: string;
  rated: boolean;
  search: string;
}

/** Finished games that match, newest first; `before` is where the last request ended. */
export function pastGames(handle: string, wanted: GameFilter, before: number | null) {
  const { rated, ...rest } = wanted;
  const query = new URLSearchParams(rest);
  if (rated) query.set("rated", "true");
  if (before !== null) query.set("before", String(before));
  return request<PastGames>(`${at(handle)}/games?${query}`);
}

export const showPage = (shows: ShowPage["shows"]) =>
  put<PersonPage>("/api/me/page", { shows } satisfies ShowPage);

export const listLeaders = () => request<Leaders[]>("/api/leaders");
