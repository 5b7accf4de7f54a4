/** Requests of somebody who looks for other players. */
import { json, remove, request, stream } from "../../net/http";
import type { Ended, EndedSeek, Found, Looking, NewSeek, Sights } from "../../net/wire";

/** The longest time without news, in ms: after it the connection is dead. There is news every 5 s. */
const LONGEST_SILENCE_MS = 15_000;

/** Who looks for what. */
export const seeks = () => request<Sights>("/api/seeks");

export const endSeek = () => remove<EndedSeek>("/api/seeks");

/** Look for somebody for as long as the news are read. They end early if the connection is lost. */
export const seekNews = (wanted: NewSeek, signal: AbortSignal) =>
  stream<Looking | Found | Ended>(
    "/api/seeks",
    { ...json("POST", wanted), signal },
    LONGEST_SILENCE_MS,
  );
