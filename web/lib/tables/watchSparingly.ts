/** Two changes within this time start a burst. */
const BURST_MS = 1_500;
/** During a burst, the subscription pauses for this long after each value. */
const REST_MS = 1_000;

/**
 * Subscribes to a value of the server, which recomputes it at each change while subscribed. During
 * a burst of changes, the subscription ends after each value and starts again a moment later:
 *
 * ```text
 * the value     1       2  3 4 5 6 7 8
 * subscribed    --------|--|    |    |    |----------
 * reported      1       2  3    6    8
 * ```
 *
 * @param watch subscribes, and returns unsubscribe; reports the current value first
 * @param isSame true if the second value is not a change
 * @returns a function that ends the subscription permanently
 */
export function throttleWatch<Value>(
  watch: (onValue: (value: Value) => void) => () => void,
  isSame: (one: Value, other: Value) => boolean,
  onValue: (value: Value) => void,
): () => void {
  let last: { readonly value: Value; readonly atMs: number } | null = null;
  let stop: (() => void) | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    if (stop === null) return;
    stop();
    stop = null;
    resting = setTimeout(begin, REST_MS);
  };
  const begin = () => {
    stop = watch((value) => {
      if (last !== null && isSame(last.value, value)) return;
      const atMs = performance.now();
      const isBurst = last !== null && atMs - last.atMs < BURST_MS;
      last = { value, atMs };
      onValue(value);
      if (isBurst) queueMicrotask(rest); // `watch` may call back before it returns
    });
  };
  begin();
  return () => {
    clearTimeout(resting);
    stop?.();
    stop = null;
  };
}
