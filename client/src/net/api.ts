/** The server's HTTP side: one function per question. */
import type {
  Analysis,
  Days,
  ExercisePage,
  LessonListing,
  NextPuzzle,
  Progress,
  PuzzleResult,
  PuzzleRun,
  Solution,
  Trial,
  Vacation,
} from "./wire";
import type {
  GameListing,
  Ended,
  EndedSeek,
  Found,
  Hints,
  Invitation,
  Lobby,
  Looking,
  NewSeek,
  NewStart,
  NewTable,
  Opened,
  Replay,
  Sights,
  Start,
  Summary,
} from "./wire";

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

export async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refused("offline");
  }
  const body = await response.json().catch(() => ({}));
  // Every address of a closed house leads to its door.
  if (body.code === "door-closed") location.reload();
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

/** What to send to those who should come to a table. */
export const invitation = (id: string) =>
  request<Invitation>(`/api/tables/${encodeURIComponent(id)}/invitation`);

/** The same as a picture for another device's camera. */
export const inviteCode = (id: string) => `/api/tables/${encodeURIComponent(id)}/qr.svg`;

/** Who looks for what. */
export const seeks = () => request<Sights>("/api/seeks");

/** Look no longer. */
export const endSeek = () =>
  request<EndedSeek>("/api/seeks", {
    method: "DELETE",
    headers: { "content-type": "application/json" },
  });

/**
 * Look for someone, as long as this is read: the news that come of it.
 *
 * It ends without the last of them, or fails, when the connection is gone; `silence` is after how
 * many ms without any news that is so.
 */
export async function* seekNews(
  wanted: NewSeek,
  signal: AbortSignal,
  silence: number,
): AsyncGenerator<Looking | Found | Ended> {
  const gone = new AbortController();
  let timer = window.setTimeout(() => gone.abort(), silence);
  try {
    const response = await fetch("/api/seeks", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(wanted),
      signal: AbortSignal.any([signal, gone.signal]),
    }).catch(() => {
      throw new Refused("offline");
    });
    if (!response.ok || !response.body) {
      const body = await response.json().catch(() => ({}));
      throw new Refused(body.code ?? "offline", body.detail);
    }
    for await (const line of lines(response.body)) {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => gone.abort(), silence);
      yield JSON.parse(line);
    }
  } finally {
    window.clearTimeout(timer);
    gone.abort();
  }
}

export const recordAddress = (id: string) => `/api/tables/${encodeURIComponent(id)}/record`;

/** Bring along a finished game. */
export const takeIn = (record: Blob) =>
  request<Opened>("/api/records", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: record,
  });

export const post = <T>(path: string, body: unknown) => send<T>("POST", path, body);

export const put = <T>(path: string, body: unknown) => send<T>("PUT", path, body);

const send = <T>(method: string, path: string, body: unknown) =>
  request<T>(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** How a game would begin with these options. */
export const start = (wanted: NewStart) => post<Start>("/api/starts", wanted);

export const newTable = (table: NewTable) => post<Opened>("/api/tables", table);

/** Whether my clocks stand still, and how much vacation is left. */
export const vacation = () => request<Vacation>("/api/me/vacation");

export const setVacation = (on: boolean) => post<Vacation>("/api/me/vacation", { on });

/** What the lesson of a game consists of. */
export const lesson = (game: string) => request<LessonListing>(`/api/lessons/${game}`);

/** Where a step of a lesson stands after what was tried. */
export const tryLesson = (game: string, step: string, trial: Trial) =>
  post<ExercisePage>(`/api/lessons/${game}/${encodeURIComponent(step)}`, trial);

/** What is best there, and how a wrong last move is refuted. */
export const lessonSolution = (game: string, step: string, trial: Trial) =>
  post<Solution>(`/api/lessons/${game}/${encodeURIComponent(step)}/solution`, trial);

export const puzzleSolution = (game: string, name: string, trial: Trial) =>
  post<Solution>(`/api/puzzles/${game}/${encodeURIComponent(name)}/solution`, trial);

/** The puzzle that is next for me, and how good I am. */
export const nextPuzzle = (game: string) => request<NextPuzzle>(`/api/puzzles/${game}`);

/** Puzzles that become harder and harder. */
export const puzzleRun = (game: string) => request<PuzzleRun>(`/api/runs/${game}`);

export const tryPuzzle = (game: string, name: string, trial: Trial) =>
  post<ExercisePage>(`/api/puzzles/${game}/${encodeURIComponent(name)}/try`, trial);

/** A final answer, which counts. */
export const answerPuzzle = (game: string, name: string, trial: Trial) =>
  post<PuzzleResult>(`/api/puzzles/${game}/${encodeURIComponent(name)}`, trial);

/** The boards of today, and how I did. */
export const days = () => request<Days>("/api/days");

/** What a coach has to say about a finished game; `progress` is told how far it is. */
export async function analyse(
  id: string,
  progress: (news: Progress) => void,
  signal: AbortSignal,
): Promise<Analysis> {
  const response = await fetch(`/api/tables/${encodeURIComponent(id)}/analysis`, {
    signal,
  }).catch(() => {
    throw new Refused("offline");
  });
  if (!response.ok || !response.body) {
    const body = await response.json().catch(() => ({}));
    throw new Refused(body.code ?? "offline", body.detail);
  }
  for await (const part of lines(response.body)) {
    const said = JSON.parse(part) as Progress | Analysis | { code: string };
    if ("code" in said) throw new Refused(said.code);
    if (said.type === "analysis") return said;
    progress(said);
  }
  throw new Refused("offline");
}

/** The lines of a text as they come in. */
async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = (await reader.read()) as ReadableStreamReadResult<string>;
    if (done) break;
    const whole = (rest + value).split("\n");
    rest = whole.pop()!;
    yield* whole.filter(Boolean);
  }
  if (rest) yield rest;
}
