import { svelte } from "@sveltejs/vite-plugin-svelte";
import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { texts } from "./texts.ts";

/** Modules that are not pure by what they are: rune modules, types, catalogues, and requests. */
const OTHERS = /\.(svelte|d)\.ts$|^src\/(browser|i18n)\/|^src\/style|\/(wire|api|tables)\.ts$/;
/** Code that draws, or asks the browser for something. */
const BROWSER =
  /\b(window|document|navigator|location|caches|localStorage|self)\.|\b(fetch|postMessage|requestAnimationFrame)\(|\bnew (Worker|AudioContext|WebSocket)\b|from "(three|svelte)\b|^import [A-Z]\w* from ".*\.svelte"/m;
/** What says nothing of what a module does: comments, and the types of components. */
const SILENT = /\/\*[\s\S]*?\*\/|\/\/.*|^import type [^;]*from "svelte";/gm;

/**
 * The modules that only compute. The coverage is measured for these; all others are tested in a
 * browser.
 */
function pureModules(): string[] {
  return globSync("src/**/*.ts").filter((file) => {
    const code = readFileSync(file, "utf-8").replace(SILENT, "");
    return !OTHERS.test(file) && !BROWSER.test(code);
  });
}

export default defineConfig({
  plugins: [svelte(), texts()],
  test: {
    include: ["tests/**/*.test.ts"],
    reporters: "dot",
    setupFiles: ["tests/setup.ts"],
    // No test leaves anything behind that another one could see.
    isolate: false,
    coverage: {
      provider: "v8",
      include: pureModules(),
      reporter: "text-summary",
      reportsDirectory: "node_modules/.vitest/coverage",
      thresholds: { lines: 90 },
    },
  },
});
