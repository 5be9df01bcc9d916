import { useCallback, useMemo, useState } from "react";
import type { TableRow } from "../columns";

/** The rows that a person ticked, for `DataTable`'s checkboxes and for what acts on them. */
export type Selection<Row extends TableRow> = {
  readonly ids: ReadonlySet<string>;
  /**
   * The ticked rows in the order they were ticked, each with its newest content; a row that left
   * the list keeps the content it had last.
   */
  readonly rows: readonly Row[];
  readonly set: (rows: readonly Row[], isSelected: boolean) => void;
  readonly clear: () => void;
  /** The name of a row in its checkbox's label, for people who use a screen reader. */
  readonly labelOf: (row: Row) => string;
};

/**
 * A selection that survives whatever the list does: rows that move, change, are filtered out or
 * leave stay ticked until somebody unticks them.
 *
 * @param loaded the list's rows, for their newest content
 * @param labelOf the same function each time
 */
export function useSelection<Row extends TableRow>(
  loaded: readonly Row[],
  labelOf: (row: Row) => string,
): Selection<Row> {
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(new Map());

  const set = useCallback((rows: readonly Row[], isSelected: boolean) => {
    setTicked((before) => {
      const after = new Map(before);
      for (const row of rows) {
        if (isSelected) after.set(row._id, row);
        else after.delete(row._id);
      }
      return after;
    });
  }, []);
  const clear = useCallback(() => setTicked(new Map()), []);

  const ids = useMemo(() => new Set(ticked.keys()), [ticked]);
  return useMemo(() => {
    const newest = new Map(ticked);
    if (ticked.size > 0) {
      for (const row of loaded) if (ticked.has(row._id)) newest.set(row._id, row);
    }
    return { ids, rows: [...newest.values()], set, clear, labelOf };
  }, [ids, ticked, loaded, set, clear, labelOf]);
}
