import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whileVisible } from "@/lib/tables/whileVisible";

let visibility: DocumentVisibilityState;
beforeEach(() => {
  vi.useFakeTimers();
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function turn(to: DocumentVisibilityState) {
  visibility = to;
  document.dispatchEvent(new Event("visibilitychange"));
}
/** A watch that counts its starts and ends. */
function aWatch() {
  const counts = { begun: 0, ended: 0 };
  const start = () => {
    counts.begun++;
    return () => void counts.ended++;
  };
  return { counts, start };
}

test("a page that stays hidden watches nothing until it is shown", () => {
  const { counts, start } = aWatch();
  const end = whileVisible(start);
  turn("hidden");
  vi.advanceTimersByTime(1_000);
  expect(counts).toEqual({ begun: 1, ended: 1 });
  turn("visible");
  expect(counts).toEqual({ begun: 2, ended: 1 });
  end();
  turn("hidden");
  turn("visible");
  vi.advanceTimersByTime(1_000);
  expect(counts).toEqual({ begun: 2, ended: 2 });
});

test("a glance at another tab interrupts no watch", () => {
  const { counts, start } = aWatch();
  whileVisible(start);
  turn("hidden");
  vi.advanceTimersByTime(200);
  turn("visible");
  vi.advanceTimersByTime(1_000);
  expect(counts).toEqual({ begun: 1, ended: 0 });
});
