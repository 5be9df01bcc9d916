import { useCallback, useState } from "react";
import { useHistoryKey } from "@/hooks/useHistoryKey";
import type { Cursor } from "./useCursor";

/** A reader's scroll position in a table, and the row that their keys acted on. */
type TablePosition = {
  readonly scrolledPx: number;
  readonly cursor: Pick<Cursor, "id" | "index">;
};

/** Maps the history entry that showed a table to the position in it: Back leads to that entry. */
const positions = new Map<string, TablePosition>();
/** Entries that are remembered: nobody goes back further. */
const MAX_POSITIONS = 50;

/**
 * Remembers where its reader stands in a table, for the time when Back leads to it again.
 * `restored`: where they stood, undefined at a first visit.
 */
export function useScrollRestoration() {
  const key = useHistoryKey();
  const [restored] = useState(() => positions.get(key));
  const save = useCallback(
    ({ scrolledPx, cursor: { id, index } }: TablePosition) => {
      positions.delete(key);
      positions.set(key, { scrolledPx, cursor: { id, index } });
      const [oldest] = positions.keys();
      if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest);
    },
    [key],
  );
  return { restored, save };
}
