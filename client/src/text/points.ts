/** A score in writing, with a minus sign instead of a hyphen. */
export function points(score: number): string {
  return score < 0 ? `−${-score}` : `${score}`;
}
