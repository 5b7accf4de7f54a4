import colours from "../colours.json";

/**
 * The plastic of a letter, as CSS writes it. No two are alike, whatever stands beside what: 26 colours
 * as far apart as they can be without being shrill (tests/games/test_konexi_colours.py).
 */
export function tint(letter: string): string {
  return (colours as Record<string, string>)[letter]!;
}

/** A shape for each colour of the gauge. */
const marks = { moss: "●", ember: "▲", wine: "✕" };

/** The gauge in writing: "● 62", or "✕ –" for what will fall. */
export function gauge(steady: number, safe: number): string {
  return `${marks[promise(steady, safe)]} ${steady < 0 ? "–" : steady}`;
}

/**
 * The meaning of the gauge as a colour of the theme: the tower stands, may fall, or falls. If the gauge
 * is not known (null), the tower may fall.
 */
export function promise(steady: number | null, safe: number): "moss" | "ember" | "wine" {
  if (steady === null) return "ember";
  if (steady >= safe) return "moss";
  return steady >= 0 ? "ember" : "wine";
}
