import ligatures from "../../../src/inglenook/words/ligatures.json";

/** The most letters that a field for a word accepts. */
export const LONGEST_WORD = 40;

/** Letters that Unicode does not decompose, from the same data that the server reads. */
const LIGATURES: Record<string, string> = ligatures;

/** A typed word in small letters without accents: "Café" becomes "cafe". */
export function plainLetters(typed: string): string {
  return [...typed.trim().toLowerCase()]
    .map((letter) => LIGATURES[letter] ?? letter)
    .join("")
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
}
