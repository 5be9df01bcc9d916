import type { Page } from "playwright-core";

/** Keys that a scanner sends after a code, by its setting. */
export const ENDS = {
  CR: ["Enter"],
  LF: ["Control+j"],
  "CR+LF": ["Enter", "Enter"],
  Tab: ["Tab"],
  none: [],
} as const;

type ScanOptions = {
  readonly gapMs?: number;
  readonly end?: readonly string[];
  /** Timestamp of the first key, epoch ms. Default: long after any previous key. */
  readonly startMs?: number;
};

const PAUSE_MS = 1_500;
let lastMs = 0;

/**
 * Types like a scanner: a given number of ms per key by the events' timestamps, however busy the
 * machine is. @returns timestamp for the next key, for a scan that continues
 */
export async function scan(page: Page, text: string, options: ScanOptions = {}): Promise<number> {
  const { gapMs = 5, end = ENDS.CR, startMs = Math.max(Date.now(), lastMs) + PAUSE_MS } = options;
  const client = await page.context().newCDPSession(page);
  const keys = [...text, ...end];
  await Promise.all(
    keys.flatMap((name, index) => {
      const timestamp = (startMs + index * gapMs) / 1_000;
      const [key = name, modifier] = name.length > 1 ? name.split("+").reverse() : [name];
      const isControl = modifier === "Control";
      const typed = key === "Enter" ? "\r" : key.length > 1 || isControl ? "" : key;
      const shared = { key, code: codeOf(key), modifiers: isControl ? 2 : 0, timestamp };
      const windowsVirtualKeyCode = { Enter: 13, Tab: 9 }[key] ?? 0;
      return [
        client.send("Input.dispatchKeyEvent", {
          type: typed === "" ? "rawKeyDown" : "keyDown",
          text: typed,
          windowsVirtualKeyCode,
          ...shared,
        }),
        client.send("Input.dispatchKeyEvent", { type: "keyUp", ...shared }),
      ];
    }),
  );
  await client.detach();
  lastMs = startMs + keys.length * gapMs;
  return lastMs;
}

function codeOf(key: string): string {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`;
  return /^\d$/.test(key) ? `Digit${key}` : key.length > 1 ? key : "";
}
