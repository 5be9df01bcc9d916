import type { ConvexReactClient } from "convex/react";
import { serverQuery } from "@/components/data-table/filters/serverQuery";
import { SCAN_PAGE } from "@/lib/tables/serverStore";
import { api } from "../../../convex/_generated/api";
import { AUDIT_COLUMNS, auditFilterColumns } from "../../../domain/auditTable";
import { escapeFormula } from "../../../domain/cells";
import { rowMatcher, type TableQuery } from "../../../domain/tableFilters";
import type { AuditRecord } from "./useAudit";

const COLUMNS = auditFilterColumns();

/**
 * The records that match `query`, all of them, as CSV: a heading for each column of the table,
 * dates in the reader's time zone.
 *
 * @throws the server's refusal, or when it cannot be reached
 */
export async function auditCsv(
  client: Pick<ConvexReactClient, "query">,
  query: TableQuery,
): Promise<string> {
  const [{ unparse }, records] = await Promise.all([
    import("papaparse"),
    allRecords(client, query),
  ]);
  const rows = records.map((record) => COLUMNS.map(({ text }) => escapeFormula(text(record))));
  return unparse({ fields: AUDIT_COLUMNS.map(({ label }) => label), data: rows });
}

async function allRecords(
  client: Pick<ConvexReactClient, "query">,
  query: TableQuery,
): Promise<AuditRecord[]> {
  // A page holds the last record that was tested, too.
  const matches = rowMatcher(COLUMNS)(query);
  const found: AuditRecord[] = [];
  let cursor: string | null = null;
  for (;;) {
    const answer: { page: AuditRecord[]; isDone: boolean; continueCursor: string } =
      await client.query(api.audit.list, {
        query: serverQuery(query),
        paginationOpts: { numItems: SCAN_PAGE, cursor },
      });
    found.push(...answer.page.filter(matches));
    if (answer.isDone) return found;
    cursor = answer.continueCursor;
  }
}
