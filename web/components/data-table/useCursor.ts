import { useCallback, useState } from "react";
import type { TableView } from "@/lib/tables/rowStore";
import type { TableRow } from "./columns";
import type { RowsSnapshot } from "./rows/rowsOnShow";

/** The row that keys act on. */
export type Cursor = {
  /** Null: there is none, or its row is on its way. */
  readonly id: string | null;
  /** Its place among the rows; -1: there is none. */
  readonly index: number;
  /** Moves to the row at a place, within the rows there are. */
  readonly moveTo: (index: number) => void;
  readonly set: (id: string | null) => void;
};

type Place = Pick<Cursor, "id" | "index"> & {
  /** The search, filter and sort whose rows `index` counts; null: not known yet. */
  readonly view: TableView | null;
};

const NOWHERE = { id: null, index: -1 };

/**
 * Keeps to its row while that is there, else to the row in its place; in rows of another search,
 * filter or sort, to the first.
 *
 * @param initial where it stood when its reader left this table
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
  // The row of a place that was out of sight has come.
  const id = at >= 0 ? place.id : (rows[index - start]?.row._id ?? null);
  const isMoved = at >= 0 && (index !== place.index || view !== place.view);
  if (index >= 0 && (isMoved || id !== place.id)) setPlace({ id, index, view });

  const moveTo = (next: number) => {
    if (total === 0) return;
    const bounded = Math.max(0, Math.min(next, total - 1));
    const moved = rows[bounded - start]?.row._id ?? null;
    setPlace({ id: moved, index: bounded, view });
    // A row takes the focus when it becomes the cursor's; this one has been, and the focus left it.
    if (moved === id) document.querySelector<HTMLElement>(`tr[data-row="${id}"]`)?.focus();
  };
  const set = useCallback(
    (next: string | null) =>
      setPlace({ ...(next === null ? NOWHERE : { id: next, index: 0 }), view: null }),
    [],
  );
  return { id, index, moveTo, set };
}
