import { describe, expect, test } from "vitest";
import { pageAt, pages } from "../src/pages";

describe("the page at an address", () => {
  test.each([
    ["/", "home", {}],
    ["/play/kewbz", "newTable", { game: "kewbz" }],
    ["/find", "find", {}],
    ["/find/kewbz", "find", { wanted: "kewbz" }],
    ["/t/abc", "table", { id: "abc" }],
    ["/t/abc/screen", "screen", { id: "abc" }],
    ["/people/a%20b", "person", { handle: "a b" }],
    ["/people/%zz", "person", { handle: "%zz" }],
  ])("%s is %s", (address, name, params) => expect(pageAt(address)).toEqual({ name, params }));

  test.each(["/t", "/t/", "/t//screen", "/t/abc/", "/t/abc/other", "/day/", "/find/", "/x", "//"])(
    "%s is none",
    (address) => expect(pageAt(address)).toEqual({ name: "missing", params: {} }),
  );

  test("every page has an address of its own", () => {
    const all = Object.values(pages).flatMap(({ paths }) => paths);
    expect(new Set(all).size).toBe(all.length);
    for (const path of all) expect(pageAt(path).name).not.toBe("missing");
  });

  test("some pages need something of the game", () => {
    const editor = { editor: {} } as never;
    expect([pages.setup.exists!(editor), pages.here.exists!(editor)]).toEqual([true, false]);
  });
});
