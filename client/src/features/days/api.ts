import { request } from "../../net/http";
import type { Days } from "../../net/wire";

/** The boards of today, and this player's results on them. */
export const days = () => request<Days>("/api/days");
