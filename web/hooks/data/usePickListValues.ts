import { useQuery } from "convex/react";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { PICK_LIST_KINDS, PICK_LISTS } from "#domain/samples/pickLists";

const NONE: readonly string[] = [];

/**
 * The values that the pick list of a field has, for filters to offer before a row with them is
 * loaded.
 *
 * @param isNeeded false: the loaded rows are complete and have all values; nothing is asked for
 */
export function usePickListValues(isNeeded: boolean): (field: string) => readonly string[] {
  const options = useQuery(api.lookups.options, isNeeded ? {} : "skip");
  return useCallback(
    (field) => {
      const kind = PICK_LIST_KINDS.find((each) => PICK_LISTS[each].field === field);
      return (kind && options?.[kind]) ?? NONE;
    },
    [options],
  );
}
