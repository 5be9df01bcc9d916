import { useCallback, useState } from "react";
import type { TableView } from "@/lib/tables/rowStore";
import type { TableRow } from "./columns";
import type { RowsSnapshot } from "./rows/rowsOnShow";

/** The row that shortcuts act on. */
export type Cursor = {
  /** Null: there is none, or its row is still loading. */
  readonly id: string | null;
  /** Its index among the rows; -1: there is none. */
  readonly index: number;
  /** Moves to the row at an index, clamped to the existing rows. */
  readonly moveTo: (index: number) => void;
  readonly set: (id: string | null) => void;
};

type Place = Pick<Cursor, "id" | "index"> & {
  /** The search, filter and sort to which `index` refers; null: not known yet. */
  readonly view: TableView | null;
};

const NOWHERE = { id: null, index: -1 };

/**
 * The cursor follows its row. Once that row is gone, the row at the same index takes its place;
 * after a change of search, filter or sort, the first row does.
 *
 * @param initial the cursor's position when the reader left this table
 */
export function useCursor<Row extends TableRow>(
  { start, rows, total, view }: RowsSnapshot<Row>,
  initial: Pick<Cursor, "id" | "index"> = NOWHERE,
): Cursor {
  const [place, setPlace] = useState<Place>({ ...initial, view: null });
  const at = place.id === null ? -1 : rows.findIndex(({ row }) => row._id === place.id);
  const isSameView = place.view === null || place.view === view;
  const lastIndex = isSameView ? place.index : Math.min(place.index, 0);
  const index = at >= 0 ? start + at : Math.min(lastIndex, total - 1);
  // The row at an index that was not loaded has arrived.
  const id = at >= 0 ? place.id : (rows[index - start]?.row._id ?? null);
  const isMoved = at >= 0 && (index !== place.index || view !== place.view);
  if (index >= 0 && (isMoved || id !== place.id)) setPlace({ id, index, view });

  const moveTo = (next: number) => {
    if (total === 0) return;
    const bounded = Math.max(0, Math.min(next, total - 1));
    const moved = rows[bounded - start]?.row._id ?? null;
    setPlace({ id: moved, index: bounded, view });
    // A row takes the focus when it becomes the cursor; this one already is, but has lost the
    // focus.
    if (moved === id) document.querySelector<HTMLElement>(`tr[data-row="${id}"]`)?.focus();
  };
  const set = useCallback(
    (next: string | null) =>
      setPlace({ ...(next === null ? NOWHERE : { id: next, index: 0 }), view: null }),
    [],
  );
  return { id, index, moveTo, set };
}
