import { useCallback } from "react";
import { usePickListValues } from "@/hooks/usePickListValues";
import { STATUSES } from "../../../domain/statuses";
import { HISTORY_ACTIONS } from "../../../domain/workflow";

const NONE: readonly string[] = [];

/** The values that filters offer before a record that has them is loaded. */
export function useKnownValues(isAllLoaded: boolean) {
  const pickListOf = usePickListValues(!isAllLoaded);
  return useCallback(
    (columnId: string): readonly string[] => {
      if (isAllLoaded) return NONE;
      if (columnId === "action") return HISTORY_ACTIONS;
      return columnId === "status" ? STATUSES : pickListOf(columnId);
    },
    [isAllLoaded, pickListOf],
  );
}
