/** Hiding the page for less than this stops nothing. */
const MAX_HIDDEN_MS = 250;

/**
 * Keeps a subscription while the page is visible: stops it shortly after the page is hidden, and
 * restarts it when it is shown. Returns a function that ends this.
 *
 * @param start subscribes, and returns unsubscribe
 */
export function whileVisible(start: () => () => void): () => void {
  let stop: (() => void) | null = start();
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const pause = () => {
    stop?.();
    stop = null;
  };
  const onChange = () => {
    clearTimeout(hiding);
    if (document.visibilityState === "visible") stop ??= start();
    else hiding = setTimeout(pause, MAX_HIDDEN_MS);
  };
  document.addEventListener("visibilitychange", onChange);
  return () => {
    document.removeEventListener("visibilitychange", onChange);
    clearTimeout(hiding);
    pause();
  };
}
