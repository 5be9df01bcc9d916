import { useEffect } from "react";
import { Observable, useObservable } from "@/lib/observable";

/** The page's message about the latest scan; empty when it has none. */
const answer = new Observable("");

/** Publishes the page's message about the latest scan, for a camera that covers the page. */
export function useSayOfScan(words: string): void {
  useEffect(() => {
    answer.set(words);
    return () => answer.set("");
  }, [words]);
}

/**
 * Returns the page's message about the latest scan, such as "HQ30 is already in the basket", or "".
 */
export function useScanAnswer(): string {
  return useObservable(answer);
}
