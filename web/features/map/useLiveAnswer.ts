import { useEffect, useRef, useState } from "react";

/** Minimum interval between questions while rows change continuously, ms. */
const INTERVAL_MS = 1_000;

/**
 * A store's answer to one question, asked again when its rows change: null before the first answer.
 * The previous answer is kept until the next one arrives.
 *
 * @param ask stable while the question is the same; null: it is not asked yet
 * @param version version of the store's rows
 */
export function useLiveAnswer<Value>(
  ask: ((signal: AbortSignal) => Promise<Value>) | null,
  version: number,
): Value | null {
  const [answer, setAnswer] = useState<Value | null>(null);
  const last = useRef<{ ask: unknown; at: number }>({ ask: null, at: -Infinity });
  useEffect(() => {
    if (ask === null) return;
    const asking = new AbortController();
    const isRepeated = last.current.ask === ask;
    const waitMs = isRepeated ? last.current.at + INTERVAL_MS - performance.now() : 0;
    const timer = setTimeout(
      () => {
        last.current = { ask, at: performance.now() };
        ask(asking.signal).then(
          (value) => !asking.signal.aborted && setAnswer(value),
          (error: unknown) => {
            if (!asking.signal.aborted) throw error;
          },
        );
      },
      Math.max(0, waitMs),
    );
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [ask, version]);
  return answer;
}
