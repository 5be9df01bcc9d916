import { afterEach, expect, test, vi } from "vitest";
import { DAY_MS, MINUTE_MS } from "#domain/common/durations";
import { fetchFrom } from "../../cli/network";
import { serverNow } from "../../cli/serverClock";

const NOW = Date.UTC(2026, 10, 28, 12);

/** Answers one request like a server whose clock is `aheadMs` before this computer's. */
async function answerAhead(aheadMs: number | null) {
  const headers = new Headers(
    aheadMs === null ? {} : { Date: new Date(NOW + aheadMs).toUTCString() },
  );
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("", { headers }));
  await fetchFrom("http://127.0.0.1", "http://127.0.0.1/version", {});
}

afterEach(async () => {
  await answerAhead(0); // the clocks of a process are compared for all tests in it
  vi.restoreAllMocks();
});

test.each([60 * MINUTE_MS, -60 * MINUTE_MS, 3 * DAY_MS])(
  "the terminal follows a server whose clock is %d ms ahead",
  async (aheadMs) => {
    vi.spyOn(Date, "now").mockReturnValue(NOW);
    await answerAhead(aheadMs);
    expect(serverNow()).toBe(NOW + aheadMs);
    await answerAhead(null);
    expect(serverNow()).toBe(NOW + aheadMs);
    await answerAhead(2_000);
    expect(serverNow()).toBe(NOW);
  },
);
