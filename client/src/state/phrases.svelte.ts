import { t } from "../i18n/index.svelte";
import { say } from "../ui/notice.svelte";
import { play } from "../browser/sound";
import { keep, kept } from "../browser/storage";
import type { Spoken } from "../net/wire";

export type Phrase = Spoken["phrase"];

/** In the order of a game: how it begins, what happens in it, how it ends. */
export const phrases: Phrase[] = [
  "hello",
  "good-luck",
  "thinking",
  "one-moment",
  "your-turn",
  "nice-one",
  "well-played",
  "oops",
  "ha",
  "thanks",
  "good-game",
  "again",
];

const KEY = "inglenook.muted";
/** ms for which a phrase is shown. */
const SHOWN = 4500;

/** Whom this browser does not want to hear: everybody, or these voices. */
export const muted = $state<{ all: boolean; voices: string[] }>({
  all: false,
  voices: [],
  ...kept(KEY),
});

$effect.root(() => {
  $effect(() => keep(KEY, muted));
});

/** Hear somebody again, or no more. */
export function toggle(voice: string): void {
  const heard = muted.voices.filter((each) => each !== voice);
  muted.voices = heard.length < muted.voices.length ? heard : [...heard, voice];
}

/** What people say at one table. */
export class Voices {
  /** What each seat said last, as long as it is shown. */
  said = $state<Record<number, Phrase | undefined>>({});
  /** The voices that were heard, or would have been, by seat. */
  of = $state<Record<number, string>>({});
  #timers: Record<number, number> = {};

  hear({ seat, phrase, voice }: Spoken, name: string): void {
    this.of[seat] = voice;
    if (muted.all || muted.voices.includes(voice)) return;
    this.said[seat] = phrase;
    play("chime");
    say(`${name}: ${t(`phrase.${phrase}`)}`);
    window.clearTimeout(this.#timers[seat]);
    this.#timers[seat] = window.setTimeout(() => (this.said[seat] = undefined), SHOWN);
  }

  close(): void {
    Object.values(this.#timers).forEach((timer) => window.clearTimeout(timer));
  }
}
