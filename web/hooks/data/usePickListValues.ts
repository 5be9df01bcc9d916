import { useQuery } from "convex/react";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { PICK_LIST_KINDS, PICK_LISTS } from "#domain/samples/pickLists";

const NONE: readonly string[] = [];

/**
 * Values of a field's pick list, which filters offer before a row with that value has loaded.
 *
 * @param isNeeded false when all rows are loaded and so contain every value: the lists are not
 * queried
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
