import { t } from "../i18n/index.svelte";
import type { Outcome } from "../net/wire";

/** How a game ended, in a few words; `mine` are the seats of the reader. */
export function endTitle(
  { scores, winners, reason }: Outcome,
  names: string[],
  mine: number[],
): string {
  // If several people share the screen, and for those who watch, all are named.
  const me = mine.length === 1 ? mine[0]! : null;
  if (scores.length === 1) return t(winners.length ? "end.solo.won" : "end.solo.lost");
  if (!winners.length) return t("end.nobody");
  if (winners.length > 1) {
    const others = winners.filter((seat) => seat !== me).map((seat) => names[seat]!);
    const key = others.length < winners.length ? "end.shared.you" : "end.shared";
    return t(key, { names: others.join(", ") });
  }
  const [winner] = winners as [number];
  const ahead = scores[winner]! - Math.max(...scores.filter((_, seat) => seat !== winner));
  // A game that ended early, or that a tie-breaker decided, was not won by points.
  const early = ["resigned", "flag-fell", "abandoned"].includes(reason);
  const by = !early && ahead > 0 ? ".by" : "";
  if (winner === me) return t(`end.won.you${by}`, { n: ahead });
  const result = t(`end.won${by}`, { name: names[winner]!, n: ahead });
  if (me === null || scores.length === 2 || !by) return result;
  const { rank } = ranking(scores, winners).find(({ seat }) => seat === me)!;
  return t(`end.rank.${rank}`, { result });
}

/** The seats from the first to the last; equals share a rank. */
export function ranking(scores: number[], winners: number[]): { seat: number; rank: number }[] {
  const before = (a: number, b: number) =>
    Number(winners.includes(b)) - Number(winners.includes(a)) || scores[b]! - scores[a]!;
  const order = scores.map((_, seat) => seat).sort(before);
  return order.map((seat) => ({
    seat,
    rank: 1 + order.filter((other) => before(other, seat) < 0).length,
  }));
}
