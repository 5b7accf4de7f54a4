import { t } from "../../i18n/index.svelte";
import { botName, levelName } from "../../text/seats";
import type { Who } from "../../net/wire";

/** The name of a player of a finished game: a person, or a bot. */
export function whoName(game: string, { level, name, bot, author }: Who): string {
  if (bot) return botName(name ?? "", author ?? "");
  if (level) return levelName(game, level);
  return name || t("seat.someone");
}

/** The name of a rating scale: "Kewbz", "Prolix, duel". */
export function scaleName(scale: string): string {
  const [game, mode] = scale.split("-") as [string, string | undefined];
  return mode ? `${t(`${game}.title`)}, ${t(`scale.${mode}`)}` : t(`${game}.title`);
}

/** The game of a rating scale. */
export const gameOf = (scale: string) => scale.split("-")[0]!;
