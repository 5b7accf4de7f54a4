/** Requests about games and tables that more than one feature makes. */
import { json, post, request } from "./http";
import type {
  GameListing,
  Hints,
  Invitation,
  Lobby,
  NewStart,
  NewTable,
  Opened,
  Replay,
  Start,
  Summary,
} from "./wire";

const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

export const listGames = () => request<GameListing[]>("/api/games");

/** The open tables, and mine. */
export const lobby = () => request<Lobby>("/api/tables");

export const newTable = (wanted: NewTable) => post<Opened>("/api/tables", wanted);

/** The first position of a game with these options. */
export const start = (wanted: NewStart) => post<Start>("/api/starts", wanted);

export const replay = (id: string) => request<Replay>(`${table(id)}/replay`);

/** The result of a finished game. */
export const summary = (id: string) => request<Summary>(`${table(id)}/summary`);

/** A finished game move by move, in the game's own form: what was played, and what was possible. */
export const review = <R>(id: string) => request<R>(`${table(id)}/review`);

/** What a strong bot would do in a seat of mine. */
export const hints = (id: string, seat: number) =>
  request<Hints>(`${table(id)}/hints?seat=${seat}`);

/** The link that invites to a table. */
export const invitation = (id: string) => request<Invitation>(`${table(id)}/invitation`);

/** The address of a picture of that link, for another device's camera. */
export const inviteCode = (id: string) => `${table(id)}/qr.svg`;

export const recordAddress = (id: string) => `${table(id)}/record`;

/** Upload the record of a finished game. */
export const uploadRecord = (record: Blob) => request<Opened>("/api/records", json("POST", record));
