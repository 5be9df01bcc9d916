import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { RowStore, TableView } from "@/lib/tables/rowStore";
import type { TableRow } from "../columns";
import type { RowsSnapshot } from "../rows/rowsOnShow";

/** The selected rows; the object's identity changes only with the selection. */
export type Selection = {
  readonly ids: ReadonlySet<string>;
  /** `isRange`: every row from the last toggled one to this one gets this one's state. */
  readonly toggle: (rowId: string, isRange: boolean) => void;
  /** Selects every matching row, or deselects all. */
  readonly toggleAll: (isSelected: boolean) => void;
  /** Deselects all, including rows that do not match. */
  readonly clear: () => void;
  /** Selects exactly the given rows. */
  readonly restore: (ids: ReadonlySet<string>) => void;
};

const NONE: ReadonlySet<string> = new Set();

/**
 * A selection that survives all changes of the list: rows that move, change, are filtered out or
 * leave remain selected until they are deselected.
 */
export function useSelection<Row extends TableRow>(
  store: RowStore<Row>,
  view: TableView,
  shown: RowsSnapshot<Row>,
): Selection {
  const [ids, setIds] = useState(NONE);
  /** The last toggled row, at which a range starts. */
  const lastId = useRef<string | null>(null);
  // A ref, so that loading rows does not re-render every row.
  const now = useRef({ store, view, shown });
  useEffect(() => {
    now.current = { store, view, shown };
  }, [store, view, shown]);

  const set = useCallback((changed: readonly string[], isSelected: boolean) => {
    setIds((before) => {
      const after = new Set(before);
      for (const id of changed) {
        if (isSelected) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  }, []);

  const isTicked = useRef(ids);
  useEffect(() => {
    isTicked.current = ids;
  }, [ids]);
  const toggle = useCallback(
    (rowId: string, isRange: boolean) => {
      const isSelected = !isTicked.current.has(rowId);
      const from = isRange ? lastId.current : null;
      lastId.current = rowId;
      if (from === null) return set([rowId], isSelected);
      void idsBetween(now.current, from, rowId).then((range) => set(range, isSelected));
    },
    [set],
  );
  const toggleAll = useCallback(
    (isSelected: boolean) => {
      if (!isSelected) return setIds(NONE);
      const { store: rows, view: matching } = now.current;
      void rows.ask({ kind: "ids", view: matching }).then((all) => set(all.ids, true));
    },
    [set],
  );
  const clear = useCallback(() => setIds(NONE), []);
  return useMemo(
    () => ({ ids, toggle, toggleAll, clear, restore: setIds }),
    [ids, toggle, toggleAll, clear],
  );
}

type Table<Row extends TableRow> = {
  store: RowStore<Row>;
  view: TableView;
  shown: RowsSnapshot<Row>;
};

/** The ids of the rows from one to another, both inclusive, in screen order. */
async function idsBetween<Row extends TableRow>(
  { store, view, shown }: Table<Row>,
  one: string,
  other: string,
): Promise<readonly string[]> {
  const onScreen = shown.rows.filter(({ isGone }) => !isGone).map(({ row }) => row._id);
  const isOnScreen = onScreen.includes(one) && onScreen.includes(other);
  const ids = isOnScreen ? onScreen : (await store.ask({ kind: "ids", view })).ids;
  const [first = -1, last = -1] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b);
  return first < 0 ? [other] : ids.slice(first, last + 1);
}
