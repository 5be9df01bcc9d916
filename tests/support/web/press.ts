import { fireEvent } from "@testing-library/react";

const PAUSE_MS = 1_000;
let lastAt = 0;

/** Presses a key with the timestamp of a person: long after the previous key. */
export function press(
  key: string,
  options: KeyboardEventInit = {},
  target: Element = document.body,
  pauseMs = PAUSE_MS,
) {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options });
  lastAt = Math.max(performance.now(), lastAt) + pauseMs;
  Object.defineProperty(event, "timeStamp", { value: lastAt });
  return fireEvent(target, event);
}
