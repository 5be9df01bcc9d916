import { useConvex } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { serverQuery } from "@/components/data-table/filters/serverQuery";
import type { TableSource } from "@/components/data-table/liveTable";
import { serverSource } from "@/components/data-table/serverSource";
import { indexOrder } from "@/lib/tables/mergeRanges";
import type { ServerOrders } from "@/lib/tables/serverOrders";
import { api } from "../../../convex/_generated/api";
import { auditFilterColumns } from "#domain/accounts/auditTable";

export type AuditRecord = FunctionReturnType<typeof api.audit.list>["page"][number];

const newestFirst = indexOrder<AuditRecord>(({ at }) => at, "descending");

/** The order in which the server lists the records, on the screen and in files. */
export const AUDIT_ORDERS: ServerOrders<AuditRecord> = {
  order: {
    sort: null,
    compare: newestFirst,
    rangesOf: (query) => [
      { query: api.audit.list, args: query === null ? {} : { query: serverQuery(query) } },
    ],
  },
  columns: auditFilterColumns(),
};

/** The audit log, newest first, for `useLiveTable`; the server searches it. */
export function useAudit(): TableSource<AuditRecord> {
  const convex = useConvex();
  return useMemo(
    () => serverSource<AuditRecord>({ ...AUDIT_ORDERS, watcher: convex }, "at"),
    [convex],
  );
}
