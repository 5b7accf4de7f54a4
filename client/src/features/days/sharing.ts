/** Pass on the results of a day, as a text or as a picture. */

import { t } from "../../i18n/index.svelte";
import { show } from "../../ui/notice.svelte";
import { copyText } from "../../browser/share";
import type { Days } from "../../net/wire";
import { heading, results, shareText, streakText } from "./shareText";

const WIDTH = 1200;
const HEIGHT = 630;
/** The colours of the light theme. */
const COLOURS = {
  linen: "#f5eee2",
  paper: "#fffbf3",
  ink: "#2b2420",
  soft: "#6e6256",
  ember: "#b84a1a",
  wood: "#8a5a33",
};

export async function shareAsText(days: Days): Promise<void> {
  await copyText(shareText(days, new URL("/day", location.href).href), t("day.share.copied"));
}

/** Share a picture by the share sheet of the device, or download it. */
export async function shareAsPicture(days: Days): Promise<void> {
  const blob = await picture(days);
  if (!blob) return show(t("reason.other"));
  const file = new File([blob], `inglenook-${days.number}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    // Closing the share sheet is not an error.
    return navigator.share({ files: [file], text: heading(days) }).catch(() => {});
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function picture(days: Days): Promise<Blob | null> {
  await document.fonts.ready;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const draw = canvas.getContext("2d");
  if (!draw) return null;
  const serif = (size: number) => `600 ${size}px "Fraunces Variable", Georgia, serif`;
  const sans = (size: number) => `500 ${size}px "Inter Variable", system-ui, sans-serif`;
  draw.fillStyle = COLOURS.linen;
  draw.fillRect(0, 0, WIDTH, HEIGHT);
  draw.fillStyle = COLOURS.wood;
  draw.fillRect(0, HEIGHT - 28, WIDTH, 28);
  draw.fillStyle = COLOURS.ink;
  draw.font = serif(76);
  draw.fillText("Inglenook", 80, 140);
  draw.fillStyle = COLOURS.ember;
  draw.font = serif(44);
  draw.textAlign = "right";
  draw.fillText(t("day.number", { n: days.number }), WIDTH - 80, 140);
  for (const [i, { title, score }] of results(days).entries()) {
    const [x, y] = [80 + (i % 2) * 530, 190 + Math.floor(i / 2) * 150];
    draw.fillStyle = COLOURS.paper;
    draw.beginPath();
    draw.roundRect(x, y, 510, 126, 18);
    draw.fill();
    draw.textAlign = "left";
    draw.fillStyle = COLOURS.ink;
    draw.font = sans(40);
    draw.fillText(title, x + 32, y + 78);
    draw.textAlign = "right";
    draw.fillStyle = COLOURS.ember;
    draw.font = serif(60);
    draw.fillText(score, x + 478, y + 84);
  }
  draw.textAlign = "left";
  draw.fillStyle = COLOURS.soft;
  draw.font = sans(34);
  draw.fillText(streakText(days), 80, HEIGHT - 70);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
