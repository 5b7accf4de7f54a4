/** The letters as flat shapes, with names for their teeth and notches; in mm from the middle, y down. */

import outlines from "../outlines.json";

export type Side = "top" | "bottom" | "left" | "right" | "front" | "back";

export interface Connector {
  kind: "tooth" | "notch";
  side: Side;
  x: number;
  y: number;
  /** Which of several on its side: "left", "upper", …; empty where it is the only one. */
  which: string;
}

export interface Letter {
  width: number;
  /** To be filled by the even-odd rule. */
  outline: string;
  connectors: Connector[];
}

export const HEIGHT = 50;
/** The size of a tooth, and of the notch that it fills. */
export const tooth = { width: 4, depth: 3, thick: 6 };

function sideOf([x, y, z]: number[]): Side {
  if (z) return z > 0 ? "front" : "back";
  if (y) return y > 0 ? "top" : "bottom";
  return x! > 0 ? "right" : "left";
}

/** Which way those on a side are told apart; on a face, the way in which they lie farther apart. */
function across(side: Side, peers: Connector[]): boolean {
  if (side === "top" || side === "bottom") return true;
  if (side === "left" || side === "right") return false;
  const [xs, ys] = [peers.map(({ x }) => x), peers.map(({ y }) => y)];
  return Math.max(...xs) - Math.min(...xs) > Math.max(...ys) - Math.min(...ys);
}

/** The name of a connector among those on the same side. */
function which(own: Connector, all: Connector[]): string {
  const peers = all.filter(({ side }) => side === own.side);
  if (peers.length < 2) return "";
  const sideways = across(own.side, peers);
  const along = ({ x, y }: Connector) => (sideways ? x : y);
  const place = peers.toSorted((a, b) => along(a) - along(b)).indexOf(own);
  if (place > 0 && place < peers.length - 1) return "middle";
  if (sideways) return place ? "right" : "left";
  return place ? "lower" : "upper";
}

function read({ rings, connectors, width }: (typeof outlines)["A"]): Letter {
  const all = connectors.map(({ kind, x, y, normal }) => ({
    kind: kind as Connector["kind"],
    side: sideOf(normal),
    x,
    y: -y,
    which: "",
  }));
  return {
    width,
    outline: rings.map((ring) => `M${ring.map(([x, y]) => `${x} ${-y!}`).join("L")}Z`).join(""),
    connectors: all.map((connector) => ({ ...connector, which: which(connector, all) })),
  };
}

const letters = new Map(Object.entries(outlines).map(([name, raw]) => [name, read(raw)]));

export function letterOf(name: string): Letter {
  const letter = letters.get(name);
  if (!letter) throw new Error(`no letter ${name}`);
  return letter;
}
