import { useEffect, useState } from "react";
import { useStoreState } from "@/components/data-table/useStoreState";
import type { SampleSource } from "@/lib/tables/sampleStore";
import type { SampleRow } from "#domain/samples/compactRows";

/** Maximum number of samples shown. */
const SHOWN = 6;

type Found = {
  readonly text: string;
  readonly rows: readonly SampleRow[];
  readonly total: number;
};

const NOTHING: Found = { text: "", rows: [], total: 0 };

/**
 * Finds samples by any of their values, live: the first six, and the total. `isDone`: all samples
 * have been searched.
 */
export function useFoundSamples({ store, base }: SampleSource, text: string) {
  const { version, isLoading } = useStoreState(store);
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (text === "") return;
    const asking = new AbortController();
    const view = { base, query: { search: text, conditions: [] }, sort: null };
    store.ask({ kind: "window", view, from: 0, before: SHOWN }, asking.signal).then(
      ({ rows, total }) => setFound({ text, rows, total }),
      (error: unknown) => {
        if (!asking.signal.aborted) throw error;
      },
    );
    return () => asking.abort();
  }, [store, base, version, text]);
  // Enter must never select a sample that does not match the current text.
  const isCurrent = found.text === text;
  const { rows, total } = isCurrent ? found : NOTHING;
  return { rows, total, isDone: isCurrent && !isLoading };
}

/** The loaded samples among `ids`, live. */
export function useSamplesOf({ store }: SampleSource, ids: readonly string[]) {
  const { version } = useStoreState(store);
  const [rows, setRows] = useState<readonly SampleRow[]>([]);
  useEffect(() => {
    const asking = new AbortController();
    store.ask({ kind: "rowsOf", ids }, asking.signal).then(
      (answer) => setRows(answer.rows),
      (error: unknown) => {
        if (!asking.signal.aborted) throw error;
      },
    );
    return () => asking.abort();
  }, [store, version, ids]);
  return rows;
}
