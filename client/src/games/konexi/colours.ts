/** Lightnesses of the plastic: 26 hues by themselves would be hard to tell apart. */
const LIGHT = [0.62, 0.72, 0.67];
const CHROMA = 0.15;
/** Degrees from a letter to the next: the golden angle, so that neighbours in the alphabet differ. */
const GOLDEN = 137.508;

/** The plastic of a letter in Oklch, where equal steps look equal. */
function plastic(letter: string): { lightness: number; hue: number } {
  const n = letter.charCodeAt(0) - 65;
  return { lightness: LIGHT[n % LIGHT.length]!, hue: (25 + n * GOLDEN) % 360 };
}

/** As CSS writes it. */
export function tint(letter: string): string {
  const { lightness, hue } = plastic(letter);
  return `oklch(${lightness} ${CHROMA} ${hue.toFixed(1)})`;
}

/** As light: red, green and blue from 0 to 1, linear. */
export function linear(letter: string): [red: number, green: number, blue: number] {
  const { lightness, hue } = plastic(letter);
  const turn = (hue * Math.PI) / 180;
  const [a, b] = [CHROMA * Math.cos(turn), CHROMA * Math.sin(turn)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const bounded = (part: number) => Math.min(1, Math.max(0, part));
  return [
    bounded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    bounded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    bounded(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/**
 * What the gauge says, by the colours of the house: it stands, it may fall, it falls. Where the
 * gauge is not told (null), anything may fall.
 */
export function promise(steady: number | null, safe: number): "moss" | "ember" | "wine" {
  if (steady === null) return "ember";
  if (steady >= safe) return "moss";
  return steady >= 0 ? "ember" : "wine";
}
