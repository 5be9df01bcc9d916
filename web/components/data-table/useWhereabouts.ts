import { useCallback, useState } from "react";
import { useHistoryKey } from "@/hooks/useHistoryKey";
import type { Cursor } from "./useCursor";

/** A reader's scroll position in a table, and the row that their keys acted on. */
type Whereabouts = {
  readonly scrolledPx: number;
  readonly cursor: Pick<Cursor, "id" | "index">;
};

/** Maps the history entry that showed a table to the position in it: Back leads to that entry. */
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
