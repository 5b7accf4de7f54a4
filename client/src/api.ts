/** The server's HTTP side: one function per question. */
import type { GameListing, Hints, Lobby, NewTable, Opened, Replay, Summary } from "./wire";

/**
 * The server's (or the network's) no. `code` is stable: `reason.<code>` is its text, and
 * `reason.<code>.of` the one that names `detail`.
 */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly detail = "",
  ) {
    super(code);
  }
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refused("offline");
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(body.code ?? "offline", body.detail);
  return body as T;
}

export const listGames = () => request<GameListing[]>("/api/games");

export const lobby = () => request<Lobby>("/api/tables");

export const replay = (id: string) =>
  request<Replay>(`/api/tables/${encodeURIComponent(id)}/replay`);

/** What a finished game came to. */
export const summary = (id: string) =>
  request<Summary>(`/api/tables/${encodeURIComponent(id)}/summary`);

/** A look back at a finished game: what was played and what there was, in the game's own form. */
export const review = <R>(id: string) => request<R>(`/api/tables/${encodeURIComponent(id)}/review`);

/** What a strong bot would do in a seat of mine. */
export const hints = (id: string, seat: number) =>
  request<Hints>(`/api/tables/${encodeURIComponent(id)}/hints?seat=${seat}`);

export const recordAddress = (id: string) => `/api/tables/${encodeURIComponent(id)}/record`;

/** Bring along a finished game. */
export const takeIn = (record: Blob) =>
  request<Opened>("/api/records", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: record,
  });

export const newTable = (table: NewTable) =>
  request<Opened>("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(table),
  });
