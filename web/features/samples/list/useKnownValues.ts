import { useCallback } from "react";
import { useStoreState } from "@/components/data-table/useStoreState";
import { usePickListValues } from "@/hooks/data/usePickListValues";
import type { RowStore } from "@/lib/tables/rowStore";
import type { SampleRow } from "#domain/samples/compactRows";
import { LISTS, type ListName } from "#domain/samples/lists";

/**
 * Values that select filters of `list` offer before all rows have loaded: its statuses and the pick
 * lists. After that, the filters use the values of the rows.
 */
export function useKnownValues(list: ListName, store: RowStore<SampleRow>) {
  const { isComplete } = useStoreState(store);
  const pickListOf = usePickListValues(!isComplete);
  return useCallback(
    (columnId: string): readonly string[] =>
      columnId === "status" ? LISTS[list].statuses : pickListOf(columnId),
    [list, pickListOf],
  );
}
