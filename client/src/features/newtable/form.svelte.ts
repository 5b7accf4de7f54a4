import { untrack } from "svelte";
import type { GameClient } from "../../games/types";
import { t } from "../../i18n/index.svelte";
import { newTable } from "../../net/tables";
import type { GameListing, NewTable, SeatChoice, TimeControl } from "../../net/wire";
import { go } from "../../router.svelte";
import { settings } from "../../state/settings.svelte";
import { levelName } from "../../text/seats";
import { explain } from "../../ui/notice.svelte";
import { myself } from "../account/me.svelte";
import { readOptions } from "./options";
import { optionsOf } from "./presets";
import { usualLevel, type Opponent } from "./seatChoice";
import { timed } from "./timers";

/** Against bots, with friends on their own screens, or with somebody at this screen. */
export type Mode = "bot" | "friends" | "screen";

/** What is chosen for a new table. */
export class NewTableForm {
  mode = $state<Mode>("bot");
  /** The number of players that was chosen last. */
  wantedPlayers = $state(2);
  /** The level of the bots, unless another is chosen for a seat. */
  level = $state("");
  /** The opponents that were chosen seat by seat. */
  chosen = $state.raw<(Opponent | undefined)[]>([]);
  /** My name, if I have no profile. */
  name = $state(settings.name || t("box.guest"));
  /** The names of the players beside me, by seat. */
  names = $state.raw<(string | undefined)[]>([]);
  /** The seat that starts, counted from mine. */
  starter = $state<number | "lots">("lots");
  preset = $state("standard");
  /** The options that were chosen differently from the preset. */
  own = $state.raw<Record<string, unknown>>({});
  control = $state.raw<TimeControl | null>(null);
  /** Clocks stand still on weekends. */
  weekends = $state(false);
  /** The table is shown to everybody. */
  listed = $state(false);
  /** The game counts for the players' ratings. */
  rated = $state(false);
  /** A request is on its way. */
  busy = $state(false);

  constructor(
    readonly game: GameClient,
    /** What the server says of the game; null until it has answered. */
    private readonly listing: () => GameListing | null,
  ) {
    $effect(() => {
      const listing = this.listing();
      if (!listing) return;
      const asked = new URLSearchParams(location.search).get("level");
      const usual = untrack(() => usualLevel(listing));
      this.level = listing.levels.find(({ level }) => level === asked)?.level ?? usual;
      this.wantedPlayers = game.players ?? listing.seats[0] ?? 2;
    });
  }

  /** The options of the game, except who starts. */
  options = $derived.by(() => {
    const listing = this.listing();
    if (!listing) return [];
    return readOptions(listing.options).filter(({ name }) => name !== this.game.first);
  });

  modes = $derived.by((): Mode[] =>
    this.game.realtime ? ["bot", "friends"] : ["bot", "friends", "screen"],
  );

  /** The numbers of players to choose from; among friends nobody is alone. */
  counts = $derived.by(() =>
    (this.listing()?.seats ?? [2]).filter((n) => n > 1 || this.mode === "bot"),
  );

  players = $derived(
    this.counts.includes(this.wantedPlayers) ? this.wantedPlayers : (this.counts[0] ?? 2),
  );

  /** Who plays in the seats after mine. */
  opponents = $derived.by(() =>
    Array.from({ length: this.players - 1 }, (_, i): Opponent => {
      if (this.chosen[i]) return this.chosen[i];
      if (this.mode === "bot") return `bot:${this.level}`;
      return this.mode === "friends" ? "free" : "beside";
    }),
  );

  /** The opponents who share this screen with me. */
  beside = $derived(this.opponents.flatMap((who, i) => (who === "beside" ? [i] : [])));

  /** Only bots play against me. */
  alone = $derived(this.opponents.every((who) => who.startsWith("bot:")));

  myName = $derived.by(() => myself.profile?.name ?? (this.name.trim() || t("box.guest")));

  seats = $derived.by((): SeatChoice[] => [
    { kind: "me", name: this.myName },
    ...this.opponents.map((who, i) => this.#seat(who, i)),
  ]);

  /** The game may be rated: only players with a profile can choose that. */
  ratable = $derived.by(() => !!myself.profile && this.players > 1 && !this.beside.length);

  values = $derived.by((): Record<string, unknown> => {
    const { presets } = this.game;
    const preset = presets.find(({ name }) => name === this.preset) ?? presets[0];
    return {
      ...Object.fromEntries(this.options.map(({ name, usual }) => [name, usual])),
      ...optionsOf(preset, this.players),
      ...this.game.options?.(this.alone, this.players),
      ...this.own,
    };
  });

  /** How long timers are: as in my settings if I play alone, until I choose otherwise. */
  timers = $derived.by(() => (this.alone ? settings.timers : "normal"));

  /** Who may start, in words, by seat from mine. */
  starters = $derived.by(() =>
    this.seats.map(({ kind, name, level }, i) => {
      if (i === 0 && !this.beside.length) return t("box.starts.me");
      if (kind === "me") return name!;
      if (this.players === 2) return t("box.starts.other");
      const seat = t("seat.number", { n: i + 1 });
      return kind === "bot" ? `${seat}: ${levelName(this.game.name, level!)}` : seat;
    }),
  );

  /** The name of a player beside me who has not entered one. */
  usualName(i: number): string {
    return i === 0 ? t("box.second") : t("box.nth", { n: i + 2 });
  }

  #seat(who: Opponent, i: number): SeatChoice {
    if (who === "free") return { kind: "free" };
    if (who === "beside") return { kind: "me", name: this.names[i]?.trim() || this.usualName(i) };
    return { kind: "bot", level: who.slice("bot:".length) };
  }

  choose(mode: Mode): void {
    this.mode = mode;
    this.chosen = [];
  }

  /** Open the table as it was chosen. */
  async start(): Promise<void> {
    const { game, players, mode, starter, seats, values, own } = this;
    if (!myself.profile) settings.name = this.name.trim();
    if (mode === "bot") settings.levels = { ...settings.levels, [game.name]: this.level };
    const options = { ...values, ...timed(game, this.options, values, this.timers), ...own };
    const first = starter === "lots" || starter >= players ? null : starter;
    // Without an option that names who starts, seat 0 starts.
    const turned = game.first ? 0 : (first ?? Math.floor(Math.random() * players));
    await this.#open({
      seats: [...seats.slice(turned), ...seats.slice(0, turned)],
      options: game.first ? { ...options, [game.first]: first } : options,
      time_control: game.realtime || players === 1 ? null : this.control,
      listed: mode === "friends" && this.listed,
      rated: this.ratable && this.rated,
    });
  }

  /** Open today's board, which everybody plays alone. */
  async startDaily(): Promise<void> {
    await this.#open({ seats: [{ kind: "me", name: this.myName }], daily: true });
  }

  async #open(table: Omit<NewTable, "game">): Promise<void> {
    this.busy = true;
    try {
      const { id } = await newTable({
        game: this.game.name,
        ready: !!this.game.realtime && table.seats.length > 1,
        weekends_off: this.weekends && !!table.time_control,
        ...table,
      });
      go(`/t/${id}`);
    } catch (why) {
      explain(why);
      this.busy = false;
    }
  }
}
