import type { PaginationOptions } from "convex/server";
import { HISTORY_FIELDS } from "#domain/samples/fields";
import {
  splitHistoryQuery,
  historyFilterColumns,
  mayUseHistoryScope,
  UNDONE_FILTER,
  type HistoryOrder,
  type HistoryScope,
} from "#domain/samples/historyTable";
import { omitUndefined, pickFields } from "#domain/common/objects";
import type { RequestDetails } from "#domain/custody/requestDetails";
import type { HistoryAction } from "#domain/custody/workflow";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { ActorQueryCtx } from "../../lib/functions";
import {
  capScan,
  filterPage,
  compileQuery,
  type FilteredPage,
  type TableQueryArgs,
} from "../../lib/tableQueries";
import { presentFields, readMoves } from "../people/addressMoves";
import { isAddressOf } from "../people/formerEmails";
import { readPage } from "./historyRanges";
import * as Identifiers from "./identifiers";
import { capPage, emptyPage } from "../common/pages";
import { markUndone, type HistoryRow } from "./undoneRecords";
import { getVisible } from "../people/visibility";
import * as WebhookDeliveries from "../webhooks/webhookDeliveries";

/** One field that an edit changed. */
export type FieldChange = NonNullable<Doc<"history">["changes"]>[number];

export type NewRecord = {
  readonly action: HistoryAction;
  readonly at: number;
  readonly actor: { readonly _id: Id<"users">; readonly email: string };
  /** Undefined for an imported sample: all rows of an import share one id. */
  readonly transactionId?: string | undefined;
  readonly onBehalfOf?: string | undefined;
  readonly recipient?: string | undefined;
  readonly reason?: string | undefined;
  readonly requestDetails?: RequestDetails | undefined;
  readonly undone?: HistoryAction | undefined;
  readonly changes?: FieldChange[];
};

/** The fields of a sample that its history record copies, with their values after the step. */
type KeyFields = Pick<Doc<"samples">, Exclude<(typeof HISTORY_FIELDS)[number], "lastmanag">> & {
  readonly lastmanag?: string | undefined;
};

/** Fields of a record by which lists look it up, or that show a person. */
const PEOPLE_FIELDS = ["samplmanag", "lastmanag", "supervisor"] as const;

/**
 * Appends the record of a change, and queues it for webhooks, in the transaction of the change.
 * Records are never rewritten.
 */
export async function append(
  ctx: MutationCtx,
  sampleId: Id<"samples">,
  after: KeyFields,
  { at, actor, ...step }: NewRecord,
): Promise<void> {
  // Fields come before the spreads for speed, as in model/samples/sampleWrites.ts.
  const record = {
    sampleId,
    actiondate: at,
    email: actor.email,
    uid: actor._id,
    ...step,
    ...pickFields(after, HISTORY_FIELDS),
  };
  // If a supervisor's address has just changed, documents of their reports may still contain the
  // former one.
  const present = presentFields(record, PEOPLE_FIELDS, await readMoves(ctx));
  const historyId = await ctx.db.insert("history", omitUndefined({ ...record, ...present }));
  await WebhookDeliveries.queueFor(ctx, historyId, step.action, at);
}

/**
 * History records of one sample, newest first, for every user who may see the sample. Records of a
 * deleted sample are visible to admins only.
 */
export async function pageForSample(
  ctx: ActorQueryCtx,
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

type PageArgs = {
  readonly scope: HistoryScope;
  /** Default: `newest`. */
  readonly order?: HistoryOrder;
  readonly query?: TableQueryArgs;
  readonly paginationOpts: PaginationOptions;
};

/**
 * One page of one scope of the History screen, newest first or in the order `country`. The
 * conditions that an index can answer narrow the range (`splitHistoryQuery`); up to 500 records of
 * the range are tested against the others. Manager and supervisor are those at the time of the
 * step, so a later change of supervisor moves no history. Records under the caller's former
 * addresses are included. Records whose step was undone are marked, at one more small read each; on
 * a filtered page only those that match the other filters.
 *
 * @throws NOT_ALLOWED for a scope that the caller's role does not have; INPUT_INVALID for a query
 *   on an unknown column, and for the order `country` in the scope `all`
 */
export async function page(ctx: ActorQueryCtx, args: PageArgs): Promise<FilteredPage<HistoryRow>> {
  const { scope, order = "newest", query, paginationOpts } = args;
  if (!mayUseHistoryScope(ctx.actor.role, scope)) throw appError("NOT_ALLOWED");
  const { range, rest } = splitHistoryQuery(query?.conditions ?? [], scope, order);
  const isOnMark = ({ field }: { readonly field: string }) => field === UNDONE_FILTER.id;
  const [onMark, others] = [rest.filter(isOnMark), rest.filter((each) => !isOnMark(each))];
  const test = compileQuery(query && { ...query, conditions: others }, historyFilterColumns);
  const testMark = compileQuery(
    query && { ...query, search: "", conditions: onMark },
    historyFilterColumns,
  );
  const cap = test === null && testMark === null ? capPage : capScan;
  const read = await readPage(ctx, { scope, order, range }, cap(paginationOpts));
  const found = test === null ? read : filterPage(read, test);
  const marked = { ...found, page: await markUndone(ctx, found.page) };
  return testMark === null ? marked : { ...filterPage(marked, testMark), tested: read.page.length };
}

/** Maximum number of records read per sample: more than almost any sample ever has. */
const MAX_IDENTIFIED = 100;

/**
 * Returns the newest records, within `scopes`, of the samples whose serial number or IMEI is
 * `text`: in any order, for at most 40 samples. Uses the identifier index, so it is fast even when
 * a search through the history is slow. A deleted sample has no identifiers, so only that search
 * finds its records.
 *
 * @throws NOT_ALLOWED for a scope that the caller's role does not have
 */
export async function identified(
  ctx: ActorQueryCtx,
  { scopes, text }: { scopes: readonly HistoryScope[]; text: string },
): Promise<HistoryRow[]> {
  const { actor } = ctx;
  const { role } = actor;
  if (!scopes.every((scope) => mayUseHistoryScope(role, scope))) throw appError("NOT_ALLOWED");
  const isShown = ({ samplmanag, supervisor }: Doc<"history">) =>
    scopes.includes("all") ||
    (scopes.includes("mine") && isAddressOf(actor, samplmanag)) ||
    (scopes.includes("team") && isAddressOf(actor, supervisor));
  const found: HistoryRow[] = [];
  for (const sampleId of await Identifiers.findSamplesByText(ctx, text)) {
    const newest = await ctx.db
      .query("history")
      .withIndex("by_sampleId_and_actiondate", (q) => q.eq("sampleId", sampleId))
      .order("desc")
      .take(MAX_IDENTIFIED);
    found.push(...(await markUndone(ctx, newest.filter(isShown))));
  }
  return found;
}
