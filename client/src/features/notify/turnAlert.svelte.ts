/** What calls somebody to a table that is open and not looked at: the badge of the app, and a sound. */
import { play } from "../../browser/sound";
import { dismiss } from "./subscription";

/** To be made with the page of a table; `turn` says whether it is my turn there, among others. */
export function callMe(table: string, turn: () => boolean): void {
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
    // It is refused where the app is not installed.
    void navigator.setAppBadge?.().catch(() => {});
    return () => void navigator.clearAppBadge?.().catch(() => {});
  });
  $effect(() => {
    if (!hidden) void dismiss(table);
  });
}
