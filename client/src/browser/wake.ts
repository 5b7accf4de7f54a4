/**
 * Call `wake` when waiting may be over: the network is back, or the page is looked at again. Returns
 * what ends that.
 */
export function onWake(wake: () => void): () => void {
  const visible = () => document.hidden || wake();
  window.addEventListener("online", wake);
  document.addEventListener("visibilitychange", visible);
  return () => {
    window.removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", visible);
  };
}
