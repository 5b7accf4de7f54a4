/** Requests about the bots that run elsewhere. */
import { post, remove, request } from "../../net/http";
import type { Bots, MadeBot } from "../../net/wire";

export const lookAtBots = () => request<Bots>("/api/bots");

export const makeBot = (name: string) => post<MadeBot>("/api/bots", { name });

export const revokeBot = (handle: string) =>
  remove<Bots>(`/api/bots/${encodeURIComponent(handle)}`);
