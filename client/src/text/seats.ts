import { has, t } from "../i18n/index.svelte";
import type { Seat } from "../net/wire";

/** A bot's name in the current language. */
export function levelName(game: string, level: string): string {
  const key = `${game}.level.${level}`;
  return has(key) ? t(key) : level.charAt(0).toUpperCase() + level.slice(1);
}

/** The name of a bot that runs elsewhere, marked as a bot: "Gambit (bot by Ada)". */
export function botName(name: string, author: string): string {
  if (!name) return t("bots.someone");
  return author ? t("bots.name", { name, author }) : t("bots.name.alone", { name });
}

/** A seat where there is no table on the server: in an exercise, or in a game on this device. */
export function seatOf(kind: "person" | "bot", name: string, yours: boolean): Seat {
  return {
    kind,
    name,
    level: null,
    here: true,
    yours,
    token: "",
    handle: "",
    kept_for: null,
    kept_for_you: false,
    author: "",
  };
}

/** The text at a seat: the name of the person or bot, or that the seat is free. */
export function seatName(game: string, seat: Seat): string {
  if (seat.kind === "free") return t("seat.free");
  if (seat.kind === "bot")
    return seat.level ? levelName(game, seat.level) : botName(seat.name, seat.author);
  return seat.name || t("seat.someone");
}

/** The seats of a finished game. Free seats of an uploaded record are those of unknown players. */
export function playedSeats(seats: Seat[]): Seat[] {
  return seats.map((seat, i) =>
    seat.kind === "free" ? { ...seat, kind: "person", name: t("box.nth", { n: i + 1 }) } : seat,
  );
}

/** A name for each seat; equal names are numbered. */
export function seatNames(game: string, seats: Seat[]): string[] {
  const names = seats.map((seat) => seatName(game, seat));
  return names.map((name, i) => {
    const alike = seats.flatMap(({ kind }, n) => (kind !== "free" && names[n] === name ? [n] : []));
    return alike.length > 1 && alike.includes(i) ? `${name} ${alike.indexOf(i) + 1}` : name;
  });
}

/** All other seats of a table, clockwise from a seat. */
export function clockwise(from: number, seats: number): number[] {
  return Array.from({ length: seats - 1 }, (_, i) => (from + i + 1) % seats);
}
