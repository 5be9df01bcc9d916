import { useCallback } from "react";
import { useStoreState } from "@/components/data-table/useStoreState";
import { usePickListValues } from "@/hooks/data/usePickListValues";
import type { RowStore } from "@/lib/tables/rowStore";
import type { SampleRow } from "#domain/samples/compactRows";
import { LISTS, type ListName } from "#domain/samples/lists";

/**
 * The values that select filters of `list` offer before a row that has them is here: its statuses,
 * and what the pick lists have. Once all are here, the rows themselves say what there is.
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
