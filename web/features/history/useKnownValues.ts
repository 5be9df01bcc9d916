import { useQuery } from "convex/react";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { STATUSES } from "../../../domain/statuses";
import { HISTORY_ACTIONS } from "../../../domain/workflow";

const NONE: readonly string[] = [];

/** The values that filters offer before a record that has them is loaded. */
export function useKnownValues(isAllLoaded: boolean) {
  const options = useQuery(api.lookups.options, isAllLoaded ? "skip" : {});
  return useCallback(
    (columnId: string): readonly string[] => {
      if (isAllLoaded) return NONE;
      switch (columnId) {
        case "action":
          return HISTORY_ACTIONS;
        case "status":
          return STATUSES;
        case "customers":
          return options?.customersModel ?? NONE;
        case "brand":
          return options?.brandModel ?? NONE;
        case "model":
          return options?.deviceModal ?? NONE;
        default:
          return NONE;
      }
    },
    [isAllLoaded, options],
  );
}
