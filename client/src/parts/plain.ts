/** Letters that are not just a letter with a mark. */
const LIGATURES: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** A word as it was typed, in small letters without accents: Café is cafe. */
export function plain(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LIGATURES[letter]!)
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
}
