import { useConvex } from "convex/react";
import { useCallback, useMemo, useState } from "react";
import type { FunctionReturnType } from "convex/server";
import type { ValueFinder } from "@/components/data-table/filters/filterContext";
import type { TableSource } from "@/components/data-table/liveTable";
import { serverSource } from "@/components/data-table/serverSource";
import { usePeopleSearch } from "@/hooks/data/usePeopleSearch";
import { usePickListValues } from "@/hooks/data/usePickListValues";
import type { ServerOrders } from "@/lib/tables/serverOrders";
import { api } from "../../../convex/_generated/api";
import {
  historyScopes,
  PERSON_FILTER,
  UNDONE_CHOICES,
  UNDONE_FILTER,
} from "#domain/samples/historyTable";
import { HISTORY_ACTIONS, type Role } from "#domain/custody/workflow";
import { STATUSES } from "#domain/custody/statuses";

/** A row of the History screen. */
export type HistoryRecord = FunctionReturnType<typeof api.history.list>["page"][number];

/** The records visible to `role` in `orders`, for `useLiveTable`; searched by the server. */
export function useHistorySource(
  role: Role,
  orders: ServerOrders<HistoryRecord>,
): TableSource<HistoryRecord> {
  const convex = useConvex();
  return useMemo(() => {
    const scopes = [...historyScopes(role)];
    const identify = (text: string) => ({ query: api.history.identified, args: { scopes, text } });
    return serverSource<HistoryRecord>({ ...orders, watcher: convex, identify }, "actiondate");
  }, [convex, role, orders]);
}

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

const COLUMN_IDS = [PERSON_FILTER.id, "samplmanag", "lastmanag", "supervisor"];

/** Finds colleagues to filter by, even if no record of theirs is loaded. */
export function usePeopleFinder(): ValueFinder {
  const [text, setText] = useState("");
  const { people, isLoading } = usePeopleSearch(text, { purpose: "transfer", holder: "" });
  return {
    columnIds: COLUMN_IDS,
    onTyped: setText,
    isFinding: isLoading,
    found: people.map(({ email, displayName }) => ({ value: email, label: displayName })),
  };
}
