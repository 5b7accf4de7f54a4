/** The results of a day in words, without anything about its boards. */

import { t } from "../../i18n/index.svelte";
import type { Days } from "../../net/wire";
import { points } from "../../text/points";

export const heading = ({ number }: Days): string => t("day.share.head", { n: number });

export const results = ({ games }: Days): { title: string; score: string }[] =>
  games.flatMap(({ game, score }) =>
    score === null ? [] : [{ title: t(`${game}.title`), score: points(score) }],
  );

/** How many days in a row; "" for the first. */
export const streakText = ({ streak }: Days): string =>
  streak > 1 ? t("day.streak", { n: streak }) : "";

/** A text to pass on, with the address of the day's page. */
export function shareText(days: Days, url: string): string {
  const lines = results(days).map(({ title, score }) => `${title} ${score}`);
  return [heading(days), ...lines, streakText(days), url].filter(Boolean).join("\n");
}
