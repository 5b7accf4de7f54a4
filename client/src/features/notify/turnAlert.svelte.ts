/** Alerts for a table that is open but not visible: the badge of the app, and a sound. */
import { play } from "../../browser/sound";
import { dismissNotifications } from "./subscription";

/** Alert the player when `turn` becomes true. Call it while the page of a table is initialised. */
export function alertOnTurn(table: string, turn: () => boolean): void {
  let hidden = $state(document.hidden);
  const look = () => (hidden = document.hidden);

  $effect(() => {
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  });

  const mine = $derived(turn());
  const called = $derived(mine && hidden);
  $effect(() => {
    if (called) play("call");
  });
  $effect(() => {
    if (!mine) return;
    // Browsers refuse it unless the app is installed.
    void navigator.setAppBadge?.().catch(() => {});
    return () => void navigator.clearAppBadge?.().catch(() => {});
  });
  $effect(() => {
    if (!hidden) void dismissNotifications(table);
  });
}
