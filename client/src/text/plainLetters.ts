import ligatures from "../../../src/inglenook/words/ligatures.json";

/** No word is longer: so what is pasted by mistake stays small. */
export const LONGEST = 40;

/** Letters that are not just a letter with a mark: from the very data the server reads. */
const LIGATURES: Record<string, string> = ligatures;

/** A word as it was typed, in small letters without accents: Café is cafe. */
export function plain(typed: string): string {
  return [...typed.trim().toLowerCase()]
    .map((letter) => LIGATURES[letter] ?? letter)
    .join("")
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
}
