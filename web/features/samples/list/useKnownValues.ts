import { useCallback } from "react";
import { usePickListValues } from "@/hooks/usePickListValues";
import { LISTS, type ListName } from "../../../../domain/lists";

const NONE: readonly string[] = [];

/**
 * The values that select filters of `list` offer before a row that has them is loaded: its
 * statuses, and what the pick lists have. With everything loaded, the rows themselves say what
 * there is.
 */
export function useKnownValues(list: ListName, isAllLoaded: boolean) {
  const pickListOf = usePickListValues(!isAllLoaded);
  return useCallback(
    (columnId: string): readonly string[] => {
      if (isAllLoaded) return NONE;
      return columnId === "status" ? LISTS[list].statuses : pickListOf(columnId);
    },
    [list, isAllLoaded, pickListOf],
  );
}
