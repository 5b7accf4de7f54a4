/** The little of a browser that the settings read when they are loaded, and all English texts. */

import { beforeAll } from "vitest";

const ignore = () => {};

Object.assign(globalThis, {
  window: {
    addEventListener: ignore,
    matchMedia: () => ({ matches: false, addEventListener: ignore }),
  },
  document: { querySelector: () => null, addEventListener: ignore },
});

/** A text that is missing is reported so: that fails the test. */
console.error = (message: unknown) => {
  throw new Error(String(message));
};

beforeAll(async () => {
  const { loadLanguage, loadGameTexts } = await import("../src/i18n/index.svelte");
  const { gameNames } = await import("../src/games/index.svelte");
  await loadLanguage("en");
  await Promise.all(gameNames.map(loadGameTexts));
});
