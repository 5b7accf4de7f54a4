import { svelte } from "@sveltejs/vite-plugin-svelte";
import { globSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { fonts } from "./fonts.ts";
import { texts } from "./texts.ts";

/** The texts of link previews, by language: the server puts them into the page (server/pages/link_previews.py). */
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

/** The same once more, as small as can be: the server sends that to whoever can read it. */
function compressed(): Plugin {
  return {
    name: "compressed",
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))) {
        const file = `${dir}/${name}`;
        writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
        writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
      }
      for (const name of Object.keys(bundle).filter((name) => name.endsWith(".wasm"))) {
        const file = `${dir}/${name}`;
        // At its best, brotli would take half a minute for a tenth less.
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
        writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }));
        // 14 MB of which the package has no need: the server unpacks it for the few who have to have it so.
        unlinkSync(file);
      }
    },
  };
}

type Modules = Rolldown.ChunkingContext;

/** All modules that come with these. */
function reached(roots: Iterable<string>, modules: Modules): Set<string> {
  const found = new Set(roots);
  // Whatever is found on the way is looked at in its turn.
  for (const id of found) modules.getModuleInfo(id)?.importedIds.forEach((each) => found.add(each));
  return found;
}

/**
 * How many pages, games and other parts that are loaded by themselves need each module. The door and the
 * desk are not among them: what only they share has a small file of its own.
 */
function counted(modules: Modules): Map<string, number> {
  const counts = new Map<string, number>();
  const parts = new Set([source("main.ts"), source("offline.ts")]);
  for (const part of parts) {
    for (const id of reached([part], modules)) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      modules.getModuleInfo(id)?.dynamicallyImportedIds.forEach((each) => parts.add(each));
    }
  }
  return counts;
}

const source = (path: string) => `${import.meta.dirname}/src/${path}`;
let everywhere: Set<string>;
let atHome: Set<string>;
let needed: Map<string, number>;

/**
 * The file for a module: that of what every page or home needs; that of a game's parts that its board
 * and its cover share; or that of what else is shared, mostly by the pages with a board. None for what
 * only one part needs: it has its own file.
 */
function sharedFile(id: string, modules: Modules): string | null {
  everywhere ??= reached([source("App.svelte")], modules);
  needed ??= counted(modules);
  const covers = globSync("games/*/Cover.svelte", { cwd: "src" }).map(source);
  atHome ??= reached([source("main.ts"), source("features/home/Home.svelte"), ...covers], modules);
  if (everywhere.has(id)) return "common";
  if ((needed.get(id) ?? 0) < 2) return null;
  const game = /\/src\/games\/(\w+)\//.exec(id)?.[1];
  return game ?? (atHome.has(id) ? "common" : "play");
}

// The built client is served by the Python package, so it is written into it.
export default defineConfig({
  plugins: [
    svelte(),
    fonts(),
    texts(),
    previewTexts(),
    compressed(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src",
      filename: "sw.ts",
      injectRegister: false,
      manifest: {
        id: "/",
        name: "Inglenook",
        short_name: "Inglenook",
        description: "Table games with friends and bots: Kewbz, Prolix, CONEX and Konexi.",
        lang: "en",
        start_url: "/",
        display: "standalone",
        categories: ["games"],
        background_color: "#f5eee2",
        theme_color: "#f5eee2",
        icons: [
          { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
          { src: "/icons/192.png", sizes: "192x192", type: "image/png" },
          { src: "/icons/512.png", sizes: "512x512", type: "image/png" },
          { src: "/icons/maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
      },
      injectManifest: {
        globPatterns: ["*.html", "icon.svg", "assets/*.{js,css}", "assets/*-latin-wght-*.woff2"],
        // Konexi's 3-D is as large as all the rest: it is fetched where it is played.
        // So is what plays without a server, where somebody asks for it.
        globIgnores: ["assets/Scene-*", "assets/mind-*"],
      },
    }),
  ],
  build: {
    outDir: "../src/inglenook/server/pages/static",
    emptyOutDir: true,
    // The content-security policy allows no data: fonts, scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The server tells the browser early what a page will need.
    manifest: "manifest.json",
    rolldownOptions: {
      input: ["index.html", "offline.html", "door.html", "desk.html"],
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Few need 3-D.
            { test: /^(?!.*\/node_modules\/three\/)/, name: sharedFile },
          ],
        },
      },
    },
  },
  worker: {
    format: "es",
    // The server lets this file, and nothing else, run WebAssembly (server/http/security_headers.py).
    rolldownOptions: { output: { entryFileNames: "assets/mind-[hash].js" } },
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
