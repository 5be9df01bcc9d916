import { useEffect, useState } from "react";
import type { TableRow } from "../columns";
import type { LiveTable } from "../liveTable";

/**
 * The selected rows with their latest content; a row that left keeps its last content. Null for
 * more than `max` rows, which are not fetched because no action accepts that many.
 */
export function useSelectedRows<Row extends TableRow>(
  { selection, store, loaded: { version } }: LiveTable<Row>,
  max: number,
): readonly Row[] | null {
  const [known, setKnown] = useState<ReadonlyMap<string, Row>>(new Map());
  const ids = selection?.ids;
  const isTooMany = ids === undefined || ids.size > max;
  useEffect(() => {
    if (isTooMany || ids.size === 0) return;
    const asking = new AbortController();
    store.ask({ kind: "rowsOf", ids: [...ids] }, asking.signal).then(
      ({ rows }) => {
        if (asking.signal.aborted) return;
        setKnown((before) => {
          const kept = [...before].filter(([id]) => ids.has(id));
          return new Map([...kept, ...rows.map((row) => [row._id, row] as const)]);
        });
      },
      (error: unknown) => {
        if (!asking.signal.aborted) throw error;
      },
    );
    return () => asking.abort();
  }, [store, version, ids, isTooMany]);
  if (isTooMany) return null;
  return [...ids].flatMap((id) => known.get(id) ?? []);
}
