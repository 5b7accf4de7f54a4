/** What the server says about past games and how strong people are. */
import { put, request } from "../../net/http";
import type { Leaders, PastGames, PersonPage, ShowPage } from "../../net/wire";

const at = (handle: string) => `/api/people/${encodeURIComponent(handle)}`;

/** Somebody's page; `me` is my own. */
export const personPage = (handle: string) => request<PersonPage>(at(handle));

export interface Wanted {
  game: string;
  result: string;
  opponent: string;
  rated: boolean;
  search: string;
}

/** Finished games that fit, the latest first; `before` is where the page before ended. */
export function pastGames(handle: string, wanted: Wanted, before: number | null) {
  const { rated, ...rest } = wanted;
  const query = new URLSearchParams(rest);
  if (rated) query.set("rated", "true");
  if (before !== null) query.set("before", String(before));
  return request<PastGames>(`${at(handle)}/games?${query}`);
}

export const showPage = (shows: ShowPage["shows"]) =>
  put<PersonPage>("/api/me/page", { shows } satisfies ShowPage);

export const listLeaders = () => request<Leaders[]>("/api/leaders");
