/** The settings of the person at this browser, stored in localStorage. */

import { store, stored } from "../browser/storage";

const all = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  nl: "Nederlands",
};
export type Language = keyof typeof all;

/** The languages that the host offers, from the page's head. */
const offered =
  document.querySelector<HTMLMetaElement>("meta[name=languages]")?.content.split(" ") ??
  Object.keys(all);

export const languages = Object.fromEntries(
  Object.entries(all).filter(([code]) => offered.includes(code)),
) as Partial<typeof all>;

/** The language for those who prefer none of these. */
const usual = ("en" in languages ? "en" : offered[0]) as Language;

/** The factor by which each pace stretches waiting. */
export const PACE_FACTOR = { calm: 1.7, normal: 1, brisk: 0.4 };
export type Pace = keyof typeof PACE_FACTOR;

export const textSizes = [100, 125, 150, 175, 200] as const;

interface Settings {
  language: Language;
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  motion: "system" | "reduced";
  /** How fast changes follow each other. */
  pace: Pace;
  /** The length of timers in games alone or only with bots. */
  timers: "normal" | "double" | "off";
  theme: "system" | "light" | "dark";
  /** The size of all text, in percent. */
  text: (typeof textSizes)[number];
  /** Panels and buttons are on the left. */
  leftHanded: boolean;
  /** A phone may vibrate. */
  haptics: boolean;
  /** Numbers on the pieces, if the game can draw them. */
  numbers: boolean;
  /** The name at my seat; "" until it was asked for. */
  name: string;
  /** The level of the bots that was chosen last, by game. */
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
  const { heights, ...chosen } = stored(KEY);
  // Until 0.2 numbers had another name, as only Kewbz draws them.
  Object.assign(settings, { numbers: heights ?? false }, chosen);
  if (!(settings.language in languages)) settings.language = preferredLanguage();
  if (!(settings.pace in PACE_FACTOR)) settings.pace = "normal";
  if (!textSizes.includes(settings.text)) settings.text = 100;
  return settings;
}

export const settings = $state(load());

const still = window.matchMedia("(prefers-reduced-motion: reduce)");
let systemIsStill = $state(still.matches);
still.addEventListener("change", () => (systemIsStill = still.matches));

/** Whether animations are allowed. */
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
  $effect(() => store(KEY, settings));
});
