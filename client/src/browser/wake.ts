/**
 * Call `wake` whenever the network comes back or the page becomes visible: a request that waits for
 * its next try can be sent at once. Returns a function that ends this.
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
