import { afterEach, expect, test, vi } from "vitest";
import { has, hasAny, loadLanguage, t } from "../src/i18n/index.svelte";
import { settings } from "../src/state/settings.svelte";

afterEach(async () => {
  vi.restoreAllMocks();
  settings.language = "en";
  await loadLanguage("en");
});

test("gaps are filled by name", () => {
  expect(t("puzzles.run.over", { n: 7, best: 9 })).toMatchInlineSnapshot(
    `"Time is up. Solved: 7. Your best run: 9."`,
  );
});

test("a gap that nothing fills stays as it is", () => {
  expect(t("puzzles.run.over", { n: 7 })).toContain("{best}");
});

test("a key without a text is shown itself, and reported", () => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  expect(t("no.such.key")).toBe("no.such.key");
  expect(error).toHaveBeenCalledOnce();
});

test("it is known which texts there are", () => {
  expect(has("puzzles.title")).toBe(true);
  expect(has("puzzles.nothing")).toBe(false);
  expect(hasAny("kewbz.lesson.")).toBe(true);
  expect(hasAny("chess.")).toBe(false);
});

test("French has its spaces before a mark, which do not break", async () => {
  settings.language = "fr";
  await loadLanguage("fr");
  expect(t("puzzles.yours", { n: 3 })).toMatchInlineSnapshot(`"Ta force : 3"`);
});
