/** The table of pages: the only list of them in the client. `tests/web/test_page_table.py` compares
 * it with what the server knows of them. */

import type { Component } from "svelte";
import type { GameClient } from "./games/types";

interface PageEntry {
  /** The addresses of the page. `:name` stands for one part, which becomes a prop of the page. */
  paths: string[];
  /** Load the page's component, when somebody first goes there. */
  load: () => Promise<{ default: Component<any> }>;
  /** Whether a game has this page; without it every game has. */
  exists?: (game: GameClient) => boolean;
  /** The page that people often open next: it is loaded in advance. */
  next?: PageName;
}

const table = {
  home: {
    paths: ["/"],
    load: () => import("./features/home/Home.svelte"),
    next: "newTable" as const,
  },
  newTable: {
    paths: ["/play/:game"],
    load: () => import("./features/newtable/NewTable.svelte"),
    next: "table" as const,
  },
  rules: { paths: ["/rules/:game"], load: () => import("./features/shell/Rules.svelte") },
  learn: { paths: ["/learn/:game"], load: () => import("./features/learn/Learn.svelte") },
  puzzles: { paths: ["/puzzles/:game"], load: () => import("./features/puzzles/Puzzles.svelte") },
  setup: {
    paths: ["/setup/:game"],
    load: () => import("./features/study/Setup.svelte"),
    exists: (game: GameClient) => !!game.editor,
  },
  here: {
    paths: ["/here/:game"],
    load: () => import("./features/thinker/Here.svelte"),
    exists: (game: GameClient) => !!game.thinker,
  },
  day: { paths: ["/day"], load: () => import("./features/days/Days.svelte") },
  find: { paths: ["/find", "/find/:wanted"], load: () => import("./features/find/Find.svelte") },
  table: { paths: ["/t/:id"], load: () => import("./features/play/Table.svelte") },
  screen: { paths: ["/t/:id/screen"], load: () => import("./features/screen/Screen.svelte") },
  replay: { paths: ["/replay/:id"], load: () => import("./features/replay/Replay.svelte") },
  leaders: { paths: ["/leaders"], load: () => import("./features/history/Leaders.svelte") },
  person: { paths: ["/people/:handle"], load: () => import("./features/history/Person.svelte") },
  me: { paths: ["/me"], load: () => import("./features/account/Me.svelte") },
  link: { paths: ["/link"], load: () => import("./features/account/OpenLink.svelte") },
  notices: { paths: ["/notices"], load: () => import("./features/notify/Notices.svelte") },
  unsubscribe: {
    paths: ["/unsubscribe/:secret"],
    load: () => import("./features/notify/Unsubscribe.svelte"),
  },
  missing: { paths: [], load: () => import("./features/shell/Missing.svelte") },
} satisfies Record<string, Omit<PageEntry, "next"> & { next?: string }>;

export type PageName = keyof typeof table;

export const pages: Record<PageName, PageEntry> = table;

/** A page, and the parts of its address that are its props. */
export interface Place {
  name: PageName;
  params: Record<string, string>;
}

/** The page at an address. */
export function pageAt(address: string): Place {
  const parts = address.split("/").slice(1).map(decode);
  for (const [name, { paths }] of Object.entries(pages)) {
    for (const path of paths) {
      const params = matched(path.split("/").slice(1), parts);
      if (params) return { name: name as PageName, params };
    }
  }
  return { name: "missing", params: {} };
}

/** The parts of an address that fit the `:names` of a path; null if the address is another one. */
function matched(path: string[], parts: string[]): Record<string, string> | null {
  if (path.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [i, wanted] of path.entries()) {
    const part = parts[i]!;
    if (wanted.startsWith(":") && part) params[wanted.slice(1)] = part;
    else if (wanted !== part) return null;
  }
  return params;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
