import { settings } from "../settings.svelte";

type Catalogue = Record<string, string>;

const files = {
  ...import.meta.glob<Catalogue>("./*.json", { eager: true, import: "default" }),
  ...import.meta.glob<Catalogue>("../games/*/i18n/*.json", { eager: true, import: "default" }),
};

const catalogues: Record<string, Catalogue> = {};
for (const [path, texts] of Object.entries(files)) {
  const language = path.slice(-"en.json".length, -".json".length);
  const bound = Object.entries(texts).map(([key, text]) => [key, bind(text)]);
  Object.assign((catalogues[language] ??= {}), Object.fromEntries(bound));
}

/** French has a space before some marks and inside its quotes: no line breaks there. */
function bind(text: string): string {
  return text.replace(/ (?=[:;?!»])/g, "\u00a0").replace(/« /g, "«\u00a0");
}

/** Is there a text for this key? */
export function has(key: string): boolean {
  return key in (catalogues[settings.language] ?? {});
}

/** The text for a key in the current language, with `{name}` filled in from params. */
export function t(key: string, params: Record<string, string | number> = {}): string {
  const text = catalogues[settings.language]?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole));
}
