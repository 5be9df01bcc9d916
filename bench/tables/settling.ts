import type { Page } from "playwright-core";

declare global {
  interface Window {
    settling: {
      /** Times of the latest key or click, and of the last change of the page after it. */
      inputAtMs: number;
      changedAtMs: number;
      longestTaskMs: number;
    };
  }
}

/** A page that has not changed for this long is settled. */
const QUIET_MS = 350;

/** Runs in the page before any other code: records inputs, changes of the page and long tasks. */
export function countSettling(): void {
  window.settling = { inputAtMs: 0, changedAtMs: 0, longestTaskMs: 0 };
  const { settling } = window;
  const onInput = (event: Event) => {
    settling.inputAtMs = event.timeStamp;
    settling.changedAtMs = event.timeStamp;
  };
  for (const kind of ["keydown", "click"]) addEventListener(kind, onInput, { capture: true });
  const watch = () => {
    const note = () => (settling.changedAtMs = performance.now());
    const options = { childList: true, characterData: true, subtree: true };
    new MutationObserver(note).observe(document.body, options);
  };
  addEventListener("DOMContentLoaded", watch);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      settling.longestTaskMs = Math.max(settling.longestTaskMs, duration);
    }
  }).observe({ type: "longtask", buffered: true });
}

/** Performs `act`, an input. Resolves to the ms from it to the last change of the page. */
export async function settled(page: Page, act: () => Promise<void>): Promise<number> {
  await act();
  return page.evaluate(
    (quietMs) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const { inputAtMs, changedAtMs } = window.settling;
          const restMs = changedAtMs + quietMs - performance.now();
          if (restMs > 0) setTimeout(look, restMs);
          else resolve(changedAtMs - inputAtMs);
        };
        look();
      }),
    QUIET_MS,
  );
}
