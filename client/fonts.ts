import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

/** The weights that are used of each font. */
const WEIGHTS: Record<string, { min: number; max: number }> = {
  inter: { min: 400, max: 800 },
  fraunces: { min: 500, max: 700 },
};
/** Kerning, accents, and digits that stand below each other. */
const FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum"];

/**
 * The two files that every visitor fetches, those of the Latin letters, without the weights and the
 * other forms of letters that nothing here uses: a third less.
 */
export function fonts(): Plugin {
  let folder = "";
  return {
    name: "fonts",
    apply: "build",
    enforce: "pre",
    buildStart() {
      folder = mkdtempSync(join(tmpdir(), "fonts-"));
    },
    async transform(code, id) {
      const [, font] = /@fontsource-variable\/(\w+)\/wght\.css$/.exec(id) ?? [];
      const face = /url\((\.\/files\/\w+-latin-wght-normal\.woff2)\)[^}]*unicode-range: ([^;]+);/;
      const [, url, range] = (font && face.exec(code)) || [];
      if (!url) return null;
      const small = await subsetFont(readFileSync(join(dirname(id), url)), letters(range!), {
        targetFormat: "woff2",
        keepFeatures: FEATURES,
        variationAxes: { wght: WEIGHTS[font!]! },
      });
      const file = join(folder, basename(url));
      writeFileSync(file, small);
      return { code: code.replace(url, file), map: null };
    },
    closeBundle() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** All characters of a range as CSS writes it: `U+0020-007E,U+20AC`. */
function letters(range: string): string {
  const found: number[] = [];
  for (const part of range.split(",")) {
    const [first, last] = part.trim().slice(2).split("-");
    const end = parseInt(last ?? first!, 16);
    for (let code = parseInt(first!, 16); code <= end; code++) found.push(code);
  }
  return String.fromCodePoint(...found);
}
