import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { administered } from "./lib/functions";
import { filteredPage, tableQuery } from "./lib/tableQueries";
import * as Audit from "./model/access/audit";
import { auditDoc } from "./schema/administration";

/**
 * The audit log of administration, newest first. With a `query` (fields:
 * domain/accounts/auditTable.ts), the page contains the matching records and the last tested one
 * (lib/tableQueries.ts).
 */
export const [list, listFromTerminal] = administered.query("admin", {
  args: { query: v.optional(tableQuery), paginationOpts: paginationOptsValidator },
  returns: filteredPage(auditDoc),
  handler: Audit.page,
});
