import { Color } from "three";

const TOKENS = {
  wood: "--wood",
  deep: "--wood-deep",
  ember: "--ember",
  moss: "--moss",
  wine: "--wine",
  paper: "--paper",
  ink: "--ink",
} as const;

export type Palette = Record<keyof typeof TOKENS, Color> & {
  /** The theme is dark. */
  evening: boolean;
  font: string;
};

/** The colours of the theme as they are on this element. */
export function paletteOf(host: HTMLElement): Palette {
  const probe = document.createElement("span");
  host.append(probe);
  const resolved = Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => {
      probe.style.color = `var(${token})`;
      return [name, new Color(getComputedStyle(probe).color)];
    }),
  ) as Record<keyof typeof TOKENS, Color>;
  const font = getComputedStyle(host).fontFamily;
  probe.remove();
  const light = resolved.paper.getHSL({ h: 0, s: 0, l: 0 }).l;
  return { ...resolved, evening: light < 0.5, font };
}
