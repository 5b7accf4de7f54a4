/** The server's HTTP side: one function a question. */
import type { GameLine, Lobby, NewTable, Opened, Replay } from "./wire";

/** The server's (or the network's) no. `code` is stable: `reason.<code>` is its text. */
export class Refused extends Error {
  constructor(readonly code: string) {
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
  if (!response.ok) throw new Refused(body.code ?? "offline");
  return body as T;
}

export const listGames = () => request<GameLine[]>("/api/games");

export const lobby = () => request<Lobby>("/api/tables");

export const replay = (id: string) =>
  request<Replay>(`/api/tables/${encodeURIComponent(id)}/replay`);

export const recordAddress = (id: string) => `/api/tables/${encodeURIComponent(id)}/record`;

export const newTable = (table: NewTable) =>
  request<Opened>("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(table),
  });
