import { svelte } from "@sveltejs/vite-plugin-svelte";
import { globSync, readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** The texts of link previews, by language: the server puts them into the page (web/previews.py). */
function previewTexts(): Plugin {
  const wanted = /^(\w+\.(title|goal)|preview\..+|invite\.(from|in))$/;
  return {
    name: "preview-texts",
    generateBundle() {
      const texts: Record<string, Record<string, string>> = {};
      for (const path of globSync("src/**/i18n/*.json")) {
        const language = path.slice(-"en.json".length, -".json".length);
        const catalogue = Object.entries<string>(JSON.parse(readFileSync(path, "utf-8")));
        const found = catalogue.filter(([key]) => wanted.test(key));
        Object.assign((texts[language] ??= {}), Object.fromEntries(found));
      }
      this.emitFile({
        type: "asset",
        fileName: "previews.json",
        source: JSON.stringify(texts),
      });
    },
  };
}

// The built client is served by the Python package, so it is written into it.
export default defineConfig({
  plugins: [svelte(), previewTexts()],
  build: {
    outDir: "../src/inglenook/web/static",
    emptyOutDir: true,
    // The content-security policy allows no data: fonts, scripts or styles.
    assetsInlineLimit: 0,
  },
  server: {
    // Games draw from the data that their rules read.
    fs: { allow: [".."] },
    proxy: {
      "/api": "http://127.0.0.1:8000",
      "/tables": { target: "ws://127.0.0.1:8000", ws: true },
    },
  },
});
