/** Two changes within so long are a burst, … */
const BURST_MS = 1_500;
/** … in which the watch rests after each value that it tells. */
const REST_MS = 1_000;

/**
 * Watches a value of the server, which works it out anew at each change as long as somebody does.
 * While changes follow one another, the watch ends after each value and begins again a moment
 * later:
 *
 * ```text
 * the value     1       2  3 4 5 6 7 8
 * watched       --------|--|    |    |    |----------
 * told          1       2  3    6    8
 * ```
 *
 * @param watch begins to watch, and returns what ends that; it tells the present value first
 * @param isSame true for values of which the second is no news
 * @returns a function that ends the watch for good
 */
export function watchSparingly<Value>(
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
