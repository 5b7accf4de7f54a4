import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** What is shown of a game that nobody has opened yet: its box on the shelf, its bots, its day. */
const BOX = /^\w+\.(title|line|minutes|language|goal|day(\..+)?|level\.[^.]+)$/;

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

/**
 * The catalogues. A game's has two parts: `en.json?box` comes with the page, `en.json?inside` with the
 * game. A text in the wrong part is still found, but comes a moment late.
 */
export function texts(): Plugin {
  return {
    name: "texts",
    enforce: "pre",
    load(id) {
      const [, file, part] = /^(.+\/i18n\/\w+\.json)(?:\?(box|inside))?$/.exec(id) ?? [];
      if (!file) return null;
      this.addWatchFile(file);
      const catalogue = Object.entries<string>(JSON.parse(readFileSync(file, "utf-8")));
      const wanted = catalogue.filter(([key]) => !part || BOX.test(key) === (part === "box"));
      const text = JSON.stringify(Object.fromEntries(wanted.map(([key, text]) => [key, bind(text)])));
      // Browsers read a text faster than a program.
      return { code: `export default JSON.parse(${JSON.stringify(text)})`, moduleType: "js" };
    },
  };
}
