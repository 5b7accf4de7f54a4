import { afterEach, describe, expect, test } from "vitest";
import { announce, notation, sound } from "../src/games/kewbz/notation";
import type { Entry, GameClient } from "../src/games/types";
import { inForce } from "../src/state/lineInForce";
import { settings } from "../src/state/settings.svelte";
import { endTitle, ranking } from "../src/text/ending";
import { heard, logLine, seatOf as seatOfEntry, spoken } from "../src/text/entries";
import { LONGEST_WORD, plainLetters } from "../src/text/plainLetters";
import { points } from "../src/text/points";
import { describeChange, whoPlayed } from "../src/text/seatChanges";
import {
  botName,
  clockwise,
  levelName,
  playedSeats,
  seatName,
  seatNames,
  seatOf,
} from "../src/text/seats";
import { timeAgo } from "../src/text/timeAgo";
import { LOW_MS, timeLeft } from "../src/text/timeLeft";
import type { Outcome, Seat, SeatChange } from "../src/net/wire";

const person = (name: string): Seat => seatOf("person", name, false);
const free: Seat = { ...person(""), kind: "free" };
const easy: Seat = { ...seatOf("bot", "", false), level: "easy" };

test("a negative score has a minus sign, not a hyphen", () => {
  expect([3, 0, -2].map(points)).toEqual(["3", "0", "−2"]);
});

test("a typed word is read in small letters without accents", () => {
  expect(["Café", " ÉTÉ ", "Œuvre", "straße", "IJs"].map(plainLetters)).toEqual([
    "cafe",
    "ete",
    "oeuvre",
    "strasse",
    "ijs",
  ]);
  expect(LONGEST_WORD).toBe(40);
});

describe("how long is left", () => {
  test.each([
    [0, "0:00"],
    [1, "0:01"],
    [59_000, "0:59"],
    [125_000, "2:05"],
    [3_599_001, "1:00:00"],
    [3_909_000, "1:05:09"],
  ])("%i ms", (ms, text) => expect(timeLeft(ms)).toBe(text));

  test("in days and hours", () => {
    expect(timeLeft(52 * 3_600_000)).toMatchInlineSnapshot(`"2 d 4 h"`);
    expect(LOW_MS).toBe(10_000);
  });
});

describe("how long ago", () => {
  const noon = new Date(2026, 2, 10, 12).getTime();
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  afterEach(() => (settings.language = "en"));

  test.each([
    [0, "now"],
    [5 * minute, "5 minutes ago"],
    [3 * hour, "3 hours ago"],
    // Yesterday begins at midnight.
    [13 * hour, "yesterday"],
    [6 * day, "6 days ago"],
    [7 * day, "March 3"],
    // A clock that is ahead makes nothing later than now.
    [-5 * minute, "now"],
  ])("%i ms", (ms, text) => expect(timeAgo(noon - ms, noon)).toBe(text));

  test("in the player's language", () => {
    settings.language = "de";
    expect(timeAgo(noon - 13 * hour, noon)).toBe("gestern");
  });
});

describe("names of seats", () => {
  test("of bots", () => {
    expect(levelName("kewbz", "gentle")).toMatchInlineSnapshot(`"Gentle"`);
    expect(levelName("kewbz", "elsewhere")).toBe("Elsewhere");
    expect(botName("Gambit", "Ada")).toMatchInlineSnapshot(`"Gambit (bot by Ada)"`);
    expect(botName("Gambit", "")).toMatchInlineSnapshot(`"Gambit (bot)"`);
    expect(botName("", "")).toMatchInlineSnapshot(`"A bot"`);
  });

  test("of whoever sits there", () => {
    expect(seatName("kewbz", person("Ada"))).toBe("Ada");
    expect(seatName("kewbz", person(""))).toMatchInlineSnapshot(`"Someone"`);
    expect(seatName("kewbz", free)).toMatchInlineSnapshot(`"Free seat"`);
    expect(seatName("kewbz", { ...easy, level: null, name: "Gambit" })).toMatchInlineSnapshot(
      `"Gambit (bot)"`,
    );
  });

  test("that are alike are numbered, free seats are not", () => {
    const seats = [person("Ada"), person("Bob"), person("Ada"), free, free];
    const names = seatNames("kewbz", seats);
    expect(names.slice(0, 3)).toEqual(["Ada 1", "Bob", "Ada 2"]);
    expect(names[3]).toBe(names[4]);
  });

  test("of a finished game: a free seat was playedSeats by somebody", () => {
    expect(playedSeats([person("Ada"), free]).map(({ kind }) => kind)).toEqual([
      "person",
      "person",
    ]);
    expect(playedSeats([free])[0]!.name).toMatchInlineSnapshot(`"Player 1"`);
  });

  test("clockwise from a seat", () => expect(clockwise(2, 4)).toEqual([3, 0, 1]));
});

describe("who came and went", () => {
  const change = (before: Seat, now: Seat, voted = false): SeatChange =>
    ({ seat: 1, after: 5, before, now, voted }) as SeatChange;
  const keeper = { ...easy, kept_for: "Bob" };

  const news: [string, SeatChange][] = [
    ["sat down", change(free, person("Bob"))],
    ["left", change(person("Bob"), free)],
    ["a bot left", change(easy, free)],
    ["a bot plays on", change(person("Bob"), keeper)],
    ["came back", change(keeper, person("Bob"))],
    ["was replaced", change(person("Bob"), person("Cleo"))],
    ["was voted out for a bot", change(person("Bob"), easy, true)],
    ["was voted out for a person", change(person("Bob"), person("Cleo"), true)],
  ];
  test("in words", () => {
    const lines = news.map(([what, each]) => `${what}: ${describeChange("kewbz", each)}`);
    expect(lines).toMatchInlineSnapshot(`
      [
        "sat down: Bob sits down",
        "left: Bob leaves the table",
        "a bot left: Easy is sent away",
        "a bot plays on: Easy plays on until Bob is back",
        "came back: Bob is back",
        "was replaced: Cleo plays on for Bob",
        "was voted out for a bot: Bob was sent away by the others, Easy plays on",
        "was voted out for a person: Bob was sent away by the others",
      ]
    `);
  });

  test("a move is theirs who made it, also timeAgo they have left", () => {
    const names = ["Ada", "Cleo"];
    const changes = [change(person("Bob"), person("Cleo"))];
    const by = (seq: number, type = "place") =>
      whoPlayed("kewbz", [seq, 0, 1, { type }, 0], names, changes);
    expect(by(4)).toBe("Bob");
    expect(by(6)).toBe("Cleo");
    // A seat is given away together with the resignation.
    expect(by(6, "resign")).toBe("Bob");
    expect(whoPlayed("kewbz", [9, 0, 3, { type: "place" }, 0], names, [])).toBe("");
  });
});

describe("an entry in words", () => {
  const kewbz = { notation, announce, sound } as unknown as GameClient;
  const place: Entry = [0, 0, 0, { type: "place", cell: "e4" }, 0];
  const resign: Entry = [1, 0, 1, { type: "resign" }, 0];
  const flag: Entry = [1, 0, -1, { type: "flag", seat: 1 }, 0];
  const view = { scores: [1, 2], last: { seat: 0, cell: "e4", stacked: {} } };

  test("by the game", () => {
    expect(logLine(kewbz, place, undefined)).toBe("e4");
    expect(spoken(kewbz, place, view, ["Ada", "Bob"])).toMatchInlineSnapshot(
      `"Ada places on e4. Ada 1, Bob 2."`,
    );
    expect(heard(kewbz, place, view)).toBe("knock");
  });

  test("or the words that all games share", () => {
    expect(logLine(kewbz, resign, null)).toMatchInlineSnapshot(`"resigns"`);
    expect(spoken(kewbz, resign, view, ["Ada", "Bob"])).toMatchInlineSnapshot(`"Bob resigns."`);
    expect(heard(kewbz, resign, view)).toBe("none");
  });

  test("a flag belongs to the seat whose time is over", () => {
    expect([seatOfEntry(flag), seatOfEntry(resign)]).toEqual([1, 1]);
    expect(spoken(kewbz, flag, view, ["Ada", "Bob"])).toMatchInlineSnapshot(
      `"The time of Bob is up."`,
    );
  });
});

describe("the end of a game in words", () => {
  const names = ["Ada", "Bob", "Cleo"];
  const title = (scores: number[], winners: number[], mine: number[], reason = "last-cube") =>
    endTitle({ scores, winners, reason } as Outcome, names, mine);

  test("for who sees it", () => {
    const cases = [
      ["won, by points", title([5, 3], [0], [0])],
      ["won, as the other resigned", title([5, 3], [0], [0], "resigned")],
      ["lost", title([5, 3], [0], [1])],
      ["watched", title([5, 3], [0], [])],
      ["second of three", title([5, 4, 3], [0], [1])],
      ["last of three", title([5, 4, 3], [0], [2])],
      ["a tie-breaker decided", title([5, 5], [1], [0])],
      ["shared with me", title([5, 5, 3], [0, 1], [0])],
      ["shared by others", title([5, 5, 3], [0, 1], [2])],
      ["nobody won", title([5, 5], [], [0])],
      ["alone, won", title([5], [0], [0])],
      ["alone, lost", title([5], [], [0])],
    ];
    expect(cases.map((each) => each.join(": "))).toMatchInlineSnapshot(`
      [
        "won, by points: You won by 2",
        "won, as the other resigned: You won",
        "lost: Ada won by 2",
        "watched: Ada won by 2",
        "second of three: Ada won by 1, you came second",
        "last of three: Ada won by 1, you came third",
        "a tie-breaker decided: Bob won",
        "shared with me: You share the win with Bob",
        "shared by others: Shared win: Ada, Bob",
        "nobody won: Nobody wins",
        "alone, won: You made it",
        "alone, lost: Not this time",
      ]
    `);
  });

  test("equals share a rank", () => {
    expect(ranking([3, 5, 5, 9], [])).toEqual([
      { seat: 3, rank: 1 },
      { seat: 1, rank: 2 },
      { seat: 2, rank: 2 },
      { seat: 0, rank: 4 },
    ]);
    expect(ranking([3, 5], [0])[0]).toEqual({ seat: 0, rank: 1 });
  });
});

test("after an undo only the entries of the line that is playedSeats on count", () => {
  const entry = (seq: number, move: Entry[3]): Entry => [seq, 0, 0, move, 0];
  const place = { type: "place" };
  const log = [
    entry(0, place),
    entry(1, place),
    entry(2, { type: "undo", to: 0 }),
    entry(3, place),
  ];
  expect([...inForce(log)]).toEqual([0, 3]);
  expect([...inForce(log.slice(0, 3))]).toEqual([0]);
  expect([...inForce([])]).toEqual([]);
});
