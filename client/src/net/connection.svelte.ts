import { onWake } from "../browser/wake";
import { freshId } from "./freshId";
import { Refused } from "./http";
import { Backoff } from "./retry";
import { withdraw } from "../ui/notice.svelte";
import { checkVersion } from "./version.svelte";
import type { Entry } from "../games/types";
import type { Pace } from "../state/settings.svelte";
import type {
  Ack,
  Ask,
  Judged,
  Previewed,
  Probed,
  Said,
  SetPace,
  SetVisible,
  Spoken,
  Table,
} from "./wire";

type Distribute<T> = T extends unknown ? Omit<T, "id"> : never;
/** A request to the table, before it has its id. */
export type Wish = Distribute<Ask>;
type Answer = Ack | Previewed | Judged;

const PING_EVERY_MS = 15_000;
/** The longest wait for an answer to a ping, or for a new connection: then it is taken to be dead. */
const ANSWER_WITHIN_MS = 10_000;
/** The longest wait for an answer when the page becomes visible again: the connection may be long dead. */
const ANSWER_AWAKE_WITHIN_MS = 3_000;
/** The close code of a server that restarts; another one answers at once. */
const RESTART = 1012;
/** The clients of a server that restarts come back spread over this time. */
const RESTART_SPREAD_MS = 300;
/** How long a loss is not shown: most are mended sooner. */
const HIDE_LOSS_MS = 1000;

/** The reason codes after which connecting again does not help. */
const FINAL = new Set(["unknown-table", "day-not-over"]);

/**
 * One WebSocket to one table, for as long as the page shows it.
 *
 * After a loss it reconnects by itself, asks for the entries that it missed, and repeats all requests
 * without an answer. They keep their ids, so that the server does nothing twice.
 */
export class TableConnection {
  /** The newest state of the table. */
  table = $state.raw<Table | null>(null);
  /** The whole log. */
  entries = $state.raw<Entry[]>([]);
  state = $state<"connecting" | "open" | "lost" | "shut">("connecting");
  /** The reason code of a connection that is shut for good. */
  why = $state("");

  /** Called when somebody at the table says a phrase. */
  onSpoken: (said: Spoken) => void = () => {};

  /** The server's clock in ms of play, and when its message came. */
  #serverClock = { clock: 0, since: 0 };
  #socket: WebSocket | null = null;
  #unanswered = new Map<
    string,
    { text: string; resolve: (answer: Answer) => void; reject: (why: Refused) => void }
  >();
  #backoff = new Backoff();
  #retry = 0;
  #heartbeat = 0;
  #overdue = 0;
  #noticed = 0;
  #closed = false;
  #ignoreWake: () => void;
  #pace: Pace = "normal";

  constructor(
    readonly id: string,
    /**
     * Called after `table` has changed, with the entries that were just played, if any, and the ms
     * to look at them; null for those that this page missed.
     */
    private readonly heard: (entries: Entry[], dwell: number | null) => void,
    /** Only watch, even if a seat is mine: everybody sees this screen. */
    private readonly watches = false,
  ) {
    this.#ignoreWake = onWake(this.#wake);
    document.addEventListener("visibilitychange", this.#sayVisible);
    this.#open();
  }

  /** The server's clock now, in ms of play; it runs only while the game is played. */
  clock = (): number => {
    const { clock, since } = this.#serverClock;
    const { status, paused, resting, getting_ready, time_off } = this.table ?? {};
    const stopped = paused || resting || getting_ready || time_off;
    const runs = status === "playing" && !stopped;
    return runs ? clock + performance.now() - since : clock;
  };

  close(): void {
    this.#closed = true;
    this.#ignoreWake();
    document.removeEventListener("visibilitychange", this.#sayVisible);
    window.clearTimeout(this.#noticed);
    this.#drop();
  }

  /** Send a request; resolves with the answer, rejects with `Refused`. */
  ask(wish: Wish): Promise<Answer> {
    const id = freshId();
    const text = JSON.stringify({ ...wish, id });
    return new Promise((resolve, reject) => {
      this.#unanswered.set(id, { text, resolve, reject });
      this.#send(text);
    });
  }

  /** Set the pace of bots for this page. */
  setPace(pace: Pace): void {
    this.#pace = pace;
    this.#sayPace();
  }

  #sayPace(): void {
    this.#send(JSON.stringify({ type: "pace", pace: this.#pace } satisfies SetPace));
  }

  /** Tell the server whether the page is visible: a player who sees the table gets no notices about it. */
  #sayVisible = (): void => {
    const visible = document.visibilityState === "visible";
    this.#send(JSON.stringify({ type: "visible", visible } satisfies SetVisible));
  };

  #send(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  #open(): void {
    const url = new URL(`/tables/${encodeURIComponent(this.id)}/play`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("since", String(this.entries.at(-1)?.[0] ?? -1));
    if (this.watches) url.searchParams.set("watch", "");
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#overdue = window.setTimeout(() => this.#lose(), ANSWER_WITHIN_MS);
    socket.onopen = () => {
      this.#sayPace();
      this.#sayVisible();
      for (const { text } of this.#unanswered.values()) socket.send(text);
      this.#heartbeat = window.setInterval(() => this.#ping(), PING_EVERY_MS);
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (FINAL.has(event.reason)) this.#giveUp(event.reason);
      else if (event.code === RESTART) this.#lose(Math.random() * RESTART_SPREAD_MS);
      else this.#lose();
    };
  }

  #hear(said: Said): void {
    window.clearTimeout(this.#overdue);
    switch (said.type) {
      case "table": {
        const first = this.table === null;
        this.state = "open";
        this.#backoff.reset();
        if (this.#noticed) void checkVersion();
        window.clearTimeout(this.#noticed);
        this.#noticed = 0;
        withdraw("offline");
        this.#serverClock = { clock: said.clock, since: performance.now() };
        this.table = said;
        // After a backup was restored the log may be shorter than before.
        if (said.seq < (this.entries.at(-1)?.[0] ?? -1)) this.entries = [];
        this.heard(this.#append(said.entries as Entry[], first), null);
        break;
      }
      case "moved":
        if (!this.table) break;
        this.#serverClock = { clock: said.clock, since: performance.now() };
        this.table = {
          ...this.table,
          ...said,
          type: "table",
          // A study may go back from its end.
          status: said.outcome
            ? "over"
            : this.table.status === "over"
              ? "playing"
              : this.table.status,
        };
        this.heard(this.#append(said.entries as Entry[], false), said.dwell);
        break;
      case "refused":
        if (said.id === null && FINAL.has(said.code)) this.#giveUp(said.code);
        else if (said.id !== null)
          this.#answered(said.id)?.reject(new Refused(said.code, said.detail));
        break;
      case "spoken":
        this.onSpoken(said);
        break;
      case "probe":
        this.#send(JSON.stringify({ type: "probed", n: said.n } satisfies Probed));
        break;
      default:
        this.#answered(said.id)?.resolve(said);
    }
  }

  /** Add new entries to the log, and return them; none for the first state. */
  #append(heard: Entry[], first: boolean): Entry[] {
    const last = this.entries.at(-1)?.[0] ?? -1;
    const fresh = heard.filter(([seq]) => seq > last);
    if (fresh.length) this.entries = [...this.entries, ...fresh];
    return first ? [] : fresh;
  }

  #answered(id: string) {
    const waiting = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    return waiting;
  }

  #ping(within = ANSWER_WITHIN_MS): void {
    window.clearTimeout(this.#overdue);
    this.#overdue = window.setTimeout(() => this.#lose(), within);
    this.#send(JSON.stringify({ type: "ping", id: freshId() }));
  }

  /** Drop the socket without waiting for it to close, which may take minutes if it is dead. */
  #drop(): void {
    window.clearTimeout(this.#overdue);
    window.clearTimeout(this.#retry);
    window.clearInterval(this.#heartbeat);
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  /** Connect now, without waiting any longer. */
  again = (): void => {
    if (this.#closed || this.state !== "lost") return;
    this.#drop();
    this.#open();
  };

  #lose(wait = this.#backoff.waitMs()): void {
    this.#drop();
    this.#noticed ||= window.setTimeout(() => (this.state = "lost"), HIDE_LOSS_MS);
    this.#retry = window.setTimeout(() => this.#open(), wait);
  }

  #giveUp(why: string): void {
    this.close();
    this.why = why;
    this.state = "shut";
  }

  /** The network is back, or the page is visible again: do not wait any longer. */
  #wake = (): void => {
    if (this.#closed || document.hidden) return;
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#ping(ANSWER_AWAKE_WITHIN_MS);
    } else {
      this.#drop();
      this.#open();
    }
  };
}
