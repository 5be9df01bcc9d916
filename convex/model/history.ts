import type { PaginationOptions, PaginationResult } from "convex/server";
import { HISTORY_FIELDS } from "../../domain/fields";
import {
  splitQuery,
  historyFilterColumns,
  mayUseHistoryScope,
  type HistoryRange,
  type HistoryScope,
} from "../../domain/historyTable";
import { omitUndefined, pickFields } from "../../domain/objects";
import type { HistoryAction } from "../../domain/workflow";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { appError } from "../lib/errors";
import type { UserQueryCtx } from "../lib/functions";
import { capScan, filterPage, compileQuery, type TableQueryArgs } from "../lib/tableQueries";
import * as Identifiers from "./identifiers";
import { capPage, emptyPage } from "./pages";
import { getVisible } from "./visibility";

/** One field that an edit changed. */
export type FieldChange = NonNullable<Doc<"history">["changes"]>[number];

type NewRecord = {
  readonly action: HistoryAction;
  readonly at: number;
  readonly actor: { readonly _id: Id<"users">; readonly email: string };
  /** Absent for an imported sample: a whole import has one id. */
  readonly transactionId?: string | undefined;
  readonly recipient?: string | undefined;
  readonly reason?: string | undefined;
  readonly changes?: FieldChange[];
};

/** The fields of a sample that its history keeps, as they are after the step. */
type KeyFields = Pick<Doc<"samples">, Exclude<(typeof HISTORY_FIELDS)[number], "lastmanag">> & {
  readonly lastmanag?: string | undefined;
};

/** Appends the record of a change, in the change's own transaction. Nothing ever rewrites one. */
export async function append(
  ctx: MutationCtx,
  sampleId: Id<"samples">,
  after: KeyFields,
  { action, at, actor, transactionId, recipient, reason, changes }: NewRecord,
): Promise<void> {
  const record = {
    sampleId,
    action,
    actiondate: at,
    email: actor.email,
    uid: actor._id,
    transactionId,
    recipient,
    reason,
    changes,
    ...pickFields(after, HISTORY_FIELDS),
  };
  await ctx.db.insert("history", omitUndefined(record));
}

/**
 * Records of one sample, newest first: for whoever may see the sample. Those of a deleted sample stay
 * for admins.
 */
export async function pageForSample(
  ctx: UserQueryCtx,
  sampleIdText: string,
  paginationOpts: PaginationOptions,
) {
  const sampleId = ctx.db.normalizeId("samples", sampleIdText);
  if (sampleId === null) return emptyPage<Doc<"history">>();
  const visible = await getVisible(ctx, sampleId);
  if (visible === null && ctx.actor.role !== "admin") return emptyPage<Doc<"history">>();
  return await ctx.db
    .query("history")
    .withIndex("by_sampleId_and_actiondate", (q) => q.eq("sampleId", sampleId))
    .order("desc")
    .paginate(capPage(paginationOpts));
}

/**
 * One page of one scope of the History screen, newest first: one index range, narrowed by the dates (and
 * for `all` by the manager or supervisor) of the query; of what it leaves, up to 1,000 records are looked
 * through. The manager and supervisor are those of the moment of the step: history does not follow a later
 * change of supervisor. Source: doc 2 §6.
 *
 * @throws NOT_ALLOWED for a scope that the caller's role does not have; INPUT_INVALID for a query on
 *   something that is no column
 */
export async function page(
  ctx: UserQueryCtx,
  args: { scope: HistoryScope; query?: TableQueryArgs; paginationOpts: PaginationOptions },
): Promise<PaginationResult<Doc<"history">>> {
  const { scope, query, paginationOpts } = args;
  if (!mayUseHistoryScope(ctx.actor.role, scope)) throw appError("NOT_ALLOWED");
  const { range, rest } = splitQuery(query?.conditions ?? [], scope === "all");
  const test = compileQuery(query && { ...query, conditions: rest }, historyFilterColumns);
  const cap = test === null ? capPage : capScan;
  const found = await recordsInRange(ctx, scope, range).order("desc").paginate(cap(paginationOpts));
  return test === null ? found : filterPage(found, test);
}

function recordsInRange(ctx: UserQueryCtx, scope: HistoryScope, range: HistoryRange) {
  const history = ctx.db.query("history");
  const { from, before } = range;
  const samplmanag = scope === "mine" ? ctx.actor.email : range.samplmanag;
  const supervisor = scope === "team" ? ctx.actor.email : range.supervisor;
  if (samplmanag !== undefined) {
    return history.withIndex("by_samplmanag_and_actiondate", (q) =>
      q.eq("samplmanag", samplmanag).gte("actiondate", from).lt("actiondate", before),
    );
  }
  if (supervisor !== undefined) {
    return history.withIndex("by_supervisor_and_actiondate", (q) =>
      q.eq("supervisor", supervisor).gte("actiondate", from).lt("actiondate", before),
    );
  }
  return history.withIndex("by_actiondate", (q) =>
    q.gte("actiondate", from).lt("actiondate", before),
  );
}

/** Of one sample: more than nearly every sample ever has. */
const MAX_IDENTIFIED = 100;

/**
 * The newest records, within `scopes`, of the samples that bear `text` as serial number or IMEI, in any
 * order: at once, however long the history is that a search has to look through. At most 40 samples. A
 * deleted sample bears nothing; its records are left to the search.
 *
 * @throws NOT_ALLOWED for a scope that the caller's role does not have
 */
export async function identified(
  ctx: UserQueryCtx,
  { scopes, text }: { scopes: readonly HistoryScope[]; text: string },
): Promise<Doc<"history">[]> {
  const { email, role } = ctx.actor;
  if (!scopes.every((scope) => mayUseHistoryScope(role, scope))) throw appError("NOT_ALLOWED");
  const isShown = ({ samplmanag, supervisor }: Doc<"history">) =>
    scopes.includes("all") ||
    (scopes.includes("mine") && samplmanag === email) ||
    (scopes.includes("team") && supervisor === email);
  const found: Doc<"history">[] = [];
  for (const sampleId of await Identifiers.findSamplesByText(ctx, text)) {
    const newest = await ctx.db
      .query("history")
      .withIndex("by_sampleId_and_actiondate", (q) => q.eq("sampleId", sampleId))
      .order("desc")
      .take(MAX_IDENTIFIED);
    found.push(...newest.filter(isShown));
  }
  return found;
}
