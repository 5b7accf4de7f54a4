/** A score as it is written: with a minus sign, not a hyphen. */
export function points(score: number): string {
  return score < 0 ? `−${-score}` : `${score}`;
}
