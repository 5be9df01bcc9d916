import { useCallback, useState } from "react";
import { useRouterState } from "@tanstack/react-router";
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

/**
 * Key of the history entry that the calling screen belongs to; Back and Forward return to the entry
 * with the same key. A screen keeps its key while it is being left.
 */
function useHistoryKey(): string {
  const { pathname, key } = useRouterState({
    select: ({ location }) => ({
      pathname: location.pathname,
      key: location.state.__TSR_key ?? "",
    }),
    structuralSharing: true,
  });
  const [own, setOwn] = useState({ pathname, key });
  if (own.pathname === pathname && own.key !== key) setOwn({ pathname, key });
  return own.pathname === pathname ? key : own.key;
}
