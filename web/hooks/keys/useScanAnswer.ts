import { useEffect, useSyncExternalStore } from "react";

/** The page's words about the latest scan, empty while it has none. */
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

/** Hands the page's words about the latest scan to a camera that covers the page. */
export function useSayOfScan(words: string): void {
  useEffect(() => {
    say(words);
    return () => say("");
  }, [words]);
}

/** Returns what the page says of the latest scan, as "HQ30 is already in the basket", or "". */
export function useScanAnswer(): string {
  return useSyncExternalStore(subscribe, () => answer);
}
