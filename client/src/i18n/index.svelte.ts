import { untrack } from "svelte";
import { settings, type Language } from "../state/settings.svelte";

type Catalogue = Record<string, string>;

/** The catalogues of a language, by their files: of the shell, of each room, and what is on each box. */
const languages = import.meta.glob<Record<string, Catalogue>>("./??.ts", { import: "default" });

/** What is in the boxes: it comes with the game (`client/texts.ts` says what that is). */
const boxes = import.meta.glob<Catalogue>("../games/*/i18n/??.json", {
  import: "default",
  query: "?inside",
});

/** The games whose boxes were opened. */
const opened = new Set<string>();

/** Those of them whose texts have come. */
let read = new Set<string>();

/** The texts of the language in use: the last one until the one that was chosen has come. */
let texts = $state.raw<Catalogue>({});

async function inside(game: string, language: Language): Promise<Catalogue> {
  return (await boxes[`../games/${game}/i18n/${language}.json`]?.()) ?? {};
}

/** Have texts in this language. */
export async function speak(language: Language): Promise<void> {
  const games = [...opened];
  const [house, ...found] = await Promise.all([
    languages[`./${language}.ts`]!(),
    ...games.map((game) => inside(game, language)),
  ]);
  // Another one may have been chosen meanwhile.
  if (settings.language !== language) return;
  texts = Object.assign({}, ...Object.values(house), ...found);
  read = new Set(games);
  // Others may have been opened.
  [...opened].filter((game) => !games.includes(game)).forEach(speakOf);
}

/** Have all texts of a game. */
export async function speakOf(game: string): Promise<void> {
  // Whoever opens a box need not do so again in another language.
  const language = untrack(() => settings.language);
  opened.add(game);
  const found = await inside(game, language);
  if (settings.language !== language) return;
  texts = { ...texts, ...found };
  read.add(game);
}

$effect.root(() => {
  let first = true;
  $effect(() => {
    const { language } = settings;
    // The first one is waited for by the page itself.
    if (!first) void speak(language);
    first = false;
  });
});

/** Is there a text for this key? */
export function has(key: string): boolean {
  return key in texts;
}

/** Are there texts whose keys begin like this? */
export function hasAny(beginning: string): boolean {
  for (const key in texts) if (key.startsWith(beginning)) return true;
  return false;
}

/**
 * What is shown for a key without a text. If it may be in a box that is still closed, the box is
 * opened, and the text is there in a moment; else somebody has to write it.
 */
function missing(key: string): string {
  const game = key.slice(0, key.indexOf("."));
  if (`../games/${game}/i18n/${settings.language}.json` in boxes && !read.has(game)) {
    if (!opened.has(game)) void speakOf(game);
    return "";
  }
  console.error(`There is no text for ${key}`);
  return key;
}

/** The text for a key in the current language, with `{name}` filled in from params. */
export function t(key: string, params: Record<string, string | number> = {}): string {
  return (texts[key] ?? missing(key)).replace(/\{(\w+)\}/g, (hole, name: string) =>
    String(params[name] ?? hole),
  );
}
