import { useCallback, useState } from "react";
import { useHistoryKey } from "@/hooks/useHistoryKey";
import type { Cursor } from "./useCursor";

/** A reader's scroll position and cursor in a table. */
type TablePosition = {
  readonly scrolledPx: number;
  readonly cursor: Pick<Cursor, "id" | "index">;
};

/** Positions by history entry; Back returns to that entry. */
const positions = new Map<string, TablePosition>();
/** Maximum number of remembered entries. */
const MAX_POSITIONS = 50;

/**
 * Remembers the reader's position in a table until Back returns to it. `restored`: the remembered
 * position, undefined on the first visit.
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
