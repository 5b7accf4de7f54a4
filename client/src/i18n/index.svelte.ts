import { settings, type Language } from "../settings.svelte";

type Catalogue = Record<string, string>;

/** All catalogues of a language, by their files: that of the shell, of each room and of each game. */
const languages = import.meta.glob<Record<string, Catalogue>>("./??.ts", { import: "default" });

/** The texts of the language in use: the last one until the one that was chosen has come. */
let texts = $state.raw<Catalogue>({});

/** Have texts in this language. */
export async function speak(language: Language): Promise<void> {
  const catalogues = await languages[`./${language}.ts`]!();
  // Another one may have been chosen meanwhile.
  if (settings.language !== language) return;
  texts = Object.assign({}, ...Object.values(catalogues));
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

/**
 * No line breaks before a French mark and within French quotes, before a count or a result, or after
 * the hyphen of an ending (-ing).
 */
function bind(text: string): string {
  return text
    .replace(/ (?=[:;?!»=])/g, "\u00a0")
    .replace(/([«=]|:(?= \{n\})) /g, "$1\u00a0")
    .replace(/ -(?=\p{L})/gu, " -\u2060");
}

/** Is there a text for this key? */
export function has(key: string): boolean {
  return key in texts;
}

/** Are there texts whose keys begin like this? */
export function hasAny(beginning: string): boolean {
  return Object.keys(texts).some((key) => key.startsWith(beginning));
}

/** The text for a key in the current language, with `{name}` filled in from params. */
export function t(key: string, params: Record<string, string | number> = {}): string {
  return bind(texts[key] ?? key).replace(/\{(\w+)\}/g, (hole, name: string) =>
    String(params[name] ?? hole),
  );
}
