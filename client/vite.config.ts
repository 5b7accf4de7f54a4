import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The built client is served by the Python package, so it is written into it.
export default defineConfig({
  plugins: [svelte()],
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
