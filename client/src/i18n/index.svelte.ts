import { settings } from "../settings.svelte";

type Catalogue = Record<string, string>;

const files = {
  ...import.meta.glob<Catalogue>("./*.json", { eager: true, import: "default" }),
  ...import.meta.glob<Catalogue>("../*/i18n/*.json", { eager: true, import: "default" }),
  ...import.meta.glob<Catalogue>("../games/*/i18n/*.json", { eager: true, import: "default" }),
};

const catalogues: Record<string, Catalogue> = {};
for (const [path, texts] of Object.entries(files)) {
  const language = path.slice(-"en.json".length, -".json".length);
  const bound = Object.entries(texts).map(([key, text]) => [key, bind(text)]);
  Object.assign((catalogues[language] ??= {}), Object.fromEntries(bound));
}

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
  return key in (catalogues[settings.language] ?? {});
}

/** Are there texts whose keys begin like this? */
export function texts(beginning: string): boolean {
  return Object.keys(catalogues.en ?? {}).some((key) => key.startsWith(beginning));
}

/** The text for a key in the current language, with `{name}` filled in from params. */
export function t(key: string, params: Record<string, string | number> = {}): string {
  const text = catalogues[settings.language]?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole));
}
