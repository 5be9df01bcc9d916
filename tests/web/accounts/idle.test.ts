import { describe, expect, test, vi } from "vitest";
import { IDLE_TIMEOUT_MS, IDLE_WARNING_MS, watchIdle, type Clock } from "@/lib/account/idle";

/** A clock that moves when told, in steps of a second, and runs what is due. */
function fakeClock() {
  let now = 1_000_000;
  const timers = new Map<number, () => void>();
  let nextTimer = 0;
  const clock: Clock = {
    now: () => now,
    setInterval: (run) => {
      timers.set(++nextTimer, run);
      return nextTimer;
    },
    clearInterval: (timer) => timers.delete(timer as number),
  };
  return {
    clock,
    pass: (ms: number) => {
      const end = now + ms;
      while (now < end) {
        now = Math.min(end, now + 1000);
        for (const run of timers.values()) run();
      }
    },
    /** The laptop's lid is shut: the clock goes on, timers do not. */
    sleep: (ms: number) => {
      now += ms;
    },
  };
}

/** The storage that the tabs of one browser share. */
function fakeStorage() {
  const values = new Map<string, string>();
  return {
    writes: 0,
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      this.writes++;
      values.set(key, value);
    },
  };
}

function openTab(clock: Clock, storage = fakeStorage()) {
  const tab = { onWarning: vi.fn(), onActive: vi.fn(), onIdle: vi.fn(), log: vi.fn() };
  return { ...tab, storage, ...watchIdle({ storage, clock, ...tab }) };
}

describe("idle sign-out", () => {
  test("idle sign-out comes once, after 15 minutes without input", () => {
    const { clock, pass } = fakeClock();
    const tab = openTab(clock);
    pass(IDLE_TIMEOUT_MS - 1000);
    expect(tab.onIdle).not.toHaveBeenCalled();
    pass(60_000);
    expect(tab.onIdle).toHaveBeenCalledTimes(1);
  });

  test("every input starts the 15 idle minutes again", () => {
    const { clock, pass } = fakeClock();
    const tab = openTab(clock);
    pass(IDLE_TIMEOUT_MS - 1000);
    tab.input();
    pass(IDLE_TIMEOUT_MS - 1000);
    expect(tab.onIdle).not.toHaveBeenCalled();
  });

  test("input in one tab counts for all tabs", () => {
    const { clock, pass } = fakeClock();
    const worked = openTab(clock);
    const other = openTab(clock, worked.storage);
    for (let minute = 0; minute < 20; minute++) {
      pass(60_000);
      worked.input();
    }
    expect(other.onIdle).not.toHaveBeenCalled();
    pass(IDLE_TIMEOUT_MS);
    expect(worked.onIdle).toHaveBeenCalledTimes(1);
    expect(other.onIdle).toHaveBeenCalledTimes(1);
  });

  test("idle sign-out warns in the last minute, and takes the warning back at new input", () => {
    const { clock, pass } = fakeClock();
    const tab = openTab(clock);
    pass(IDLE_TIMEOUT_MS - IDLE_WARNING_MS);
    expect(tab.onWarning).toHaveBeenCalledTimes(1);
    tab.input();
    expect(tab.onActive).toHaveBeenCalledTimes(1);
    pass(60_000);
    expect(tab.onWarning).toHaveBeenCalledTimes(1);
  });

  test("the first input after more than 15 minutes does not cancel idle sign-out", () => {
    const { clock, sleep } = fakeClock();
    const tab = openTab(clock);
    sleep(8 * 60 * 60_000);
    tab.input();
    expect(tab.onIdle).toHaveBeenCalledTimes(1);
  });

  test("input is stored at most once in 500 ms", () => {
    const { clock, sleep } = fakeClock();
    const tab = openTab(clock);
    const before = tab.storage.writes;
    sleep(600);
    for (let move = 0; move < 100; move++) tab.input();
    expect(tab.storage.writes - before).toBe(1);
  });

  test("the remaining idle time is logged every minute", () => {
    const { clock, pass } = fakeClock();
    const tab = openTab(clock);
    pass(3 * 60_000);
    expect(tab.log.mock.calls).toEqual([
      ["idle sign-out in 840 s"],
      ["idle sign-out in 780 s"],
      ["idle sign-out in 720 s"],
    ]);
  });

  test("idle sign-out ends with its page", () => {
    const { clock, pass } = fakeClock();
    const tab = openTab(clock);
    tab.stop();
    pass(IDLE_TIMEOUT_MS * 2);
    expect(tab.onIdle).not.toHaveBeenCalled();
  });
});
