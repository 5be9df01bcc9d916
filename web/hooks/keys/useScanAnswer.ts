import { useEffect, useSyncExternalStore } from "react";

/** The page's message about the latest scan; empty when it has none. */
let answer = "";
const listeners = new Set<() => void>();

function say(words: string): void {
  answer = words;
  for (const onChange of listeners) onChange();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Publishes the page's message about the latest scan, for a camera that covers the page. */
export function useSayOfScan(words: string): void {
  useEffect(() => {
    say(words);
    return () => say("");
  }, [words]);
}

/**
 * Returns the page's message about the latest scan, such as "HQ30 is already in the basket", or "".
 */
export function useScanAnswer(): string {
  return useSyncExternalStore(subscribe, () => answer);
}
