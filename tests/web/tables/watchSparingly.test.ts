import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { throttleWatch } from "@/lib/tables/watchSparingly";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A value that counts how often the server computes it for its watcher. */
function aLiveValue() {
  let value = 0;
  let watcher: ((value: number) => void) | null = null;
  const live = {
    runs: 0,
    get isWatched() {
      return watcher !== null;
    },
    watch: (onValue: (value: number) => void) => {
      watcher = onValue;
      tell();
      return () => void (watcher = null);
    },
    change: async () => {
      value++;
      tell();
      await Promise.resolve();
    },
  };
  const tell = () => {
    if (watcher !== null) live.runs++;
    watcher?.(value);
  };
  return live;
}
const isSame = (one: number, other: number) => one === other;

test("changes that come alone are reported at once, and the watch continues", async () => {
  const [live, told] = [aLiveValue(), vi.fn()];
  throttleWatch(live.watch, isSame, told);
  for (const value of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(2_000);
    await live.change();
    expect(told).toHaveBeenLastCalledWith(value);
    expect(live.isWatched).toBe(true);
  }
});

test("a burst costs few runs, and its last value is reported", async () => {
  const [live, told] = [aLiveValue(), vi.fn()];
  throttleWatch(live.watch, isSame, told);
  for (let change = 1; change <= 200; change++) {
    await live.change();
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toHaveBeenLastCalledWith(200);
  expect(live.runs).toBeLessThan(7);
  expect(live.isWatched).toBe(true);
});

test("a watch that was ended during its pause does not begin again", async () => {
  const [live, told] = [aLiveValue(), vi.fn()];
  const end = throttleWatch(live.watch, isSame, told);
  await live.change();
  await live.change();
  expect(live.isWatched).toBe(false);
  end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(live.isWatched).toBe(false);
});
