/** The only writer of `audit`, the log of administrative changes. Records are never changed. */
import { ConvexError } from "convex/values";
import type { PaginationOptions } from "convex/server";
import type { AuditAction, AuditChange, AuditOrigin } from "#domain/accounts/audit";
import { auditFilterColumns, splitAuditQuery, type AuditRange } from "#domain/accounts/auditTable";
import { omitUndefined } from "#domain/common/objects";
import { MAX_TEXT, plainText } from "#domain/common/plainText";
import { textRefusal } from "#domain/common/textRefusal";
import { scimAuthor } from "#domain/scim/tokens";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { AdministratorCtx } from "../../lib/functions";
import {
  capScan,
  compileQuery,
  filterPage,
  type FilteredPage,
  type TableQueryArgs,
} from "../../lib/tableQueries";
import { capPage } from "../common/pages";
import * as Sessions from "./sessions";

type NewRecord = {
  readonly action: AuditAction;
  /** E-mail of the person acted on. */
  readonly person?: string | undefined;
  /** The list entry or mail acted on, in words. */
  readonly entry?: string | undefined;
  /** From `auditChanges` of domain/accounts/audit.ts, which leaves out private values. */
  readonly changes?: readonly AuditChange[];
  /** The administrator's reason as typed; `append` trims and checks it. */
  readonly reason?: string | undefined;
};

/**
 * Appends the record of an administrator's change, in the change's own transaction.
 *
 * @throws FIELD_TOO_LONG for a reason of more than 255 characters, TEXT_UNREADABLE
 */
export async function append(
  ctx: AdministratorCtx,
  { action, person, entry, changes = [], reason = "" }: NewRecord,
): Promise<void> {
  const why = plainText(reason);
  const refused = textRefusal(why, { label: "Reason", max: MAX_TEXT }, "reason");
  if (refused !== null) throw new ConvexError({ ...refused });
  const record = {
    at: Date.now(),
    action,
    origin: await originOf(ctx),
    email: ctx.scimToken === undefined ? ctx.actor?.email : scimAuthor(ctx.scimToken),
    person,
    entry,
    changes: [...changes],
    reason: why === "" ? undefined : why,
  };
  await ctx.db.insert("audit", omitUndefined(record));
}

/** A person without a session has proved their mailbox, in a browser. */
async function originOf(ctx: AdministratorCtx): Promise<AuditOrigin> {
  if (ctx.scimToken !== undefined) return "scim";
  if (ctx.sessionId === null) return ctx.actor === null ? "terminal" : "web";
  return (await Sessions.isBrowsers(ctx, ctx.sessionId)) ? "web" : "terminal";
}

/**
 * One page of the log, newest first. The query's dates narrow the index range, as does a filter on
 * one person, one author or one action alone; up to 500 records of the range are tested.
 *
 * @throws INPUT_INVALID if the query names an unknown column
 */
export async function page(
  ctx: QueryCtx,
  { query, paginationOpts }: { query?: TableQueryArgs; paginationOpts: PaginationOptions },
): Promise<FilteredPage<Doc<"audit">>> {
  const { range, rest } = splitAuditQuery(query?.conditions ?? []);
  const test = compileQuery(query && { ...query, conditions: rest }, auditFilterColumns);
  const cap = test === null ? capPage : capScan;
  const found = await recordsInRange(ctx, range).order("desc").paginate(cap(paginationOpts));
  return test === null ? found : filterPage(found, test);
}

function recordsInRange(ctx: QueryCtx, { from, before, only }: AuditRange) {
  const records = ctx.db.query("audit");
  switch (only?.field) {
    case "person":
      return records.withIndex("by_person_and_at", (q) =>
        q.eq("person", only.value).gte("at", from).lt("at", before),
      );
    case "email":
      return records.withIndex("by_email_and_at", (q) =>
        q.eq("email", only.value).gte("at", from).lt("at", before),
      );
    case "action":
      return records.withIndex("by_action_and_at", (q) =>
        q.eq("action", only.value).gte("at", from).lt("at", before),
      );
    case undefined:
      return records.withIndex("by_at", (q) => q.gte("at", from).lt("at", before));
  }
}
