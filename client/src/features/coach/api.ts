import { Refused, stream } from "../../net/http";
import type { Analysis, Progress } from "../../net/wire";

/** The coach's analysis of a finished game; `progress` is called while the server works on it. */
export async function analyse(
  id: string,
  progress: (news: Progress) => void,
  signal: AbortSignal,
): Promise<Analysis> {
  const path = `/api/tables/${encodeURIComponent(id)}/analysis`;
  for await (const part of stream<Progress | Analysis | { code: string }>(path, { signal })) {
    if ("code" in part) throw new Refused(part.code);
    if (part.type === "analysis") return part;
    progress(part);
  }
  throw new Refused("offline");
}
