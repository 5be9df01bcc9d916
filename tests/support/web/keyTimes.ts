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
  let gapMs = PERSON_MS;
  beforeEach(() => {
    const times = new WeakMap<Event, number>();
    lastAt = Math.max(lastAt, performance.now());
    vi.spyOn(Event.prototype, "timeStamp", "get").mockImplementation(function (this: Event) {
      if (this.type === "keydown" && !times.has(this)) lastAt += gapMs;
      times.set(this, times.get(this) ?? lastAt);
      return times.get(this) ?? lastAt;
    });
  });
  afterEach(() => void vi.restoreAllMocks());
  return async (user: Pick<UserEvent, "keyboard">, ...codes: readonly string[]) => {
    for (const code of codes) {
      const [first = "", ...others] = code.match(/\{\w+\}|./g) ?? [];
      await user.keyboard(first);
      gapMs = SCANNER_MS;
      for (const key of others) await user.keyboard(key);
      gapMs = PERSON_MS;
    }
  };
}
