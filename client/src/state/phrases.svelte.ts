import { t } from "../i18n/index.svelte";
import { say } from "../ui/notice.svelte";
import { play } from "../browser/sound";
import { store, stored } from "../browser/storage";
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
/** How long a phrase is shown. */
const SHOWN_MS = 4500;

/** Whose phrases are not shown in this browser: everybody's, or those of these ids. */
export const muted = $state<{ all: boolean; voices: string[] }>({
  all: false,
  voices: [],
  ...stored(KEY),
});

$effect.root(() => {
  $effect(() => store(KEY, muted));
});

/** Mute somebody, or end that. */
export function toggleMuted(voice: string): void {
  const others = muted.voices.filter((each) => each !== voice);
  muted.voices = others.length < muted.voices.length ? others : [...others, voice];
}

/** The phrases that people say at one table. */
export class SpokenPhrases {
  /** What each seat said last, as long as it is shown. */
  shown = $state<Record<number, Phrase | undefined>>({});
  /** An id for each person who has said something, by seat; muted ones as well. */
  voices = $state<Record<number, string>>({});
  #timers: Record<number, number> = {};

  hear({ seat, phrase, voice }: Spoken, name: string): void {
    this.voices[seat] = voice;
    if (muted.all || muted.voices.includes(voice)) return;
    this.shown[seat] = phrase;
    play("chime");
    say(`${name}: ${t(`phrase.${phrase}`)}`);
    window.clearTimeout(this.#timers[seat]);
    this.#timers[seat] = window.setTimeout(() => (this.shown[seat] = undefined), SHOWN_MS);
  }

  close(): void {
    Object.values(this.#timers).forEach((timer) => window.clearTimeout(timer));
  }
}
