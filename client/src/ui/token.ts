/**
 * The drawing of a token (the picture of a profile) from its name, such as `star-teal`. Every colour
 * has a mark of its own, so that no two tokens differ in their colour only.
 */

const SHAPES = {
  star: "M12 1.500l3.100 6.900 7.500.8-5.600 5 1.600 7.400L12 17.800l-6.600 3.800L7 14.200l-5.600-5 7.500-.8z",
  heart:
    "M12 21.800C5 16.800 1.500 12.700 1.500 8.300A5.700 5.700 0 0 1 12 5.500a5.700 5.700 0 0 1 10.500 2.800c0 4.400-3.500 8.500-10.500 13.500z",
  drop: "M12 1.200c4.800 5.900 7.800 9.600 7.800 13.500a7.800 7.800 0 0 1-15.600 0C4.200 10.800 7.200 7.100 12 1.200z",
  house: "M12 1.800l10.300 8.700h-2.600v11.500H4.300V10.500H1.700z",
  leaf: "M22 2c.6 11.200-3.700 19.800-12.200 19.800-5 0-7.800-3.600-7.800-7.800C2 5.600 10.600 1.600 22 2z",
  flower:
    "M12 1.800a4.500 4.500 0 0 1 4.400 5.400 4.500 4.500 0 0 1 2.700 8.300 4.500 4.500 0 0 1-7.100 4.700 4.500 4.500 0 0 1-7.100-4.700 4.500 4.500 0 0 1 2.700-8.300A4.500 4.500 0 0 1 12 1.800z",
  shield:
    "M12 1.600l9.300 3.200v7c0 5.300-3.700 8.900-9.300 10.800-5.600-1.900-9.300-5.500-9.300-10.800v-7z",
  comb: "M12 1.300l9.500 5.400v10.900L12 22.900l-9.500-5.300V6.700z",
  cloud:
    "M6.800 20.300a5.600 5.600 0 0 1-.6-11.100 6.600 6.600 0 0 1 12.400-.4 5.800 5.800 0 0 1-1.100 11.500z",
  fish: "M1.200 12.400C4.400 7 8.500 4.700 12.500 4.700c3 0 5.300 1.400 7 3.500l3.300-2.600v13.600l-3.300-2.600c-1.700 2.100-4 3.500-7 3.500-4 0-8.100-2.300-11.300-7.700z",
} as const;

const MARKS = {
  ember: "M11 12.500a1 1 0 1 0 2 0a1 1 0 1 0-2 0",
  teal: "M8.800 12.500a3.200 3.200 0 1 0 6.400 0a3.200 3.200 0 1 0-6.400 0",
  plum: "M8.500 12.500h7",
  moss: "M12 9v7",
  sky: "M12 9v7M8.500 12.500h7",
  sand: "M9.500 10l5 5M14.500 10l-5 5",
  rose: "M9 12.500h.01M15 12.500h.01",
  slate: "M8.500 14.500l3.500-4 3.500 4",
} as const;

export type Shape = keyof typeof SHAPES;
export type Colour = keyof typeof MARKS;

export const shapes = Object.keys(SHAPES) as Shape[];
export const colours = Object.keys(MARKS) as Colour[];

export interface Drawing {
  shape: Shape;
  colour: Colour;
  outline: string;
  mark: string;
}

/** The drawing of a token. An unknown shape or colour is drawn as the first one. */
export function drawing(token: string): Drawing {
  const [first, second] = token.split("-");
  const shape = shapes.find((name) => name === first) ?? shapes[0]!;
  const colour = colours.find((name) => name === second) ?? colours[0]!;
  return { shape, colour, outline: SHAPES[shape], mark: MARKS[colour] };
}
