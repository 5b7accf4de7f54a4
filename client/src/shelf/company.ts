/** Who is to sit in a seat that is not mine: whoever opens the link, somebody beside me, or a bot. */
export type Who = "free" | "beside" | `bot:${string}`;
