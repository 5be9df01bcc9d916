import { useCallback, useState } from "react";
import { useHistoryKey } from "@/hooks/useHistoryKey";
import type { Cursor } from "./useCursor";

/** Where somebody stood in a table. */
type Whereabouts = {
  readonly scrolledPx: number;
  readonly cursor: Pick<Cursor, "id" | "index">;
};

/** By the history entry at which the table was: Back leads to the same entry. */
const places = new Map<string, Whereabouts>();
/** Entries that are remembered: nobody goes back further. */
const MAX_PLACES = 50;

/**
 * Remembers where its reader stands in a table, for the time when Back leads to it again.
 * `restored`: where they stood, undefined at a first visit.
 */
export function useWhereabouts() {
  const key = useHistoryKey();
  const [restored] = useState(() => places.get(key));
  const save = useCallback(
    ({ scrolledPx, cursor: { id, index } }: Whereabouts) => {
      places.delete(key);
      places.set(key, { scrolledPx, cursor: { id, index } });
      const [oldest] = places.keys();
      if (places.size > MAX_PLACES && oldest !== undefined) places.delete(oldest);
    },
    [key],
  );
  return { restored, save };
}
