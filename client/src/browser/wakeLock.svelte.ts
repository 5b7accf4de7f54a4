/** Keep the screen from going dark while `wanted`, where the browser can; to be made with a page. */
export function keepAwake(wanted: () => boolean): void {
  let looks = $state(0);
  // The browser lets go of it whenever the page is hidden.
  const look = () => looks++;

  $effect(() => {
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  });

  const needed = $derived(wanted());
  $effect(() => {
    void looks;
    if (!needed || document.hidden) return;
    // It is refused where the battery is low, and on http.
    const lock = navigator.wakeLock?.request("screen").catch(() => null);
    return () => void lock?.then((held) => held?.release());
  });
}
