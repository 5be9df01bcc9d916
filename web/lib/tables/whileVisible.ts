/** Shorter glances at another tab stop nothing. */
const MAX_HIDDEN_MS = 250;

/**
 * Watches as long as the page is in sight: stops soon after it is hidden, and starts again when it
 * is shown. Returns a function that ends this.
 *
 * @param start begins to watch, and returns what ends that
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
