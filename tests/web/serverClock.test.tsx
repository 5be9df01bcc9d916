import { act, cleanup, renderHook } from "@testing-library/react";
import type { ConvexReactClient } from "convex/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useIsPast } from "@/hooks/useIsPast";
import { useNow } from "@/hooks/useNow";
import { compareClocks, serverNow, watchServerClock } from "@/lib/serverClock";

const HOUR_MS = 3_600_000;
const DEVICE = Date.UTC(2026, 10, 28, 9, 0);

/** Answers like a server whose clock is `aheadMs` before this device's; null: it sends no date. */
function serverAhead(aheadMs: number | null) {
  const headers = new Headers(
    aheadMs === null ? {} : { Date: new Date(Date.now() + aheadMs).toUTCString() },
  );
  return vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { headers }));
}

beforeEach(() => vi.useFakeTimers({ now: DEVICE }));
afterEach(async () => {
  cleanup();
  serverAhead(0);
  await compareClocks();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each([HOUR_MS, -HOUR_MS])("follows a server whose clock is %d ms ahead", async (aheadMs) => {
  serverAhead(aheadMs);
  await compareClocks();
  expect(serverNow()).toBe(DEVICE + aheadMs);
});

test("keeps the device's clock where the two agree within the answer's precision", async () => {
  serverAhead(-2_000);
  await compareClocks();
  expect(serverNow()).toBe(DEVICE);
});

test("keeps the known difference when an answer has no date, or none comes", async () => {
  serverAhead(HOUR_MS);
  await compareClocks();
  serverAhead(null);
  await compareClocks();
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("offline"));
  await compareClocks();
  expect(serverNow()).toBe(DEVICE + HOUR_MS);
});

test("a minute of the server ends when the server says so, on a device an hour behind", async () => {
  const until = DEVICE + HOUR_MS + 60_000;
  const { result: now } = renderHook(useNow);
  const { result: isPast } = renderHook(() => useIsPast(until));
  serverAhead(HOUR_MS);
  await act(compareClocks);
  expect([now.current, isPast.current]).toEqual([DEVICE + HOUR_MS, false]);
  act(() => void vi.advanceTimersByTime(59_999));
  expect(isPast.current).toBe(false);
  act(() => void vi.advanceTimersByTime(1));
  expect(isPast.current).toBe(true);
});

test("a minute of the server is still open on a device an hour ahead", async () => {
  const { result } = renderHook(() => useIsPast(DEVICE - HOUR_MS + 60_000));
  expect(result.current).toBe(true);
  serverAhead(-HOUR_MS);
  await act(compareClocks);
  expect(result.current).toBe(false);
});

test("compares the clocks at each connection", () => {
  const fetched = serverAhead(0);
  let tell: (state: { isWebSocketConnected: boolean }) => void = () => undefined;
  watchServerClock({
    subscribeToConnectionState: (listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  } as unknown as ConvexReactClient);
  for (const isWebSocketConnected of [false, true, true, false, true])
    tell({ isWebSocketConnected });
  expect(fetched).toHaveBeenCalledTimes(2);
});
