import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** What is shown of a game that nobody has opened yet: its box on the shelf, its bots, its day. */
const BOX = /^\w+\.(title|line|minutes|language|goal|day(\..+)?|level\.[^.]+)$/;

/**
 * A game's catalogue in two parts: `en.json?box` comes with the page, `en.json?inside` with the game.
 * A text in the wrong part is still found, but comes a moment late.
 */
export function texts(): Plugin {
  return {
    name: "texts",
    enforce: "pre",
    load(id) {
      const [, file, part] = /^(.+\/i18n\/\w+\.json)\?(box|inside)$/.exec(id) ?? [];
      if (!file) return null;
      this.addWatchFile(file);
      const catalogue = Object.entries(JSON.parse(readFileSync(file, "utf-8")));
      const wanted = catalogue.filter(([key]) => BOX.test(key) === (part === "box"));
      const text = JSON.stringify(Object.fromEntries(wanted));
      // Browsers read a text faster than a program.
      return { code: `export default JSON.parse(${JSON.stringify(text)})`, moduleType: "js" };
    },
  };
}
