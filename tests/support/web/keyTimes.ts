import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, vi } from "vitest";

const PERSON_MS = 1_000;
const SCANNER_MS = 10;

/**
 * Gives the keys of a file's tests their own times, so that the machine's speed decides nothing: a
 * person's are a second apart. Returns a function that scans codes, one after another.
 *
 * @example await scan(user, "R5CT000001{Enter}", "356938035643809{Enter}")
 */
export function useKeyTimes() {
  let lastAt = 0;
  /** Time before the next key, and before those that follow it. */
  let gapMs = PERSON_MS;
  let laterGapMs = PERSON_MS;
  beforeEach(() => {
    const times = new WeakMap<Event, number>();
    lastAt = Math.max(lastAt, performance.now());
    vi.spyOn(Event.prototype, "timeStamp", "get").mockImplementation(function (this: Event) {
      if (this.type === "keydown" && !times.has(this)) {
        lastAt += gapMs;
        gapMs = laterGapMs;
      }
      times.set(this, times.get(this) ?? lastAt);
      return times.get(this) ?? lastAt;
    });
  });
  afterEach(() => void vi.restoreAllMocks());
  return async (user: Pick<UserEvent, "setup">, ...codes: readonly string[]) => {
    // The page also waits with a timer for the end of a code. Without a delay, no timer runs
    // between the keys, however long the page takes to draw after each.
    const scanner = user.setup({ delay: null });
    for (const code of codes) {
      laterGapMs = SCANNER_MS;
      await scanner.keyboard(code);
      gapMs = laterGapMs = PERSON_MS;
    }
  };
}
