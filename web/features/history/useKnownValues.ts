import { useCallback } from "react";
import { usePickListValues } from "@/hooks/data/usePickListValues";
import { UNDONE_CHOICES, UNDONE_FILTER } from "#domain/samples/historyTable";
import { STATUSES } from "#domain/custody/statuses";
import { HISTORY_ACTIONS } from "#domain/custody/workflow";

/** The values that filters offer before a record with them is loaded. */
export function useKnownValues() {
  const pickListOf = usePickListValues(true);
  return useCallback(
    (columnId: string): readonly string[] => {
      if (columnId === "action") return HISTORY_ACTIONS;
      if (columnId === UNDONE_FILTER.id) return Object.values(UNDONE_CHOICES);
      return columnId === "status" ? STATUSES : pickListOf(columnId);
    },
    [pickListOf],
  );
}
