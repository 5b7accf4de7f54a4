import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";

// The built client is served by the Python package, so it is written into it.
export default defineConfig({
  plugins: [
    svelte(),
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
        globIgnores: ["assets/Scene-*"],
      },
    }),
  ],
  build: {
    outDir: "../src/inglenook/web/static",
    emptyOutDir: true,
    // The content-security policy allows no data: fonts, scripts or styles.
    assetsInlineLimit: 0,
    rolldownOptions: { input: ["index.html", "offline.html"] },
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
