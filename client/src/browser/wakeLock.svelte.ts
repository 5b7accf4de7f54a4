/** Keep the screen on while `wanted`, if the browser can. Call it while a component is initialised. */
export function keepAwake(wanted: () => boolean): void {
  let changes = $state(0);
  // The browser releases the lock whenever the page is hidden.
  const changed = () => changes++;

  $effect(() => {
    document.addEventListener("visibilitychange", changed);
    return () => document.removeEventListener("visibilitychange", changed);
  });

  const needed = $derived(wanted());
  $effect(() => {
    void changes;
    if (!needed || document.hidden) return;
    // Browsers refuse it if the battery is low, and on http.
    const lock = navigator.wakeLock?.request("screen").catch(() => null);
    return () => void lock?.then((held) => held?.release());
  });
}
