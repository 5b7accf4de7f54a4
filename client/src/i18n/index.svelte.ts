import { untrack } from "svelte";
import { settings, type Language } from "../state/settings.svelte";

type Catalogue = Record<string, string>;

/** The catalogues of a language by file: the shared one, one per feature, and the outside of games. */
const languages = import.meta.glob<Record<string, Catalogue>>("./??.ts", { import: "default" });

/** The rest of each game's catalogue, loaded with the game (see `client/texts.ts`). */
const gameTexts = import.meta.glob<Catalogue>("../games/*/i18n/??.json", {
  import: "default",
  query: "?inside",
});

/** The games whose texts were requested. */
const requested = new Set<string>();

/** The games whose texts have been loaded. */
let loaded = new Set<string>();

/** The texts of the language in use; while a new language is loaded, of the one before. */
let texts = $state.raw<Catalogue>({});

async function textsOf(game: string, language: Language): Promise<Catalogue> {
  return (await gameTexts[`../games/${game}/i18n/${language}.json`]?.()) ?? {};
}

/** Load the texts of a language. */
export async function loadLanguage(language: Language): Promise<void> {
  const games = [...requested];
  const [shared, ...found] = await Promise.all([
    languages[`./${language}.ts`]!(),
    ...games.map((game) => textsOf(game, language)),
  ]);
  // Another language may have been chosen meanwhile.
  if (settings.language !== language) return;
  texts = Object.assign({}, ...Object.values(shared), ...found);
  loaded = new Set(games);
  // More games may have been requested meanwhile.
  [...requested].filter((game) => !games.includes(game)).forEach(loadGameTexts);
}

/** Load all texts of a game. */
export async function loadGameTexts(game: string): Promise<void> {
  // A change of the language loads them by itself.
  const language = untrack(() => settings.language);
  requested.add(game);
  const found = await textsOf(game, language);
  if (settings.language !== language) return;
  texts = { ...texts, ...found };
  loaded.add(game);
}

$effect.root(() => {
  let first = true;
  $effect(() => {
    const { language } = settings;
    // The entry script loads the first language.
    if (!first) void loadLanguage(language);
    first = false;
  });
});

/** Whether there is a text for this key. */
export function has(key: string): boolean {
  return key in texts;
}

/** Whether there are texts whose keys begin like this. */
export function hasAny(beginning: string): boolean {
  for (const key in texts) if (key.startsWith(beginning)) return true;
  return false;
}

/**
 * The text to show for a key without one. If it may be among texts of a game that are not loaded, they
 * are requested, and the text appears in a moment; else it is an error, and is logged.
 */
function missing(key: string): string {
  const game = key.slice(0, key.indexOf("."));
  if (`../games/${game}/i18n/${settings.language}.json` in gameTexts && !loaded.has(game)) {
    if (!requested.has(game)) void loadGameTexts(game);
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
