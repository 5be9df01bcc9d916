import type { ConvexReactClient } from "convex/react";
import { serverQuery } from "@/components/data-table/filters/serverQuery";
import { SCAN_PAGE } from "@/lib/tables/serverStore";
import { api } from "../../../convex/_generated/api";
import { historyFilterColumns, historyScopes, isInTeamAndMine } from "../../../domain/historyTable";
import { rowMatcher, type TableQuery } from "../../../domain/tableFilters";
import type { Role } from "../../../domain/workflow";
import type { HistoryRecord } from "./columns";

const matcher = rowMatcher(historyFilterColumns());

/**
 * Yields the records that match `query`, a page at a time, newest first in each scope of `role`. No
 * page is kept, here or on the server, so millions of records need the memory of one page.
 *
 * @throws AbortError, and the server's refusal
 */
export async function* exportRows(
  client: Pick<ConvexReactClient, "query">,
  role: Role,
  query: TableQuery,
  signal: AbortSignal,
): AsyncGenerator<readonly HistoryRecord[], void> {
  // A page holds the last record that was tested, too.
  const matches = matcher(query);
  for (const scope of historyScopes(role)) {
    let cursor: string | null = null;
    for (;;) {
      signal.throwIfAborted();
      const answer: { page: HistoryRecord[]; isDone: boolean; continueCursor: string } =
        await client.query(api.history.list, {
          scope,
          query: serverQuery(query),
          paginationOpts: { numItems: SCAN_PAGE, cursor },
        });
      yield answer.page.filter(
        (record) => matches(record) && !(scope === "team" && isInTeamAndMine(record)),
      );
      if (answer.isDone) break;
      cursor = answer.continueCursor;
    }
  }
}
