import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Attempt } from "@/lib/connection/attempt";
import { ScanQueue, type ScanAnswer } from "@/lib/stockTakeScans";

const ANSWER: ScanAnswer = { outcome: "found", number: "S1", isHidden: false };
const REFUSED = { ok: false, error: null, field: null } as const;

type Send = (scan: { scanId: string; text: string }) => Promise<Attempt<ScanAnswer>>;
const answered: Send = () => Promise.resolve({ ok: true, value: ANSWER });
const never: Send = () => new Promise(() => undefined);

beforeEach(() => localStorage.clear());

const queue = (send: Send, owner = "ana@company.com", stockTakeId = "s1") =>
  new ScanQueue({ storage: localStorage, owner, stockTakeId, send });

describe("a scan", () => {
  test("waits until it is answered, and is then deleted", async () => {
    let answer: (value: Attempt<ScanAnswer>) => void = () => undefined;
    const scans = queue(() => new Promise((resolve) => (answer = resolve)));
    const taken = scans.take("S1");
    expect(scans.get()).toMatchObject([{ text: "S1", answer: null, refused: null }]);
    expect(localStorage).toHaveLength(1);
    answer({ ok: true, value: ANSWER });
    expect(await taken).toMatchObject({ answer: ANSWER });
    expect(scans.get()).toMatchObject([{ text: "S1", answer: ANSWER }]);
    expect(localStorage).toHaveLength(0);
  });

  test("a scan without an answer is sent again by the next visit, with the same id, in its order", async () => {
    const first = queue(never);
    void first.take("S1");
    vi.setSystemTime(Date.now() + 1);
    void first.take("S2");
    const send = vi.fn(answered);
    const next = queue(send);
    expect(next.get().map(({ text }) => text)).toEqual(["S2", "S1"]);
    await next.resume();
    const ids = first.get().map(({ scanId }) => scanId);
    expect(send.mock.calls.map(([{ scanId, text }]) => [scanId, text])).toEqual([
      [ids[1], "S1"],
      [ids[0], "S2"],
    ]);
    expect(localStorage).toHaveLength(0);
    vi.useRealTimers();
  });

  test("a scan of another user, or in another stock-take, is not sent", () => {
    void queue(never).take("S1");
    expect(queue(never, "bob@company.com").get()).toEqual([]);
    expect(queue(never, "ana@company.com", "s2").get()).toEqual([]);
  });

  test.each([
    ["STOCK_TAKE_OVER", 0],
    ["NOT_SIGNED_IN", 1],
    [null, 1],
  ])("refused for %s shows why, and is kept for the next visit %i times", async (code, kept) => {
    const scans = queue(() => Promise.resolve({ ...REFUSED, code, message: "No." }));
    expect(await scans.take("S1")).toMatchObject({ refused: "No.", answer: null });
    expect(localStorage).toHaveLength(kept);
  });

  test("leaves the screen after thirty others, unless it waits", async () => {
    const scans = queue(answered);
    const waiting = queue(never);
    void waiting.take("W");
    for (let count = 0; count < 40; count++) {
      await scans.take(`S${count}`);
      void waiting.take(`W${count}`);
    }
    expect(scans.get()).toHaveLength(30);
    expect(waiting.get()).toHaveLength(41);
  });
});
