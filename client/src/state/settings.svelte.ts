/** What one person prefers in this browser; kept in localStorage. */

import { keep, kept } from "../browser/storage";

const all = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  nl: "Nederlands",
};
export type Language = keyof typeof all;

/** Those that the host offers: the page says which. */
const offered =
  document.querySelector<HTMLMetaElement>("meta[name=languages]")?.content.split(" ") ??
  Object.keys(all);

export const languages = Object.fromEntries(
  Object.entries(all).filter(([code]) => offered.includes(code)),
) as Partial<typeof all>;

/** For those who read none of them. */
const usual = ("en" in languages ? "en" : offered[0]) as Language;

/** What each pace multiplies waiting by. */
export const FACTOR = { calm: 1.7, normal: 1, brisk: 0.4 };
export type Pace = keyof typeof FACTOR;

export const textSizes = [100, 125, 150, 175, 200] as const;

interface Settings {
  language: Language;
  sound: boolean;
  /** 0 to 1. */
  volume: number;
  motion: "system" | "reduced";
  /** How fast one thing follows another. */
  pace: Pace;
  /** How much time there is where I play alone, or only with bots. */
  timers: "normal" | "double" | "off";
  theme: "system" | "light" | "dark";
  /** Of all text, in percent. */
  text: (typeof textSizes)[number];
  /** Panels and buttons are on the left. */
  leftHanded: boolean;
  /** A phone may shake in the hand. */
  haptics: boolean;
  /** Numbers on the pieces, where a game can draw them. */
  numbers: boolean;
  /** What others read at my seat; empty until it has been asked for. */
  name: string;
  /** The bots' level that I last played with, by game. */
  levels: Record<string, string>;
}

const KEY = "inglenook.settings";

function preferredLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return wanted.find((tag): tag is Language => tag in languages) ?? usual;
}

function load(): Settings {
  const settings: Settings = {
    language: preferredLanguage(),
    sound: true,
    volume: 0.6,
    motion: "system",
    pace: "normal",
    timers: "normal",
    theme: "system",
    text: 100,
    leftHanded: false,
    haptics: true,
    numbers: false,
    name: "",
    levels: {},
  };
  const { heights, ...chosen } = kept(KEY);
  // Until 0.2 numbers had another name, as only Kewbz draws them.
  Object.assign(settings, { numbers: heights ?? false }, chosen);
  if (!(settings.language in languages)) settings.language = preferredLanguage();
  if (!(settings.pace in FACTOR)) settings.pace = "normal";
  if (!textSizes.includes(settings.text)) settings.text = 100;
  return settings;
}

export const settings = $state(load());

const still = window.matchMedia("(prefers-reduced-motion: reduce)");
let systemIsStill = $state(still.matches);
still.addEventListener("change", () => (systemIsStill = still.matches));

/** May things move on the screen? */
export function motion(): boolean {
  return settings.motion === "system" && !systemIsStill;
}

$effect.root(() => {
  $effect(() => {
    const { dataset } = document.documentElement;
    if (settings.theme === "system") delete dataset.theme;
    else dataset.theme = settings.theme;
    dataset.motion = motion() ? "full" : "reduced";
    dataset.hand = settings.leftHanded ? "left" : "right";
    document.documentElement.style.fontSize = settings.text === 100 ? "" : `${settings.text}%`;
    document.documentElement.lang = settings.language;
  });
  $effect(() => keep(KEY, settings));
});
