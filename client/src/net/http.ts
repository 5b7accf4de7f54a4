/** Requests to the server over HTTP, and how it refuses them. */

/**
 * The server refused a request, or could not be reached (code `offline`). `code` is stable:
 * `reason.<code>` is its text, and `reason.<code>.of` the text that names `detail`.
 */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly detail = "",
  ) {
    super(code);
  }
}

/** Send a request and return the JSON that the server answers; throws `Refused`. */
export async function request<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetched(path, init);
  return (await response.json().catch(() => ({}))) as T;
}

export const post = <T>(path: string, body: unknown) => request<T>(path, json("POST", body));

export const put = <T>(path: string, body: unknown) => request<T>(path, json("PUT", body));

export const remove = <T>(path: string, body: unknown = {}) =>
  request<T>(path, json("DELETE", body));

/** A request with this body. The server takes JSON only, also where it reads no body. */
export function json(method: string, body: unknown): RequestInit {
  return {
    method,
    headers: { "content-type": "application/json" },
    body: body instanceof Blob ? body : JSON.stringify(body),
  };
}

/**
 * The JSON lines of an answer that goes on, as they come in. Throws `Refused`; ends if the
 * connection ends.
 *
 * `signal` ends the request. `silenceMs` is the longest time without a line: after it the connection
 * is dead, and the request is refused with `offline`.
 */
export async function* stream<T>(
  path: string,
  init: RequestInit & { signal: AbortSignal },
  silenceMs = 0,
): AsyncGenerator<T> {
  const silent = new AbortController();
  let timer = 0;
  const listen = () => {
    clearTimeout(timer);
    if (silenceMs) timer = window.setTimeout(() => silent.abort(), silenceMs);
  };
  listen();
  try {
    const signal = AbortSignal.any([init.signal, silent.signal]);
    const { body } = await fetched(path, { ...init, signal });
    for await (const line of lines(body!)) {
      listen();
      yield JSON.parse(line) as T;
    }
  } catch (why) {
    // The connection broke in the middle of the answer.
    throw why instanceof Refused ? why : new Refused("offline");
  } finally {
    clearTimeout(timer);
    // The server stops working on an answer that nobody reads any more.
    silent.abort();
  }
}

/** The response to a request; throws `Refused` unless it is a success. */
async function fetched(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch(() => {
    throw new Refused("offline");
  });
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  // Every address of a server that lets nobody in leads to its login page.
  if (body.code === "door-closed") location.reload();
  throw new Refused(body.code ?? "offline", body.detail);
}

/** The lines of a text as they come in; empty ones are left out. */
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
