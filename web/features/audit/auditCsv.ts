import type { ConvexReactClient } from "convex/react";
import { rowsOfServer, tellUnsorted } from "@/lib/export/rowsOfServer";
import type { TableView } from "@/lib/tables/rowStore";
import { AUDIT_COLUMNS } from "#domain/accounts/auditTable";
import { csvFile } from "#domain/files/csvText";
import { AUDIT_ORDERS } from "./useAudit";

/**
 * All records of `view` in its order, as CSV: a heading for each column of the table, dates in the
 * reader's time zone.
 *
 * @throws the server's refusal, or when the server cannot be reached
 */
export async function auditCsv(
  client: Pick<ConvexReactClient, "query" | "mutation">,
  view: Pick<TableView, "query" | "sort">,
): Promise<string> {
  const { signal } = new AbortController(); // never aborted: the export is short
  const rows: string[][] = [AUDIT_COLUMNS.map(({ label }) => label)];
  for await (const records of rowsOfServer({
    client,
    orders: AUDIT_ORDERS,
    view,
    signal,
    onUnsorted: tellUnsorted,
  })) {
    for (const record of records) {
      rows.push(AUDIT_ORDERS.columns.map(({ text }) => text(record)));
    }
  }
  return csvFile(rows);
}
