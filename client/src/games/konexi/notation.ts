/** Moves as the log shows them, as a screen reader says them, and as they sound. */

import { t } from "../../i18n/index.svelte";
import type { Sound } from "../../browser/sound";
import type { Entry } from "../types";
import { describeConnector, describeFall, describeMeeting } from "./describe";
import type { konexi } from "../../net/wire";

export const shapes = ["●", "■", "▲", "◆", "★", "✚"];

/** The letter that is placed: in hand, or just let go. */
function placed(after: konexi.View | null): string {
  return after?.hand ?? after?.new ?? "";
}

/** The line of the log for a move: "RULE", "R → U", "✕ came off". */
export function notation([, , , move]: Entry, after: konexi.View | null): string {
  const done = move as konexi.Move;
  switch (done.type) {
    case "lots":
      return t("konexi.log.lots", { who: shapes[done.seat] ?? "" });
    case "ring":
      return t("konexi.log.ring");
    case "rolled":
      return t("konexi.log.rolled", { face: faceOf(done.face) });
    case "move":
      return after ? t("konexi.log.move", besides(after)) : t("konexi.log.move.some");
    case "take":
      return after ? t("konexi.log.take", { letter: placed(after) }) : t("konexi.log.take.some");
    case "found":
      return t("konexi.log.found", { letter: placed(after) }).trim();
    case "join":
      return `${placed(after)} → ${describeConnector(done.to, done.at)}`.trimStart();
    case "settled":
      return done.verdict === "stands" && !after?.fall ? "" : fallen(done.verdict, after);
    case "claim":
      return done.word.toUpperCase();
    case "propose":
      return t("konexi.log.propose", { word: done.word.toUpperCase() });
    case "vote":
      return t(`konexi.log.vote.${done.recognise ? "yes" : "no"}`);
    case "bump":
      return t("konexi.log.bump", { letter: done.letter });
    default:
      return t(`konexi.log.${done.type}`);
  }
}

/** A hint in words: "take V", "V’s tooth at the top into R’s notch …". */
export function hint(move: Entry[3], view: konexi.View): string {
  const done = move as konexi.Move;
  switch (done.type) {
    case "move":
      return t("konexi.log.move", {
        left: view.ring[done.gap] ?? "",
        right: view.ring[(done.gap + 1) % view.ring.length] ?? "",
      });
    case "take":
      return t("konexi.hint.take", { letter: view[done.side] ?? "" });
    case "found": {
      const rest = view.rests.find(({ pose }) => pose === done.pose);
      return rest ? t(`konexi.rest.${rest.name}`) : "";
    }
    case "join":
      return view.hand ? describeMeeting(view.hand, done.own, done.to, done.at) : "";
    default:
      return notation([0, 0, 0, move, 0], view);
  }
}

function fallen(verdict: string, after: konexi.View | null): string {
  const cost = after?.fall?.lost ? ` −${after.fall.lost}` : "";
  return `✕ ${t(`konexi.log.${verdict}`)}${cost}`;
}

function faceOf(face: string): string {
  return face === "any" ? t("konexi.die.any") : face;
}

function besides({ left, right }: konexi.View): { left: string; right: string } {
  return { left: left ?? "", right: right ?? "" };
}

export function announce([, , seat, move]: Entry, after: konexi.View, names: string[]): string {
  const done = move as konexi.Move;
  const name = names[seat] ?? "";
  switch (done.type) {
    case "lots":
      return t("konexi.say.lots", { name: names[done.seat] ?? "" });
    case "ring":
      return t("konexi.say.ring");
    case "rolled":
      return t("konexi.say.rolled", { face: faceOf(done.face), ...besides(after) });
    case "move":
      return t("konexi.say.move", { name, ...besides(after) });
    case "take":
      return t("konexi.say.take", { name, letter: placed(after) });
    case "found":
      return `${t("konexi.say.found", { name, letter: placed(after) })} ${hand(after)}`.trimEnd();
    case "join": {
      const letter = placed(after);
      const join = letter
        ? describeMeeting(letter, done.own, done.to, done.at)
        : describeConnector(done.to, done.at);
      return `${t("konexi.say.join", { name, join })} ${hand(after)}`.trimEnd();
    }
    case "settled": {
      const stands = t(
        done.verdict === "stands" ? "konexi.say.stands" : `konexi.log.${done.verdict}`,
      );
      const what = after.fall ? describeFall(after.fall, names) : stands;
      // A person's hand was told of when it let go.
      return done.let_go ? `${hand(after)}${what}` : what;
    }
    case "claim": {
      const said = { name, word: done.word, n: after.words[seat]?.at(-1)?.points ?? 0 };
      return `${t("konexi.say.claim", said)} ${scores(after, names)}`;
    }
    case "propose":
      return t("konexi.say.propose", { name, word: done.word });
    case "vote": {
      const said = t(`konexi.say.vote.${done.recognise ? "yes" : "no"}`, { name });
      const counts = done.recognise && !after.proposal;
      return counts ? `${said} ${t("konexi.say.recognised")} ${scores(after, names)}` : said;
    }
    case "bump":
      return t("konexi.say.bump", { name, letter: done.letter });
    case "time":
      return t(after.rejected ? "konexi.say.time.vote" : "konexi.say.time");
    default:
      return t(`konexi.say.${done.type}`, { name });
  }
}

/** How the letter was let go: "Steady hand. ". */
function hand({ release }: konexi.View): string {
  return release ? `${t(`konexi.hand.${release.how}`)}. ` : "";
}

function scores(after: konexi.View, names: string[]): string {
  return `${names.map((who, i) => `${who} ${after.scores[i] ?? 0}`).join(", ")}.`;
}

export function sound([, , , move]: Entry, after: konexi.View): Sound {
  const done = move as konexi.Move;
  switch (done.type) {
    case "rolled":
      return "die";
    case "take":
    case "bump":
      return "knock";
    case "found":
    case "join":
      return landed(after.release);
    case "settled":
      // A bot's hand is told of only now.
      return done.let_go ? landed(after.release) : "none";
    case "claim":
    case "propose":
      return "write";
    default:
      return "none";
  }
}

/** The sound of a letter that was let go: an unsteady hand knocks twice. */
function landed(release: konexi.Release | null | undefined): Sound {
  return release && release.how !== "steady" ? "double-knock" : "knock";
}
