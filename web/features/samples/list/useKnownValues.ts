import { useQuery } from "convex/react";
import { useCallback } from "react";
import { api } from "../../../../convex/_generated/api";
import { LISTS, type ListName } from "../../../../domain/lists";
import { PICK_LIST_KINDS, PICK_LISTS } from "../../../../domain/pickLists";

const NONE: readonly string[] = [];

/**
 * The values that select filters of `list` offer before a row that has them is loaded: its statuses, and
 * what the pick lists have. With everything loaded, the rows themselves say what there is.
 */
export function useKnownValues(list: ListName, isAllLoaded: boolean) {
  const options = useQuery(api.lookups.options, isAllLoaded ? "skip" : {});
  return useCallback(
    (columnId: string): readonly string[] => {
      if (isAllLoaded) return NONE;
      if (columnId === "status") return LISTS[list].statuses;
      const kind = PICK_LIST_KINDS.find((each) => PICK_LISTS[each].field === columnId);
      return (kind && options?.[kind]) ?? NONE;
    },
    [list, isAllLoaded, options],
  );
}
