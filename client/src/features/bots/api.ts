/** Bots of one's own, and those that can be invited. */
import { post, request } from "../../net/api";
import type { Bots, MadeBot } from "../../net/wire";

export const lookAtBots = () => request<Bots>("/api/bots");

export const makeBot = (name: string) => post<MadeBot>("/api/bots", { name });

export const revokeBot = (handle: string) =>
  request<Bots>(`/api/bots/${encodeURIComponent(handle)}`, {
    method: "DELETE",
    headers: { "content-type": "application/json" },
  });
